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
          lines: lines.map(({ of = sku, quantity = 1, epoch }) => ({ unit_id: of, quantity, expected_epoch: epoch })),
          hold_ms: holdMs,
        }));
      },
      confirm: (of: Reserved, by: By = {}): Step<Told> =>
        command("confirm", by, () => ({ reservation_id: reservationOf(of) })),
      release: (of: Reserved, by: By & { readonly reason?: string } = {}): Step<Told> =>
        command("release", by, () => ({ reservation_id: reservationOf(of), reason: by.reason ?? "cancelled" })),
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

function reservationOf(of: Reserved): string {
  return typeof of === "string" ? of : of.reservation;
}

interface Body {
  readonly outcome?: string;
  readonly cause?: string;
  readonly state?: string;
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
    const { outcome = http === 200 ? "FOUND" : "", cause = "", state = "", versions = [] } = said;
    const { operation_id = id, reservation_id: reservation = "", next_action: next = "" } = said;
    return { id: operation_id, http, outcome, cause, state, reservation, next, versions, said };
  };
}
