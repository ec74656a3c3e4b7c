/**
 * The order's states and the only moves between them, as one table. `order.ts` refuses every move that is not in it;
 * the diagram in the documentation is printed from it.
 */
import { markdownTable, stateDiagram } from "../diagram.ts";

interface StateFacts {
  /** Nothing more is expected to happen; reaching it is told to others by an event. */
  readonly terminal: boolean;
  readonly starts: string;
  readonly holds: string;
  readonly ends: string;
}

export const states = {
  CREATED: {
    terminal: false,
    starts: "the order is placed",
    holds: "its reservation is HELD, in the same transaction; no charge was asked for",
    ends: "pay, cancel, the hold's end, or a success notice that nobody asked for",
  },
  PAYING: {
    terminal: false,
    starts: "pay, committed before the channel is called",
    holds: "money may have moved; the place is kept until its deadline",
    ends: "the channel's answer; no answer makes it UNKNOWN; recovery takes it up when it is stale",
  },
  UNKNOWN: {
    terminal: false,
    starts:
      "the charge got no answer, or one that was not understood; or a conflict: money came, and its place is lost",
    holds:
      "money may have moved; the place is kept until its deadline. In a conflict: the money is in, and there is no place",
    ends: "a callback, or recovery's query and close. In a conflict: a person's decision, and nothing else",
  },
  PAID: {
    terminal: true,
    starts: "a success, with the place confirmed in the same transaction",
    holds: "charged once and in full, its reservation CONFIRMED",
    ends: "never: pay and cancel are REJECTED, another success is a DUPLICATE",
  },
  FAILED: {
    terminal: true,
    starts: "the channel declined or closed it",
    holds: "no money kept, the place given back in the same transaction",
    ends: "only when money arrives against all promises: it is refunded",
  },
  CANCELLED: {
    terminal: true,
    starts: "cancel, or the hold ended before anybody paid",
    holds: "no money kept, the place given back in the same transaction",
    ends: "only when money arrives against all promises: it is refunded",
  },
  REFUNDING: {
    terminal: false,
    starts: "money arrived and there is no place for it",
    holds: "one refund task with a fixed key",
    ends: "the channel confirms the refund in its reply",
  },
  REFUNDED: {
    terminal: true,
    starts: "the refund was confirmed",
    holds: "charged and refunded in full, no place",
    ends: "never: a late CHARGED is a DUPLICATE, a REFUNDED notice is IGNORED",
  },
} as const satisfies Record<string, StateFacts>;

export type OrderStatus = keyof typeof states;

export interface Edge {
  readonly from: OrderStatus;
  readonly to: OrderStatus;
  readonly when: string;
}

export const edges: readonly Edge[] = [
  { from: "CREATED", to: "PAYING", when: "pay" },
  { from: "CREATED", to: "CANCELLED", when: "cancel, or the hold ended" },
  { from: "CREATED", to: "PAID", when: "success, hold confirmed or taken again" },
  { from: "CREATED", to: "REFUNDING", when: "success, the place is lost" },
  { from: "CREATED", to: "UNKNOWN", when: "success, the place is lost, a person decides" },
  { from: "PAYING", to: "UNKNOWN", when: "no answer, or a person decides" },
  { from: "PAYING", to: "PAID", when: "success, hold confirmed or taken again" },
  { from: "PAYING", to: "REFUNDING", when: "success, the place is lost" },
  { from: "PAYING", to: "FAILED", when: "declined or closed" },
  { from: "UNKNOWN", to: "PAID", when: "success, hold confirmed or taken again; or so decided" },
  { from: "UNKNOWN", to: "REFUNDING", when: "success, the place is lost; or so decided" },
  { from: "UNKNOWN", to: "FAILED", when: "declined or closed" },
  { from: "FAILED", to: "REFUNDING", when: "success after all" },
  { from: "CANCELLED", to: "REFUNDING", when: "success after all" },
  { from: "REFUNDING", to: "REFUNDED", when: "refund confirmed" },
];

export const statuses = Object.keys(states) as readonly OrderStatus[];

export function isEdge(from: OrderStatus, to: OrderStatus): boolean {
  return edges.some((edge) => edge.from === from && edge.to === to);
}

export function isTerminal(status: OrderStatus): boolean {
  return states[status].terminal;
}

export function isOrderStatus(text: string): text is OrderStatus {
  return Object.hasOwn(states, text);
}

/** The table as a Mermaid state diagram. */
export function mermaid(): string {
  return stateDiagram("CREATED: placed, with its hold", edges);
}

/** The states as a Markdown table. */
export function stateTable(): string {
  return markdownTable(
    ["state", "starts with", "what holds", "ends with"],
    statuses.map((status) => {
      const { starts, holds, ends, terminal } = states[status];
      return [`\`${status}\`${terminal ? " (terminal)" : ""}`, starts, holds, ends];
    }),
  );
}
