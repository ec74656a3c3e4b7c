/**
 * HF-26. Every way in which a transaction ends, tried by the stockroom: it puts units on sale, one a transaction.
 * What the server refused for another's sake is begun again, five times in all, and the answer is that of the one success.
 * Any other refusal is handed on. A refusal that was swallowed makes COMMIT a ROLLBACK, and that is said. When the connection
 * broke before, nothing was done. When COMMIT gets no answer nobody knows; nobody tries again, and whoever looks finds the unit
 * there already. Connections that were lost are closed, and only those: all others serve again.
 */
import {
  booksAgree,
  breaks,
  chargedWhenPaid,
  experiment,
  ledgerExplains,
  nothingIncomplete,
  openedAsTold,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { commitSentMeansDone } from "../controls/commitSentMeansDone.ts";

const inFavour = "refused 40001"; // of another transaction
const victim = "refused 40P01"; // of a deadlock
const second = "refused 23505"; // of what there may be one

export default experiment("HF-26", {
  title: "Every way in which a transaction ends, and what is told of it",
  stock: 1,
  async story({ shop, stockroom, note }) {
    await stockroom.open("sku-plain").expect({ ended: "done", tries: 1, closed: 0 });
    await stockroom.open("sku-twice-refused", inFavour, victim).expect({ ended: "done", tries: 3, closed: 0 });
    await stockroom
      .open("sku-at-last", victim, victim, victim, inFavour)
      .expect({ ended: "done", tries: 5, closed: 0 });
    const tooOften = [inFavour, inFavour, inFavour, inFavour, victim] as const;
    await stockroom.open("sku-too-often", ...tooOften).expect({ ended: victim, tries: 5, closed: 0 });

    await stockroom.open("sku-refused", second).expect({ ended: second, tries: 1, closed: 0 });
    await stockroom.open("sku-refused-at-last", "COMMIT refused").expect({ ended: second, tries: 1, closed: 0 });
    await stockroom.open("sku-swallowed", "a refusal swallowed").expect({ ended: "rolled back", tries: 1, closed: 0 });

    await stockroom
      .open("sku-broken", "the connection breaks")
      .expect({ ended: "connection lost", tries: 1, closed: 1 });
    await stockroom.open("sku-unanswered", "COMMIT unanswered").expect({ ended: "unknown", tries: 1, closed: 1 });
    await stockroom.open("sku-unanswered").expect({ ended: "there already", closed: 0 });

    await stockroom.count().expect({ ended: "done", closed: 0 });
    await stockroom.count(second).expect({ ended: second, closed: 0 });
    // What says that the session is over says nothing of the statement.
    for (const over of ["refused 57P01", "refused 08006"] as const) {
      await stockroom.count(over).expect({ ended: "unknown", closed: 1 });
    }

    const order = await shop.order({ user: "user-0001", of: "sku-unanswered" }).expect("CREATED");
    await shop.pay(order).expect("PAID");
    note(shop.timeline(order));
  },
  holds: [openedAsTold, ledgerExplains, stockConserved, chargedWhenPaid, nothingIncomplete, booksAgree],
  control: breaks(openedAsTold, "a COMMIT that was sent counts as carried out", commitSentMeansDone),
});
