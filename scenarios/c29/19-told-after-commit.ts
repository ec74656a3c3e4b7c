/**
 * C29-19, a control. There is no outbox: the service commits PAID, then tells the consumer directly, and dies between.
 * The three books agree to the last unit, so the reconciler is content; and nobody will ever ship. Only the check that
 * every PAID order has its event sees it.
 */
import { booksAgree, breaks, eventsComplete, experiment } from "../../harness/shop/scenario.ts";
import { toldAfterCommit } from "../controls/toldAfterCommit.ts";

export default experiment("C29-19", {
  title: "Control: no outbox, SIGKILL between the commit and the telling",
  stock: 1,
  real: true,
  async story({ shop, process, recovery, relay, note }) {
    const order = await shop.order({ user: "user-0042" });
    const orders = process("orders-1");
    const death = orders.killAt("paid, not told").expect("killed");
    await shop.pay(order).expect("io error");
    await death;
    orders.start();
    await recovery.run({ staleMs: 0 });
    await relay.run().expect({ delivered: 0 });
    await shop.status(order).expect({ status: "PAID", reservation: "CONFIRMED" });
    await shop.reconcile().expect({ mismatches: 0, pending: 0 });
    await shop.shipments().expect({ orders: 0, shipments: 0 });
    note(shop.timeline(order));
  },
  holds: [booksAgree],
  wrong: breaks(eventsComplete, "the consumer is told after the commit, not by an outbox", toldAfterCommit, [
    "ord-0001 PAID_WITHOUT_EVENT events=0",
  ]),
});
