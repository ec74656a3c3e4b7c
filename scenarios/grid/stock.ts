/** Flows of the inventory as others use it: its commands, its relay by lease, and what readers are shown. */
import type { Flow } from "../../harness/shop/grid/flow.ts";
import { Desk, type Story } from "../../harness/shop/scenario.ts";

const unit = "sku-lab-01";
const other = "sku-lab-02";
const by = { caller: "mall", at: "inventory-1", twice: false };
const byOperator = { ...by, caller: "stockroom" };

/** Whoever gets no answer looks it up and sends the same again; in the end all of it is looked up and sent once more. */
type Prepare = (story: Story, desk: Desk) => Promise<() => Promise<unknown>>;

/** Something that is asked of the inventory, or of the rebuild of a view, after something has been prepared. */
function asked(name: string, says: string, prepare: Prepare, host = "inventory-1"): Flow {
  return {
    ...{ name, says, host, stock: 6, shown: true, config: { perUserLimit: 4 } },
    async before(story) {
      story.process("projector").start();
      const desk = new Desk(story);
      const first = await prepare(story, desk);
      const told = () => ({ http: desk.isOpen ? 0 : 200 });
      return (time) => {
        if (time === "first") return [first().then(told)];
        return [time === "unanswered" ? desk.unansweredAgain().then(told) : desk.everythingAgain()];
      };
    },
  };
}

/** A worker that goes round. */
function goesRound(name: string, says: string, host: string, prepare: Goes): Flow {
  return {
    ...{ name, says, host, stock: 6, shown: true, config: { perUserLimit: 4 } },
    async before(story) {
      story.process("projector").start();
      const run = await prepare(story);
      return () => [run()];
    },
  };
}

type Goes = (story: Story) => Promise<() => PromiseLike<unknown>>;

const held = async ({ inventory }: Story) => inventory.reserve({ id: "kept", user: "user-0001" });

/** A hold is kept, and then a command of a seller's about it is sent. */
const ofHold = (verb: "confirm" | "release", says: string): Flow =>
  asked(`inv-${verb}`, says, async (story, desk) => {
    const kept = await held(story);
    return () => desk.ask("asked", by, (who) => story.inventory[verb](kept, who));
  });

/** An operator's command about the unit as it is. */
const ofUnit = (verb: "freeze" | "retire", says: string): Flow =>
  asked(`inv-${verb}`, says, async (story, desk) => {
    await held(story);
    return () => desk.ask("asked", byOperator, (who) => story.inventory[verb](unit, who));
  });

