/**
 * INV-12. Two holds are confirmed in the last millisecond before their deadline, and one of them is just being looked at.
 * Its confirmation has to wait, and the deadline passes meanwhile: the clock is read when the lock is held, and it is refused.
 * Compared with the time at which its transaction began it would be in time. The sweep gives its piece to the next buyer.
 */
import { breaks, confirmedInTime, experiment } from "../../harness/shop/scenario.ts";
import { deadlineOfTransaction } from "../controls/deadlineOfTransaction.ts";
import { sound } from "./sound.ts";

export default experiment("INV-12", {
  title: "A confirmation waits for a lock until the deadline has passed: it is refused",
  stock: 2,
  config: { expiredHold: "deadline-decides" },
  async story({ inventory, stockroom, sweeper, time }) {
    const inTime = await inventory.reserve({ user: "ada", holdMs: 1_000 }).expect("COMMITTED");
    const late = await inventory.reserve({ user: "bob", holdMs: 1_000 }).expect("COMMITTED");
    await time.pass(990);
    const look = stockroom.keep(late).expect("done"); // for 10 ms
    await time.pass(9);
    const waiting = inventory.confirm(late).expect("REJECTED DEADLINE_PASSED");
    await inventory.confirm(inTime).expect("COMMITTED");
    await look;
    const { outcome } = await waiting;
    if (outcome === "REJECTED") await sweeper.run().expect({ released: 1 });
    if (outcome === "REJECTED") await inventory.reserve({ user: "cyd" }).expect("COMMITTED");
  },
  holds: [confirmedInTime, ...sound],
  control: breaks(confirmedInTime, "the deadline is compared with the transaction's beginning", deadlineOfTransaction),
});
