/**
 * HF-05. Three order services, three recovery workers, two relays and two sweepers at once; two of them die.
 * Twelve buyers pay over all three services, and some replies are lost. An order service dies with a charge's answer in
 * its hand, a relay with three events delivered and none marked; both are started again. Everything comes to an end, the
 * books agree, and every order is shipped once.
 */
import {
  askedOnce,
  booksAgree,
  breaks,
  chargedWhenPaid,
  eventsComplete,
  experiment,
  ledgerExplains,
  neverOversold,
  nothingPending,
  paidOnce,
  shippedEach,
  shippedOnce,
  stockConserved,
  users,
} from "../../harness/shop/scenario.ts";
import { noInbox } from "../controls/noInbox.ts";

export default experiment("HF-05", {
  title: "Three order services, three recovery workers, two relays, two sweepers; two die",
  stock: 12,
  async story({ shop, channel, process, recovery, relay, sweeper, time, together, note }) {
    const services = ["orders-1", "orders-2", "orders-3"];
    for (const service of services) process(service).start();
    const orders = [];
    for (const user of users(1, 12)) orders.push(await shop.order({ user }));
    for (const order of orders.filter((_, i) => i % 3 === 0)) channel.on("charge", order).reply.delay(1200);

    const death = process("orders-2").killAt("charge answered").expect("killed");
    const pays = orders.map((order, i) => shop.pay(order, { at: services[i % 3] ?? "orders-1" }));
    const others = [sweeper.run(), sweeper.run({ on: "sweeper-2" })];
    await death;
    process("orders-2").start();
    const answers = await together(...pays);
    await together(...others);
    // Whoever lost the connection pays again; an order that is PAYING or PAID already refuses, and recovery settles it.
    const lost = orders.filter((_, i) => answers[i]?.text === "io error");
    await together(...lost.map((order) => shop.pay(order)));
    const everybody = ["recovery", "recovery-2", "recovery-3"].map((on) => recovery.run({ staleMs: 0, on }));
    await together(...everybody);

    const relayDeath = process("relay").killAt("third event taken").expect("killed");
    relay.run({ limit: 6 });
    await together(relayDeath, relay.run({ limit: 6, on: "relay-2" }));
    await time.pass(2_000);
    await relay.run({ limit: 12 });
    await recovery.run({ staleMs: 0 });
    await relay.run({ limit: 12, on: "relay-2" });
    note(shop.finalStates);
    note(shop.deliveryEffects);
    note(shop.reconciled);
  },
  holds: [
    paidOnce,
    askedOnce,
    chargedWhenPaid,
    neverOversold,
    stockConserved,
    ledgerExplains,
    eventsComplete,
    shippedEach,
    shippedOnce,
    nothingPending,
    booksAgree,
  ],
  control: breaks(shippedOnce, "the consumer has neither inbox nor version check", noInbox),
});