const doorFlows: readonly Flow[] = [
  asked("inv-reserve", "pieces of two units are kept for a buyer", async ({ shop, inventory }, desk) => {
    await shop.open({ sku: other, total: 2 });
    const lines = [{ of: other }, { of: unit, quantity: 2 }];
    return () => desk.ask("asked", by, (who) => inventory.reserve({ ...who, user: "user-0042", lines }));
  }),
  asked("inv-reserve-locked", "a piece is kept out of what is put aside", async ({ inventory }, desk) => {
    const lock = await inventory.lock(2, { id: "aside" });
    return () => desk.ask("asked", by, (who) => inventory.reserve({ ...who, user: "user-0042", lines: [{ lock }] }));
  }),
  ofHold("confirm", "what is held is sold"),
  ofHold("release", "what is held is given back"),
  asked("inv-refund", "what was sold of two units comes back, and of one it is void", async ({ inventory }, desk) => {
    await inventory.create([{ unit: other, total: 2, rules: { reversible: false } }], { id: "made" });
    const lines = [{ of: unit }, { of: other }];
    const kept = await inventory.reserve({ id: "kept", user: "user-0001", lines });
    await inventory.confirm(kept, { id: "sold" });
    return () => desk.ask("asked", by, (who) => inventory.refund(kept, who));
  }),
  asked("inv-lock", "pieces are put aside for an activity", async ({ inventory }, desk) =>
    Promise.resolve(() => desk.ask("asked", byOperator, (who) => inventory.lock(2, who))),
  ),
  asked("inv-unlock", "an activity ends, and one of its pieces is held", async ({ inventory }, desk) => {
    const lock = await inventory.lock(3, { id: "aside" });
    await inventory.reserve({ id: "kept", user: "user-0001", lines: [{ lock }] });
    return () => desk.ask("asked", byOperator, (who) => inventory.unlock(lock, who));
  }),
  asked("inv-adjust", "what was counted is booked", async (story, desk) => {
    const { versions } = await held(story);
    const counted = { version: versions[0]?.version ?? 0 };
    const broken = { available: -1, invalid: 1 };
    return () => desk.ask("asked", byOperator, (who) => story.inventory.adjust(broken, { ...who, ...counted }));
  }),
  ofUnit("freeze", "a unit is frozen"),
  asked("inv-unfreeze", "a frozen unit passes its checks, and is sold again", async (story, desk) => {
    await held(story);
    await story.inventory.freeze(unit, { id: "frozen" });
    return () => desk.ask("asked", byOperator, (who) => story.inventory.unfreeze(unit, who));
  }),
  asked("inv-force-release", "an operator gives back what somebody holds", async (story, desk) => {
    const kept = await held(story);
    return () => desk.ask("asked", byOperator, (who) => story.inventory.forceRelease(kept, who));
  }),
  asked("inv-raise-epoch", "a frozen unit's epoch is raised, and a piece of it is held", async (story, desk) => {
    await held(story);
    await story.inventory.freeze(unit, { id: "frozen" });
    return () => desk.ask("asked", byOperator, (who) => story.inventory.raiseEpoch(unit, who));
  }),
  asked("inv-settle", "a hold of an older epoch is settled", async (story, desk) => {
    const kept = await held(story);
    await story.inventory.freeze(unit, { id: "frozen" });
    await story.inventory.raiseEpoch(unit, { id: "raised" });
    return () => desk.ask("asked", byOperator, (who) => story.inventory.settle(kept, "RELEASED", who));
  }),
  asked("inv-activate", "a unit that is ready goes on sale", async ({ inventory }, desk) => {
    await inventory.create([{ unit: other, total: 2 }], { id: "made", onSale: false });
    return () => desk.ask("asked", byOperator, (who) => inventory.activate(other, who));
  }),
  ofUnit("retire", "a unit is taken off sale for good"),
  asked("inv-create", "two units are made with their first pieces", async ({ inventory }, desk) => {
    const units = ["bed-1", "bed-2"].map((name) => ({ unit: name, total: 2 }));
    return Promise.resolve(() => desk.ask("asked", byOperator, (who) => inventory.create(units, who)));
  }),
];

const shownFlows: readonly Flow[] = [
  goesRound("lease-relay", "a relay leases three events and has them sent", "inventory-relay-1", async (story) => {
    const kept = await held(story);
    await story.inventory.confirm(kept, { id: "sold" });
    return () => story.inventoryRelay.run();
  }),
  goesRound(
    "lease-successor",
    "a relay died with its lease, and another takes over",
    "inventory-relay-2",
    async (story) => {
      await held(story);
      const dies = story.process("inventory-relay-1").killAt("stock event taken");
      await Promise.allSettled([story.inventoryRelay.run()]);
      await dies;
      await story.time.pass(30_000);
      return () => story.inventoryRelay.run({ on: "inventory-relay-2" });
    },
  ),
  goesRound(
    "lease-postponed",
    "a relay finds no reader, and puts its events off",
    "inventory-relay-1",
    async (story) => {
      await held(story);
      await story.process("projector").kill();
      return () => story.inventoryRelay.run();
    },
  ),
  goesRound("project", "the projector takes the next event of a unit", "projector", async (story) => {
    await story.inventoryRelay.run();
    await held(story);
    return () => story.inventoryRelay.run();
  }),
  goesRound(
    "project-gap",
    "an event comes to the projector before the one that it follows",
    "projector",
    async (story) => {
      await story.inventoryRelay.run();
      const kept = await held(story);
      await story.inventory.confirm(kept, { id: "sold" });
      return () => story.inventoryRelay.deliver({ of: unit, version: 3 });
    },
  ),
  goesRound("view-repair", "a paused view is read from the facts again", "views", async (story) => {
    const kept = await held(story);
    await story.inventory.confirm(kept, { id: "sold" });
    await story.inventoryRelay.deliver({ of: unit, version: 3 });
    return () => story.views.repair();
  }),
  asked(
    "view-rebuild",
    "a frozen unit's view is built anew, in the next epoch",
    async ({ inventory }, desk) => {
      await inventory.freeze(unit, { id: "frozen" });
      return () => desk.rebuild(unit, "anew");
    },
    "views",
  ),
];

export const stock: readonly Flow[] = [...doorFlows, ...shownFlows];
