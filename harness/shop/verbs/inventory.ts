/** What services ask of the inventory: commands, each one operation under an id of its own, and what became of them. */

import type { Step } from "../step.ts";
import type { WireReply } from "../../network/message.ts";
import type { Silence } from "../../network/network.ts";
import { get, post, sku, understood, type Teller } from "./teller.ts";

/** What a command was answered. */
export interface Told {
  /** The operation's id. */
  readonly id: string;
  /** 0 when nothing came back. */
  readonly http: number;
  /** COMMITTED, REJECTED …; without an answer, why there is none: "timeout", "io error". */
  readonly outcome: string;
  /** Why it was refused; empty when it was not. */
  readonly cause: string;
  readonly state: string;
  /** The reservation that it made or moved; empty when there is none. */
  readonly reservation: string;
  readonly next: string;
  /** Each of its units, with the version and the epoch that it has by it. */
  readonly versions: readonly { readonly unit_id: string; readonly version: number; readonly epoch: number }[];
  /** The whole body. */
  readonly said: Readonly<Record<string, unknown>>;
}

/** A reservation, by what its Reserve was answered or by its id. */
export type Reserved = Told | string;

/** Who sends it, and how. */
export interface By {
  /** The operation; the next of the story's own unless said. */
  readonly id?: string;
  /** The service that sends it; `mall` unless said. */
  readonly caller?: string;
  /** `shop` unless said. */
  readonly tenant?: string;
  /** Milliseconds that it will wait. */
  readonly deadlineMs?: number;
  /** Which inventory service answers; `inventory-1` unless said. */
  readonly at?: string;
}

/** What is to be kept, and for whom. */
export interface Wish extends By {
  readonly user: string;
  /** `order-` and the operation's id unless said. */
  readonly order?: string;
  /** Pieces of each unit: one of the unit that every story has unless said. */
  readonly lines?: readonly WishLine[];
  readonly holdMs?: number;
}

export interface WishLine {
  readonly of?: string;
  readonly quantity?: number;
  readonly epoch?: number;
  /** Out of what this lock has put aside. */
  readonly lock?: Told | string;
}

/** What an operator does, and why. */
export interface OperatorsBy extends By {
  readonly reason?: string;
  /** Who has approved it; `manager` unless said, nobody when empty. */
  readonly approver?: string;
}

/** A unit to be made: a quantity that we count ourselves, unless said. */
export interface NewUnit {
  readonly unit: string;
  readonly total: number;
  /** What departs from the rules of an ordinary unit, by the names that the endpoint has. */
  readonly rules?: Readonly<Record<string, unknown>>;
}

/** The answer's short form: COMMITTED, or REJECTED with its cause. */
const inShort = ({ outcome, cause }: Told): string => (cause === "" ? outcome : `${outcome} ${cause}`);

