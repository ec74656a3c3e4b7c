/** Performs a plan of commands to the inventory, as a flow: guests and hands, each at their time, and the workers beside them. */

import { isConnectionLost } from "../../../postgres/lost.ts";
import { Killed } from "../../../kernel/failure.ts";
import { horizonMs } from "../../explore/pair.ts";
import type { Act } from "../../grid/flow.ts";
import type { Story } from "../../story.ts";
import type { Order } from "../../verbs/teller.ts";
import type { Told } from "../../verbs/inventory.ts";
import { Desk, type How } from "./desk.ts";
import { ofGuest, ofHand, unitOf, type Guest, type Hand, type StockPlan, type StockRound } from "./plan.ts";

/** @param kept by its place the ledger is tampered with. */
export function perform(story: Story, plan: StockPlan, kept: Order | undefined): Act {
  const { time, ledger } = story;
  const { guests, hands, rounds, poisoned, archived, forced } = plan;
  const desk = new Desk(story);
  const told = (): { readonly http: number } => ({ http: desk.isOpen ? 0 : 200 });
  const once = async (): Promise<{ readonly http: number }> => {
    const acting = [
      ...guests.map((guest, place) => visits(story, plan, desk, guest, place + 1)),
      ...hands.map((hand, place) => handles(story, plan, desk, hand, place + 1)),
      ...rounds.map((round) => works(story, plan, round)),
      ...(poisoned > 1 ? [spoils(story, plan)] : []),
    ];
    const ended = await Promise.allSettled(acting);
    await time.pass(horizonMs);
    for (const one of ended) if (one.status === "rejected") throw one.reason;
    return told();
  };
  const again = async (): Promise<void> => {
    await desk.everythingAgain();
    await ledger.replay();
    if (kept === undefined || forced === "nothing") return;
    if (!archived) await ledger.force(kept, forced);
    else await ledger.forceArchive(kept, forced === "deleted" ? forced : "a byte of its reason changed");
  };
  return (when) => {
    if (when === "first") return [once()];
    return [when === "unanswered" ? desk.unansweredAgain().then(told) : again()];
  };
}

async function visits(story: Story, plan: StockPlan, desk: Desk, guest: Guest, number: number): Promise<void> {
  const { inventory, time, session } = story;
  const { user, seller: caller, atMs, service, lines, lock, then, whose, pauseMs, twice, looks } = guest;
  const how: How = { caller, at: `inventory-${service}`, twice };
  const eyes = looks ? session(ofGuest(number)) : undefined;
  const own = lines.map(({ unit, quantity }) => ({ of: unitOf(plan, unit), quantity }));
  const wanted = lock === 0 ? own : own.slice(0, 1).map((one) => ({ ...one, lock: ofHand(lock) }));
  const seen = async (answer: Told): Promise<void> => {
    if (eyes === undefined) return;
    if (answer.outcome === "COMMITTED") eyes.made(answer);
    await eyes.look({ of: own[0]!.of });
  };
  await time.pass(atMs);
  const wish = { user: `user-${user}`, lines: wanted };
  await seen(await desk.ask(ofGuest(number), how, (by) => inventory.reserve({ ...by, ...wish })));
  const of = ofGuest(whose === 0 ? number : whose);
  for (const [place, verb] of then.entries()) {
    await time.pass(pauseMs);
    await seen(await desk.ask(`${ofGuest(number)}-${verb}-${place + 1}`, how, (by) => inventory[verb](of, by)));
  }
}

async function handles(story: Story, plan: StockPlan, desk: Desk, hand: Hand, number: number): Promise<void> {
  const { inventory, inventoryRelay, views, time } = story;
  const { does, of, quantity, atMs, service, twice } = hand;
  const unit = unitOf(plan, hand.unit);
  const id = ofHand(number);
  const how: How = { caller: "stockroom", at: `inventory-${service}`, twice };
  await time.pass(atMs);
  switch (does) {
    case "lock":
      await desk.ask(id, how, (by) => inventory.lock(quantity, { ...by, unit }));
      break;
    case "unlock":
      await desk.ask(id, how, (by) => inventory.unlock(ofHand(of), by));
      break;
    case "adjust":
    case "adjust late":
    case "adjust unapproved": {
      const counted = Number((await inventory.check(unit)).said["watermark"] ?? 0);
      const version = Math.max(0, does === "adjust late" ? counted - 1 : counted);
      const approver = does === "adjust unapproved" ? { approver: "" } : {};
      const by = of % 2 === 0 ? { available: quantity } : { available: -quantity, invalid: quantity };
      await desk.ask(id, how, (who) => inventory.adjust(by, { ...who, ...approver, unit, version }));
      break;
    }
    case "freeze":
    case "unfreeze":
    case "retire":
      await desk.ask(id, how, (by) => inventory[does](unit, by));
      break;
    case "raise-epoch": {
      await desk.ask(`${id}-freeze`, how, (by) => inventory.freeze(unit, by));
      const epoch = Number((await inventory.check(unit)).said["epoch"] ?? 1);
      await desk.ask(id, how, (by) => inventory.raiseEpoch(unit, { ...by, epoch }));
      break;
    }
    case "settle as KEPT":
    case "settle as RELEASED": {
      const to = does === "settle as KEPT" ? "KEPT" : "RELEASED";
      await desk.ask(id, how, (by) => inventory.settle(ofGuest(of), to, by));
      break;
    }
    case "force-release":
      await desk.ask(id, how, (by) => inventory.forceRelease(ofGuest(of), by));
      break;
    case "reuse":
      await desk.aside(inventory.reserve({ id: ofGuest(of), user: "user-other", lines: [{ of: unit, quantity }] }));
      break;
    case "deliver":
      await desk.aside(inventoryRelay.deliver({ of: unit, version: of }));
      break;
    case "show more":
      await unlessLost(views.damage(unit, { pieces: quantity }));
      break;
    case "show elsewhere":
      await unlessLost(views.damage(unit, { scope: "CITY elsewhere" }));
      break;
    case "rebuild":
      await desk.ask(`${id}-freeze`, how, (by) => inventory.freeze(unit, by));
      await desk.rebuild(unit, id);
      break;
  }
}

async function works(
  story: Story,
  { batch }: StockPlan,
  { worker, nth, atMs, times, everyMs }: StockRound,
): Promise<void> {
  const { inventoryRelay, sweeper, views, time } = story;
  const round = {
    "inventory-relay": () => inventoryRelay.run({ on: `inventory-relay-${nth}`, limit: batch }),
    sweeper: () => sweeper.run(),
    repair: () => views.repair(),
    compare: () => views.compare(),
  }[worker];
  for (let done = 0; done < times; done++) {
    await time.pass(done === 0 ? atMs : everyMs);
    await unlessKilled(round());
  }
}

/** An event is spoilt as soon as it is there. */
async function spoils({ inventoryRelay, time }: Story, plan: StockPlan): Promise<void> {
  const event = { of: unitOf(plan, 1), version: plan.poisoned };
  for (const waitMs of [0, 100, 300]) {
    await time.pass(waitMs);
    await unlessLost(inventoryRelay.garble(event));
  }
}

/** Of what is done with a tool by hand it is seen at once that it failed, and nobody minds. */
async function unlessLost(step: PromiseLike<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!isConnectionLost(error)) throw error;
  }
}

async function unlessKilled(step: PromiseLike<unknown>): Promise<void> {
  try {
    await step;
  } catch (error) {
    if (!(error instanceof Killed)) throw error;
  }
}
