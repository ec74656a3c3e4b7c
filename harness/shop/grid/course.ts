/**
 * The course of a flow's run, as its story goes through it: what there has to be before; the flow, in which a fault may
 * strike; then faults off, what died started again, and rounds of recovery until nothing is left open; then everything
 * once more.
 */

import { Killed } from "../../kernel/failure.ts";
import { readEnd, type End } from "../books.ts";
import type { Stage } from "../stage.ts";
import type { Story } from "../story.ts";
import { sku } from "../verbs/teller.ts";
import type { Flow, Time } from "./flow.ts";
import { leftOpen } from "./open.ts";
import { decideAll, decideAgain } from "./person.ts";

/** How many rounds recovery gets, and how much virtual time passes before the next one, ms. */
export const bound = { rounds: 4, apartMs: 60_000 } as const;

/** More events than there are. */
const all = 1_000;

/** Places in the trace: the first, and the first that does not belong to it any more. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/** What is known of the course so far. */
export interface Course {
  flow: Span;
  recovery: Span;
  /** What the last round of recovery left open. */
  open: readonly string[];
  /** The books after recovery; undefined until then. */
  recovered: End | undefined;
  /** What has failed by now, and not by a fault. A lost connection and a missing answer are told to nobody as failures. */
  failures: () => readonly string[];
}

/** Prepares the strikes of the flow, or those of the recovery from it. */
export type Prepare = (phase: "flow" | "recovery") => void;

export function setOut(): Course {
  const nowhere = { from: 0, to: 0 };
  return { flow: nowhere, recovery: nowhere, open: [], recovered: undefined, failures: () => [] };
}

export async function take(
  course: Course,
  stage: Stage,
  flow: Pick<Flow, "stock" | "before" | "decides" | "shown" | "attend">,
  story: Story,
  prepare: Prepare,
): Promise<void> {
  const { world, hosts } = stage;
  const shown = flow.shown === true;
  const failed: string[] = [];
  course.failures = () => [...failed, ...world.unheard(), ...hosts.reported];
  const manual = hosts.config.lateSuccess === "manual";
  const works = async (): Promise<void> => {
    const person = manual ? { person: async () => decideAll(story, flow.decides) } : {};
    failed.push(...(await round(story, { shown, ...person })));
  };
  const readBooks = () => world.spawn("auditor", "reads the books", () => readEnd(hosts));
  const spanOf = async (body: () => Promise<void>): Promise<Span> => {
    const from = world.trace.steps.length;
    await body();
    return { from, to: world.trace.steps.length };
  };

  await hosts.shop("sweeper").open({ sku, total: flow.stock });
  const act = await flow.before(story);
  let answered = false;
  const ask = async (time: Time): Promise<void> => {
    const ended = await Promise.allSettled(act(time));
    failed.push(...failuresOf("the flow", ended));
    answered = ended.every(isAnswer);
  };
  prepare("flow");
  course.flow = await spanOf(async () => {
    await ask("first");
  });

  hosts.network.calm();
  prepare("recovery");
  course.recovery = await spanOf(async () => {
    for (let nth = 1; nth <= bound.rounds; nth++) {
      if (nth > 1) await story.time.pass(bound.apartMs);
      startAgain(stage, shown);
      if (!answered) await ask("unanswered");
      await flow.attend?.(story, nth);
      await works();
      course.open = [...(await leftOpen(hosts, shown)), ...(answered ? [] : ["a request without an answer"])];
      if (course.open.length === 0) break;
    }
  });
  startAgain(stage, shown);
  course.recovered = await readBooks();

  await ask("repeated");
  await repeatMessages(story, course.recovered);
  if (manual) await decideAgain(story, course.recovered);
  await works();
}

/** Whom something may wait for besides, in a round of recovery. */
interface Besides {
  /** Who decides of late money. */
  readonly person?: () => Promise<void>;
  /** The inventory's events are carried and shown. */
  readonly shown: boolean;
}

/** Every way of recovery once, one after another, and the person whom something waits for, if there is one; what failed. */
async function round(
  { recovery, sweeper, relay, inventoryRelay, views }: Story,
  { person, shown }: Besides,
): Promise<readonly string[]> {
  const failed: string[] = [];
  const workers: Readonly<Record<string, () => PromiseLike<unknown>>> = {
    recovery: () => recovery.run(),
    sweeper: () => sweeper.run(),
    ...(person === undefined ? {} : { person }),
    relay: () => relay.run(),
    ...(shown ? { "inventory-relay": () => inventoryRelay.run({ limit: all }), views: () => views.repair() } : {}),
    ...(shown ? { drift: () => views.compare() } : {}),
  };
  for (const [worker, run] of Object.entries(workers)) {
    failed.push(...failuresOf(worker, await Promise.allSettled([run()])));
  }
  return failed;
}

/** The channel's notices and the relay's events, as if none of them had been answered. */
async function repeatMessages({ channel, fulfillment }: Story, { books }: End): Promise<void> {
  for (const { orderId, amount, currency, paymentObject } of books.orders) {
    const payment = { amount: Number(amount), currency, paymentObject };
    const moved = books.statement.filter((row) => row.orderId === orderId).map(({ kind }) => kind);
    if (moved.includes("CHARGE")) await channel.notify(orderId, "CHARGED", payment);
    if (moved.includes("REFUND")) await channel.notify(orderId, "REFUNDED", payment);
  }
  for (const { eventId, orderId, eventType, version } of books.events) {
    await fulfillment.deliver({ eventId, order: orderId, version, type: eventType });
  }
}

/** What went wrong of these. Whoever was killed did not fail: only a fault kills, and every other error is a defect. */
function failuresOf(who: string, ended: readonly PromiseSettledResult<unknown>[]): readonly string[] {
  return ended.flatMap((one) =>
    one.status === "rejected" && !(one.reason instanceof Killed) ? [`${who} failed: ${String(one.reason)}`] : [],
  );
}

/** Whether somebody was told what came of it: a 5xx tells nobody anything. */
function isAnswer(ended: PromiseSettledResult<unknown>): boolean {
  if (ended.status === "rejected") return false;
  const { http = 200 } = (ended.value ?? {}) as { readonly http?: number };
  return http > 0 && http < 500;
}

/** The services that do not run are started. */
function startAgain({ hosts }: Stage, shown: boolean): void {
  for (const service of [...hosts.services, ...(shown ? ["inventory-1", "projector"] : [])]) hosts.shop(service);
}