export function inventory(teller: Teller) {
  let operations = 0;

  /** Sends a command; `body` is what it says beyond what all of them say. */
  const command = (name: string, by: By, body: (id: string) => object): Step<Told> => {
    const { caller = "mall", tenant = "shop", deadlineMs = 5_000, at = "inventory-1" } = by;
    const { id = `op-${String(++operations).padStart(4, "0")}` } = by;
    teller.hosts.shop(at);
    const common = { operation_id: id, tenant, caller, trace_id: `trace-${id}`, deadline_ms: deadlineMs };
    const request = post(`http://${at}/inventory/${name}`, { ...common, ...body(id) });
    return teller.ask(`${name} ${id} by ${caller}`, caller, `${name} ${id}`, request, told(id), inShort);
  };

  /** Asks what became of something. */
  const question = (path: string, by: By): Step<Told> => {
    const { caller = "mall", tenant = "shop", at = "inventory-1" } = by;
    teller.hosts.shop(at);
    const who = new URLSearchParams({ tenant, caller, trace_id: "trace-lookup" });
    const request = get(`http://${at}/inventory/${path}?${who.toString()}`);
    return teller.ask(`lookup of ${path} by ${caller}`, caller, `looks up ${path}`, request, told(""), inShort);
  };

  /** A command of the stockroom's, unless somebody else is said to send it. */
  const operators = (name: string, by: OperatorsBy, body: (id: string) => object): Step<Told> => {
    const { caller = "stockroom", reason = "as the stockroom decided" } = by;
    return command(name, { ...by, caller }, (id) => ({ reason, ...body(id) }));
  };

  return {
    inventory: {
      /** Any command by its name, for what no verb says. */
      command: (name: string, body: object, by: By = {}): Step<Told> => command(name, by, () => body),
      /** Keeps pieces for a buyer, all or none. */
      reserve: (wish: Wish): Step<Told> => {
        const { user, order, lines = [{}], holdMs } = wish;
        return command("reserve", wish, (id) => ({
          user,
          order_id: order ?? `order-${id}`,
          lines: lines.map(({ of = sku, quantity = 1, epoch, lock }) => {
            const lock_id = typeof lock === "object" ? lock.id : lock;
            return { unit_id: of, quantity, expected_epoch: epoch, lock_id };
          }),
          hold_ms: holdMs,
        }));
      },
      confirm: (of: Reserved, by: By = {}): Step<Told> =>
        command("confirm", by, () => ({ reservation_id: reservationOf(of) })),
      release: (of: Reserved, by: By & { readonly reason?: string } = {}): Step<Told> =>
        command("release", by, () => ({ reservation_id: reservationOf(of), reason: by.reason ?? "cancelled" })),
      /** What was sold comes back; whether it may be sold again is its unit's rule. */
      refund: (of: Reserved, by: By & { readonly reason?: string } = {}): Step<Told> =>
        command("refund", by, () => ({ reservation_id: reservationOf(of), reason: by.reason ?? "sent back" })),
      /** Units with their rules and first pieces; on sale at once unless said. `state` is CREATED, READY, ACTIVE, PARTIAL … */
      create: (units: readonly NewUnit[], by: OperatorsBy & { readonly onSale?: boolean } = {}): Step<Told> =>
        operators("create", by, () => ({ units: units.map(newUnit), on_sale: by.onSale ?? true })),
      activate: (unit = sku, by: OperatorsBy = {}): Step<Told> => operators("activate", by, () => ({ unit_id: unit })),
      freeze: (unit = sku, by: OperatorsBy = {}): Step<Told> => operators("freeze", by, () => ({ unit_id: unit })),
      /** `said.checks` says what is amiss, when it is refused for that. */
      unfreeze: (unit = sku, by: OperatorsBy = {}): Step<Told> => operators("unfreeze", by, () => ({ unit_id: unit })),
      retire: (unit = sku, by: OperatorsBy = {}): Step<Told> =>
        operators("retire", by, () => ({ unit_id: unit, ...approved(by) })),
      /** Of a frozen unit; `epoch` is the one that it has, 1 unless said. */
      raiseEpoch: (unit = sku, by: OperatorsBy & { readonly epoch?: number } = {}): Step<Told> =>
        operators("raise-epoch", by, () => ({ unit_id: unit, expected_epoch: by.epoch ?? 1, ...approved(by) })),
      /** Ends a hold of an older epoch, or keeps it in the present one. */
      settle: (of: Reserved, to: "RELEASED" | "KEPT", by: OperatorsBy = {}): Step<Told> =>
        operators("settle", by, () => ({ reservation_id: reservationOf(of), to, evidence: "its owner was asked" })),
      forceRelease: (of: Reserved, by: OperatorsBy = {}): Step<Told> =>
        operators("force-release", by, () => ({
          reservation_id: reservationOf(of),
          evidence: "its owner was asked",
          ...approved(by),
        })),
      /** Books differences, at the version that was counted. */
      adjust: (
        deltas: Readonly<Record<string, number>>,
        by: OperatorsBy & { readonly version: number; readonly unit?: string; readonly adjustment?: string },
      ): Step<Told> =>
        operators("adjust", by, (id) => ({
          ...{ adjustment_id: by.adjustment ?? `count-${id}`, unit_id: by.unit ?? sku, deltas, ticket: "ticket-1" },
          expected_version: by.version,
          ...approved(by),
        })),
      /** Puts pieces aside for an activity: a lock, named by its operation. */
      lock: (
        quantity: number,
        by: OperatorsBy & { readonly unit?: string; readonly epoch?: number } = {},
      ): Step<Told> => operators("lock", by, () => ({ unit_id: by.unit ?? sku, quantity, expected_epoch: by.epoch })),
      /** The activity ends: what is left in its lock is for sale. */
      unlock: (lock: Told | string, by: OperatorsBy = {}): Step<Told> =>
        operators("unlock", by, () => ({ lock_id: typeof lock === "string" ? lock : lock.id })),
      /** What may be shown of a unit: `state` is AVAILABLE, LOW, CONFIRMING …; the rest is in `said`. */
      check: (unit = sku, by: By = {}): Step<Told> => question(`units/${unit}`, by),
      /** What became of an operation; its short form is that of its answer. */
      lookUp: (operation: Told | string, by: By = {}): Step<Told> =>
        question(`operations/${typeof operation === "string" ? operation : operation.id}`, by),
      /** What has become of a reservation: `state`, and in `said` its lines and its operations. */
      lookUpReservation: (of: Reserved, by: By = {}): Step<Told> => question(`reservations/${reservationOf(of)}`, by),
      /** In `said`: the caller's reservations of an order. */
      lookUpOrder: (order: string, by: By = {}): Step<Told> => question(`orders/${order}`, by),
      /** In `said`: what made a unit what it is in this version. */
      lookUpVersion: (unit: string, version: number, by: By = {}): Step<Told> =>
        question(`units/${unit}/versions/${version}`, by),
    },
  };
}

function approved({ approver = "manager" }: OperatorsBy): { readonly approver?: string } {
  return approver === "" ? {} : { approver };
}

function newUnit({ unit, total, rules = {} }: NewUnit): object {
  const kind = { management: "SELF_MANAGED", unit_type: "QUANTITY", deduct_timing: "ON_PAYMENT", reversible: true };
  return { unit_id: unit, product_id: unit, sku_id: unit, ...kind, strategy_version: 1, total, ...rules };
}

function reservationOf(of: Reserved): string {
  return typeof of === "string" ? of : of.reservation;
}

interface Body {
  readonly outcome?: string;
  readonly cause?: string;
  readonly state?: string;
  readonly availability?: string;
  readonly operation_id?: string;
  readonly reservation_id?: string;
  readonly next_action?: string;
  readonly versions?: Told["versions"];
}

function told(id: string) {
  return (reply: WireReply | Silence): Told => {
    const none = { id, http: 0, cause: "", state: "", reservation: "", next: "", versions: [], said: {} };
    const heard = understood<Body & Record<string, unknown>>(reply);
    if (typeof heard === "string") return { ...none, outcome: heard };
    const { http, said } = heard;
    const {
      outcome = http === 200 ? "FOUND" : "",
      cause = "",
      availability = "",
      state = availability,
      versions = [],
    } = said;
    const { operation_id = id, reservation_id: reservation = "", next_action: next = "" } = said;
    return { id: operation_id, http, outcome, cause, state, reservation, next, versions, said };
  };
}
