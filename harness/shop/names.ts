/** What the shop's messages are called: `charge ord-0001`, `callback ord-0001 #2`. */

import type { NameMessage } from "../network/message.ts";

/** Kinds of messages between the shop, the channel and the consumer, and the buyers' own requests. */
export type MessageKind =
  | "charge" // orders → channel: take the money
  | "query" // recovery → channel: what became of it?
  | "close" // recovery → channel: never take it from now on
  | "refund" // orders, recovery → channel: give it back
  | "statement" // auditor → channel: the whole ledger
  | "callback" // channel → orders: what happened to the money
  | "event" // relay → fulfillment: an order has reached a terminal state
  | "change" // inventory relay → projector: a unit has changed
  | "expiry" // orders, inventory → expiry: end this hold at its deadline
  | "view" // reader → projector: how a unit is shown
  | "order" // buyer → orders
  | "pay" // buyer → orders
  | "cancel" // buyer → orders
  | "look" // buyer → orders
  | "decision" // a person → orders: what is to become of a conflict
  | "command" // caller → inventory, about its operation
  | "lookup"; // caller → inventory

interface Body {
  readonly merchant_order?: string;
  readonly order_id?: string;
  readonly request_key?: string;
  readonly operation_id?: string;
  readonly unit_id?: string;
  readonly aggregate_version?: number;
}

export const nameMessage: NameMessage = ({ method, url, body }) => {
  const path = url.pathname.split("/").slice(1);
  const said = (body === "" ? {} : JSON.parse(body)) as Body;
  if (path[1] === "projection") return aboutView(method, path, said);
  if (path[0] === "expiries") return { kind: "expiry", about: (said.request_key ?? "").replace(/\/r\d+$/, "") };
  const about = path[0] === "inventory" ? (said.operation_id ?? path.at(-1) ?? "") : aboutOrder(path, said);
  return { kind: kindOf(method, path), about };
};

function aboutOrder(path: readonly string[], said: Body): string {
  return (
    said.merchant_order ?? said.order_id ?? said.request_key ?? path[1] ?? (path[0] === "conflicts" ? path[0] : "books")
  );
}

/** `change sku-lab-01/v3`, `view sku-lab-01` */
function aboutView(method: string, path: readonly string[], said: Body): { kind: MessageKind; about: string } {
  return method === "POST"
    ? { kind: "change", about: `${said.unit_id}/v${said.aggregate_version}` }
    : { kind: "view", about: path[3] ?? "" };
}

function kindOf(method: string, path: readonly string[]): MessageKind {
  switch (path[0]) {
    case "charge":
    case "close":
    case "refund":
    case "statement":
      return path[0];
    case "charges":
      return "query";
    case "callbacks":
      return "callback";
    case "events":
      return "event";
    case "inventory":
      return method === "POST" ? "command" : "lookup";
    case "conflicts":
      return "look";
    case "orders":
      return path[2] === "pay" || path[2] === "cancel" || path[2] === "decision"
        ? path[2]
        : method === "POST"
          ? "order"
          : "look";
    default:
      throw new Error(`no message is known at ${method} /${path.join("/")}`);
  }
}
