/**
 * INV-09. What may befall a relay that works by lease: an outage, a poison event, an owner that outlives its lease.
 * The reader is away for longer than four tries take, each wait twice as long as the one before: the first event of each unit is
 * dead, and nothing is lost, because a dead event is kept and can be revived. Then one unit's event is in a form that its reader
 * does not know: it is dead in the end, with the reason; later events of that unit wait for it by name, and other units go on. At last a
 * relay stands still for longer than its lease, with an event under way whose answer is lost. Another takes its batch over and has it
 * sent; the first wakes, has no answer, and may not write that down any more.
 */
import {
  appliedInOrder,
  booksAgree,
  breaks,
  experiment,
  noEventLost,
  nothingIncomplete,
  stockConserved,
  users,
  viewsAreFacts,
  viewsCaughtUp,
} from "../../harness/shop/scenario.ts";
import { eventMarkedFirst } from "../controls/eventMarkedFirst.ts";
import { eventsInOneLine } from "../controls/eventsInOneLine.ts";
import { staleLeaseWrites } from "../controls/staleLeaseWrites.ts";

const units = ["sku-lab-01", "sku-lab-02", "sku-lab-03"] as const;
const [first, poisoned, third] = units;

export default experiment("INV-09", {
  title: "An outage, a poison event, and a lease that its owner outlives",
  stock: 4,
  config: { eventAttemptsMax: 4 },
  async story({ shop, channel, inventoryRelay, process, time, views, note }) {
    process("projector").start();
    for (const unit of [poisoned, third]) await shop.open({ sku: unit, total: 4 });
    const oneOfEach = async (user: string): Promise<void> => {
      for (const unit of units) await shop.order({ user, of: unit }).expect("CREATED");
    };
    const [ann, ben, cid, dot] = users(1, 4) as [string, string, string, string];
    await inventoryRelay.run().expect("{SENT=3}");

    await process("projector").kill();
    await oneOfEach(ann);
    for (const ends of ["POSTPONED", "POSTPONED", "POSTPONED", "DEAD"]) {
      await inventoryRelay.run().expect(`{${ends}=3}`);
      await time.pass(4_000);
    }
    process("projector").start();
    await inventoryRelay.run().expect("{}");
    for (const unit of units) await inventoryRelay.revive(unit).expect({ events: 1 });
    await inventoryRelay.run().expect("{SENT=3}");

    await oneOfEach(ben);
    await inventoryRelay.garble({ of: poisoned, version: 3 });
    await inventoryRelay.run().expect("{POSTPONED=1, SENT=2}");
    await oneOfEach(cid);
    await inventoryRelay.run().expect("{SENT=2}");
    const tries = (times: string): string => `after ${times} (400 INVALID schema_version: Invalid input: expected 1)`;
    await inventoryRelay
      .standstills()
      .expect(`${poisoned} v3 is POSTPONED ${tries("1 try")}, and 1 later one waits for it`);
    await time.pass(999);
    await inventoryRelay.run().expect("{}");
    await time.pass(1);
    for (const [ends, waitMs] of [
      ["POSTPONED", 2_000],
      ["POSTPONED", 4_000],
      ["DEAD", 0],
    ] as const) {
      await inventoryRelay.run().expect(`{${ends}=1}`);
      await time.pass(waitMs);
    }

    await oneOfEach(dot);
    channel.on("change", `${first}/v5`).reply.lose();
    const slow = process("inventory-relay-1");
    const standing = slow.pauseAt("events leased").expect("paused");
    const late = inventoryRelay.run().expect("{LEASE_LOST=1}");
    await standing;
    await inventoryRelay.run({ on: "inventory-relay-2" }).expect("{}");
    await time.pass(30_000);
    await inventoryRelay.run({ on: "inventory-relay-2" }).expect("{SENT=2}");
    slow.resume();
    await late;
    await inventoryRelay
      .standstills()
      .expect(`${poisoned} v3 is DEAD ${tries("4 tries")}, and 2 later ones wait for it`);
    note(views.effects);
  },
  holds: [noEventLost, appliedInOrder, viewsAreFacts, viewsCaughtUp, stockConserved, nothingIncomplete, booksAgree],
  control: [
    breaks(noEventLost, "whoever had the lease once writes what became of the event", staleLeaseWrites),
    breaks(noEventLost, "an event is marked and then sent", eventMarkedFirst),
    {
      ...breaks(viewsCaughtUp, "events go in one line, whatever unit they are of", eventsInOneLine),
      mayNotFire: "what comes after the poison event is never sent",
    },
  ],
});
