/**
 * INV-03. One operation, however often it is sent.
 * Three copies at once have one effect: one is carried out, and the others are told that it goes on, or how it ended. Sent later, it
 * is given the same answer, whatever has become of the reservation since. Something else under its id is refused, whoever sends
 * it. When the reply is lost, on the way or between service and database, a lookup says what came of it, and the same command may
 * be sent again.
 */
import { answeredTheSame, breaks, experiment, oneWishEach } from "../../harness/shop/scenario.ts";
import { judgedAnew } from "../controls/inv/judgedAnew.ts";
import { otherWishAnswered } from "../controls/inv/otherWishAnswered.ts";
import { sound } from "./sound.ts";

export default experiment("INV-03", {
  title: "One operation sent at once, again, with other content, and with its reply lost",
  stock: 4,
  async story({ inventory, channel, database, shop, tally, note }) {
    const wish = { id: "op-a", user: "user-0001", order: "order-a" };
    const copies = ["inventory-1", "inventory-1", "inventory-2"].map((at) => inventory.reserve({ ...wish, at }));
    note(await tally("one Reserve three times at once", copies, { "COMMITTED or ACCEPTED": 3 }));
    const held = await inventory.lookUp("op-a").expect({ outcome: "COMMITTED", state: "HELD" });
    await shop.available().expect({ available: 3 });

    await inventory.reserve({ ...wish, user: "user-0002" }).expect({ cause: "KEY_REUSED", http: 422 });
    await inventory.reserve({ ...wish, caller: "market" }).expect({ cause: "KEY_REUSED", http: 422 });
    await inventory.release(held, { id: "op-a" }).expect({ cause: "KEY_REUSED", http: 422 });

    await inventory.confirm(held, { id: "op-b" }).expect({ outcome: "COMMITTED", state: "CONFIRMED" });
    await inventory.confirm(held, { id: "op-b" }).expect({ outcome: "COMMITTED", state: "CONFIRMED" });
    await inventory.reserve(wish).expect({ outcome: "COMMITTED", state: "HELD" });

    channel.on("command", "op-c").reply.lose();
    const unheard = { id: "op-c", user: "user-0003" };
    await inventory.reserve(unheard).expect("timeout");
    await inventory.lookUp("op-c").expect({ outcome: "COMMITTED", state: "HELD" });
    await inventory.reserve(unheard).expect("COMMITTED");

    const lost = database("inventory-1").loseReplyAt("command committed");
    const unknown = { id: "op-d", user: "user-0004" };
    await inventory.reserve(unknown).expect({ outcome: "UNKNOWN", http: 503, next: "QUERY_STATUS" });
    await lost;
    await inventory.lookUp("op-d").expect({ outcome: "COMMITTED", state: "HELD" });
    await inventory.reserve(unknown).expect("COMMITTED");
    await inventory.lookUp("op-e").expect({ cause: "NO_SUCH_OPERATION", next: "RETRY_SAME" });
    await shop.available().expect({ available: 1 });
  },
  holds: [oneWishEach, ...sound],
  control: [
    breaks(oneWishEach, "an operation's answer is given to whatever is sent under its id", otherWishAnswered),
    {
      ...breaks(answeredTheSame, "an operation that comes again is judged again", judgedAnew),
      mayFail: "a Reserve that is judged again finds its own rows in the ledger",
    },
  ],
});
