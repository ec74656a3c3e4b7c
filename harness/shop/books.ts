/**
 * The end of a run as its auditor reads it, through ordinary ports: the books that the reconciler reads, its report on
 * them, and what happened on the way. Claims are judged on this and on nothing in memory.
 */

import type { Config } from "../../src/config.ts";
import type { Books } from "../../src/reconcile/books.ts";
import { loadBooks } from "../../src/reconcile/load.ts";
import { judge, type Report } from "../../src/reconcile/report.ts";
import type { Heard } from "../network/network.ts";
import type { Bookkeeping } from "./bookkeeping.ts";
import type { Hosts, Seen } from "./hosts.ts";
import {
  heardCommands,
  heardLookups,
  type BookedHold,
  type BookedLock,
  type BookedOperation,
  type HeardCommand,
  type HeardLookup,
} from "./operations.ts";

/** One move of an order; `from` is null when it was placed. */
export interface Transition {
  readonly orderId: string;
  readonly from: string | null;
  readonly to: string;
  readonly version: number;
  readonly cause: string;
}

/** One copy of a notice that arrived, with what it changed. */
export interface Notice {
  readonly notifyId: string;
  readonly orderId: string;
  readonly kind: string;
  /** The payment that it names; minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly paymentObject: string;
  readonly effect: string;
}

/** One event that reached the consumer, with what it changed. */
export interface Delivery {
  readonly eventId: number;
  readonly orderId: string;
  readonly effect: string;
}

/** A success that somebody outside the database was told of: what was asked, and what the answer said. */
export interface Acknowledged {
  readonly kind: "order" | "pay" | "cancel" | "decision" | "callback" | "event";
  /** The order, or the buyer's key of one. */
  readonly about: string;
  readonly asked: { readonly notify_id?: string; readonly event_id?: number };
  readonly said: {
    readonly order_id?: string;
    readonly status?: string;
    readonly effect?: string;
    readonly decision?: string;
    readonly decider?: string;
  };
}

/** A unit at one of its versions. */
export interface UnitState {
  readonly unitId: string;
  readonly version: number;
  readonly epoch: number;
  readonly status: string;
  readonly available: number;
}

/** A unit as it is shown; paused: nobody is shown anything of it. */
export interface ShownUnit extends UnitState {
  readonly pausedBecause: string | null;
}

/** An event of a unit, as its outbox has it. */
export interface StockEvent {
  readonly eventId: number;
  readonly unitId: string;
  readonly version: number;
  readonly status: "PENDING" | "SENT" | "DEAD";
  readonly lastError: string | null;
}

/** One event that the projector has taken. `step`: when, among all that was written into views. */
export interface TakenEvent {
  readonly step: number;
  readonly eventId: number;
  readonly unitId: string;
  readonly version: number;
  readonly epoch: number;
  readonly effect: string;
}

/** A view that was read from the facts again. */
export interface RepairedView {
  readonly step: number;
  readonly unitId: string;
  readonly version: number;
  readonly epoch: number;
}

/** What is shown of the inventory, and how it came there. */
export interface Projection {
  readonly unitStates: readonly UnitState[];
  readonly shownUnits: readonly ShownUnit[];
  readonly stockEvents: readonly StockEvent[];
  readonly takenEvents: readonly TakenEvent[];
  readonly repairedViews: readonly RepairedView[];
  readonly quarantined: readonly { readonly eventId: number }[];
}

interface History {
  readonly transitions: readonly Transition[];
  readonly notices: readonly Notice[];
  readonly deliveries: readonly Delivery[];
  readonly operations: readonly BookedOperation[];
  readonly holds: readonly BookedHold[];
  readonly locks: readonly BookedLock[];
}

export interface End extends History, Projection {
  /** What sessions wrote of units and were shown of them. */
  readonly sessions: readonly Seen[];
  /** Times that the channel was asked to charge an order, by its id: messages sent, whatever became of them. */
  readonly chargeRequests: ReadonlyMap<string, number>;
  /** Times that a notice of an order's money reached the shop, by the order's id: every copy counted. */
  readonly noticeArrivals: ReadonlyMap<string, number>;
  /** Keys under which the channel refused to give an order's money back, as the shop heard, by the order's id. */
  readonly refusedKeys: ReadonlyMap<string, ReadonlySet<string>>;
  /** Answers with a 2xx that were heard, about something that was to be written: messages, whatever became of it. */
  readonly acknowledged: readonly Acknowledged[];
  /** What was seen of the ledger while the story went on. */
  readonly bookkeeping: Bookkeeping;
  /** Every answer of the inventory to a command that was heard. */
  readonly commands: readonly HeardCommand[];
  /** Every answer of the inventory to the question what became of an operation. */
  readonly lookups: readonly HeardLookup[];
  /** Units that the stockroom was to open, and how it was told that this ended. */
  readonly opened: readonly { readonly unitId: string; readonly ended: string }[];
  /** Places that one user may have, as the shop was configured. */
  readonly perUserLimit: number;
  /** Who may send the inventory commands, as the shop was configured. */
  readonly callers: Config["callers"];
  readonly books: Books;
  readonly report: Report;
}

const list = (columns: string, table: string, key: string): string =>
  `(SELECT coalesce(json_agg(row_to_json(row)), '[]'::json) FROM (SELECT ${columns} FROM ${table} ORDER BY ${key}) AS row)`;

const readHistory = `SELECT
  ${list('order_id AS "orderId", from_status AS "from", to_status AS "to", version, cause', "order_transition", "transition_id")} AS transitions,
  ${list('notify_id AS "notifyId", order_id AS "orderId", kind, amount, currency, payment_object AS "paymentObject", effect', "payment_notification", "receipt_id")} AS notices,
  ${list('event_id AS "eventId", order_id AS "orderId", effect', "ful_received", "receipt_id")} AS deliveries,
  ${list(`unit_id AS "unitId", version, (after->>'epoch')::int AS epoch, after->>'status' AS status, (after->>'available')::int AS available`, "inventory_ledger", "entry_id")} AS "unitStates",
  ${list('unit_id AS "unitId", source_version AS version, epoch, status, available, paused_because AS "pausedBecause"', "unit_view", "unit_id")} AS "shownUnits",
  ${list('event_id AS "eventId", unit_id AS "unitId", aggregate_version AS version, status, last_error AS "lastError"', "inventory_outbox", "event_id")} AS "stockEvents",
  ${list('step, event_id AS "eventId", unit_id AS "unitId", version, epoch, effect', "unit_view_inbox", "step")} AS "takenEvents",
  ${list(`step, unit_id AS "unitId", (after->>'version')::int AS version, (after->>'epoch')::int AS epoch`, "unit_view_repair", "step")} AS "repairedViews",
  ${list('event_id AS "eventId"', "unit_view_quarantine", "event_id")} AS quarantined,
  ${list('operation_id AS "operationId", command, request_key AS "requestKey", answer AS said', "inventory_operation", "operation_id")} AS operations,
  ${list('request_key AS "requestKey", status, updated_at >= expires_at AS late, status = \'HELD\' AND expires_at <= db_now() AS overdue, (SELECT operator FROM inventory_ledger l WHERE l.request_key = r.request_key AND held_delta < 0 ORDER BY entry_id LIMIT 1) AS "endedBy"', "reservation r", "request_key")} AS holds,
  ${list('lock_id AS "lockId", unit_id AS "unitId", quantity, status', "stock_lock", "lock_id")} AS locks`;

export async function readEnd({
  audit,
  network,
  bookkeeping,
  opened: begun,
  sessions,
  config: { perUserLimit, callers },
}: Hosts): Promise<End> {
  // Before the history is read: what is answered while it is read need not be in it.
  const acknowledged = network.heard.flatMap(acknowledgement);
  const commands = heardCommands(network.heard);
  const lookups = heardLookups(network.heard);
  const session = await audit.ports.database.connect();
  const read = await session.query<History & Projection & Record<string, unknown>>(readHistory);
  session.release();
  const [history] = read.rows;
  if (history === undefined) throw new Error("the history came without a row");
  const books = await loadBooks(audit);
  const { notices } = history;
  const chargeRequests = new Map(books.orders.map(({ orderId }) => [orderId, network.sent("charge", orderId)]));
  const noticeArrivals = new Map(notices.map(({ orderId }) => [orderId, network.arrived("callback", orderId)]));
  const messages = {
    chargeRequests,
    noticeArrivals,
    refusedKeys: refusals(network.heard),
    acknowledged,
    commands,
    lookups,
  };
  const opened = begun.map(({ unitId, ended }) => ({ unitId, ended: ended() ?? "unknown" }));
  return { ...history, ...messages, bookkeeping, opened, sessions, perUserLimit, callers, books, report: judge(books) };
}

/** Every answer to a refund but REFUNDED is definite: its key will never be of use. */
function refusals(heard: readonly Heard[]): End["refusedKeys"] {
  const refused = new Map<string, Set<string>>();
  for (const { name, request, reply } of heard) {
    if (name.kind !== "refund") continue;
    const { result } = JSON.parse(reply.body) as { readonly result?: string };
    if (result === undefined || result === "REFUNDED") continue;
    const { refund_key } = JSON.parse(request.body) as { readonly refund_key: string };
    refused.set(name.about, (refused.get(name.about) ?? new Set()).add(refund_key));
  }
  return refused;
}

function acknowledgement({ name: { kind, about }, request, reply }: Heard): readonly Acknowledged[] {
  if (!writes(kind) || reply.status < 200 || reply.status > 299) return [];
  const [asked, said] = [JSON.parse(request.body), JSON.parse(reply.body)] as [
    Acknowledged["asked"],
    Acknowledged["said"],
  ];
  return [{ kind, about, asked, said }];
}

function writes(kind: string): kind is Acknowledged["kind"] {
  return ["order", "pay", "cancel", "decision", "callback", "event"].includes(kind);
}
