/**
 * INV-19. Three things end a hold whose time is over: its delay task, the sweep, and the payment that finds it too late.
 * A task ends its hold at the deadline and not a millisecond before. Then, around one deadline, one task has been lost, one comes
 * twice, one a second late, one finds that its hold was sold, and one meets the sweep and the notice of a payment. The expiry
 * service dies with what it has to wait for, and once more just when it has ended a hold. At last a task comes while its hold's
 * epoch is over, and leaves it to be settled. Each hold is ended once, and what the tasks have missed the sweep finds.
 */
import {
  booksAgree,
  breaks,
  endedOnce,
  everyCommandJudged,
  expiredInTime,
  experiment,
  noneOverdue,
  nothingPending,
  type Order,
} from "../../harness/shop/scenario.ts";
import { neverSwept } from "../controls/inv/neverSwept.ts";
import { taskAtOnce } from "../controls/inv/taskAtOnce.ts";
import { taskUnconditioned } from "../controls/inv/taskUnconditioned.ts";
import { sound } from "./sound.ts";

export default experiment("INV-19", {
  title: "Delay task, sweep and late payment: a hold ends once, whatever becomes of its task",
  stock: 12,
  config: { expiryUrl: "http://expiry", expiredHold: "deadline-decides", lateSuccess: "refund" },
  async story({ shop, channel, expiry, sweeper, recovery, inventory, process, time, together, note }) {
    const place = (user: string) => shop.order({ user }).expect("CREATED");
    const is = (order: Order, reservation: string) => shop.status(order).expect({ reservation });

    const alone = await place("ann");
    await time.pass(59_999);
    await sweeper.run().expect({ released: 0 });
    await is(alone, "HELD");
    await time.pass(2);
    await is(alone, "RELEASED");

    channel.on("expiry", "ord-0002").request.lose();
    channel.on("expiry", "ord-0003").request.duplicate(2);
    channel.on("expiry", "ord-0004").request.delay(61_000);
    const lost = await place("bob");
    const [twice, late] = [await place("cid"), await place("dot")];
    const sold = await place("eve");
    await shop.pay(sold).expect("PAID");
    const raced = await place("fay");
    const notice = channel.on("callback", raced).hold();
    await channel.charge(raced).expect("CHARGED");
    await time.pass(60_000);
    await together(notice.release().expect("REFUNDING"), sweeper.run());
    await time.pass(1);
    await sweeper.run();
    for (const order of [lost, twice, late, raced]) await is(order, "RELEASED");
    await time.pass(1_000);
    await is(sold, "CONFIRMED");

    const forgotten = await place("gus");
    await time.pass(1); // its task waits
    await process("expiry").kill();
    process("expiry").start();
    const ended = await place("hal");
    process("expiry").killAt("holds released").expect("killed");
    await time.pass(60_001);
    await is(ended, "RELEASED");
    process("expiry").start();
    await expiry.arrange(ended).expect({ http: 202 });
    await is(forgotten, "HELD");
    await sweeper.run().expect({ released: 1 });

    const outdated = await inventory.reserve({ user: "ida", holdMs: 1_000 }).expect("COMMITTED");
    await inventory.freeze().expect("COMMITTED");
    await inventory.raiseEpoch().expect("COMMITTED");
    await time.pass(1_001);
    await inventory.lookUpReservation(outdated).expect({ state: "HELD" });
    await inventory.settle(outdated, "KEPT").expect("COMMITTED");
    await time.pass(1);
    await inventory.lookUpReservation(outdated).expect({ state: "RELEASED" });
    await recovery.run();
    await sweeper.run().expect({ released: 0 });
    note(shop.finalStates);
  },
  holds: [expiredInTime, noneOverdue, everyCommandJudged, ...sound, nothingPending, booksAgree],
  control: [
    breaks(endedOnce, "a delay task takes its hold for one that nobody has ended", taskUnconditioned),
    {
      ...breaks(expiredInTime, "a delay task does not wait", taskAtOnce),
      mayNotFire: "it dies when it has ended another hold",
    },
    breaks(noneOverdue, "nobody sweeps", neverSwept),
  ],
});
