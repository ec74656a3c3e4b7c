/**
 * INV-17. Old months of the ledger move to the archive, and a byte in it is changed.
 * Of two orders in January one is paid at once, the other in February; then January is over and its rows move. Only the owner of the
 * tables may do that, and nobody may take a row out of the ledger that is not in the archive, or change one that is. The ledger read with
 * its archive explains every balance, before and after. By force a byte of an archived row is changed, of what it counts or of its
 * reason; its digest with it; the row is deleted: each time the month is named, and the row where it can be told.
 */
import {
  booksAgree,
  breaks,
  everyEndTold,
  experiment,
  forcedIsNamed,
  ledgerExplains,
  ledgerLeads,
  nothingIncomplete,
  nothingPending,
  paidOnce,
  replayExplains,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { archiveUnread } from "../controls/archiveUnread.ts";
import { digestsBelieved } from "../controls/digestsBelieved.ts";

const dayMs = 86_400_000;
const hands = [
  "a byte of its pieces changed",
  "a byte of its reason changed",
  "a byte and its digest changed",
  "deleted",
] as const;

export default experiment("INV-17", {
  title: "Old months of the ledger in the archive, and a byte changed in it",
  stock: 4,
  config: { holdMs: 20 * dayMs },
  async story({ shop, ledger, time, note }) {
    await time.pass(20 * dayMs);
    const early = await shop.order({ user: "user-0001" });
    await shop.pay(early).expect("PAID");
    const late = await shop.order({ user: "user-0002" });
    await ledger.archive("2026-01").expect({ rows: 0 }); // It is not over.
    await time.pass(11 * dayMs);
    await shop.pay(late).expect("PAID");
    await ledger.replay().expect("explained by 5 rows");

    await ledger.tamper(early, "deleted", "the owner").expect("refused");
    await ledger.archive("2026-01").expect({ rows: 4 });
    await ledger.archive("2026-01").expect({ rows: 0 });
    await ledger.replay().expect("explained by 5 rows");
    for (const how of hands) {
      await ledger.tamperArchive(early, how).expect("refused");
      await ledger.tamperArchive(early, how, "the owner").expect("refused");
    }

    for (const how of hands) {
      const { remarks } = await ledger.forceArchive(early, how);
      note(`${how}: ${remarks.join("; ")}`);
    }
    await shop.pay(await shop.order({ user: "user-0003" })).expect("PAID");
    await time.pass(28 * dayMs);
    await ledger.archive("2026-02").expect({ rows: 2 }); // What the unit rests on stays.
    await shop.pay(await shop.order({ user: "user-0004" })).expect("PAID");
    await ledger.archive("2026-02").expect({ rows: 1 });
    await ledger.replay().expect("explained by 9 rows");
  },
  holds: [
    replayExplains,
    forcedIsNamed,
    ledgerLeads,
    ledgerExplains,
    stockConserved,
    paidOnce,
    everyEndTold,
    nothingPending,
    nothingIncomplete,
    booksAgree,
  ],
  control: [
    breaks(replayExplains, "the archive is not read", archiveUnread),
    breaks(forcedIsNamed, "archived rows are not compared with their digests", digestsBelieved),
  ],
});
