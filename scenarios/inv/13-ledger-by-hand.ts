/**
 * INV-13. A row of the ledger is deleted, changed or doubled by hand.
 * The database refuses it: to whoever has the shop's connections, because the shop may only add to the ledger, and to the owner of the
 * tables, because a trigger lets it only grow and no row is there twice. Then the owner switches off what refuses. What is done now is
 * named by the replay, with the row that it was done to: one that is gone by what it must have changed, one that was changed
 * because it contradicts itself or the row after it, one that is there twice as ignored. In the end everything is undone.
 */
import {
  booksAgree,
  breaks,
  experiment,
  forcedIsNamed,
  ledgerExplains,
  ledgerLeads,
  nothingIncomplete,
  replayExplains,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { ledgerBelieved } from "../controls/ledgerBelieved.ts";
import { stockMovesUnrecorded } from "../controls/stockMovesUnrecorded.ts";

const hands = ["deleted", "changed", "changed with its end", "doubled"] as const;

export default experiment("INV-13", {
  title: "A ledger row deleted, changed or doubled by hand",
  stock: 3,
  async story({ shop, ledger, note }) {
    const kept = await shop.order({ user: "user-0001" });
    await shop.pay(kept).expect("PAID");
    await shop.order({ user: "user-0002" }).expect("CREATED");
    await ledger.replay().expect("explained by 4 rows");

    for (const how of hands) {
      await ledger.tamper(kept, how).expect("refused");
      await ledger.tamper(kept, how, "the owner").expect("refused");
    }
    await ledger.replay().expect("explained by 4 rows");

    const unit = "sku-lab-01";
    const named = {
      deleted: `missed ${unit}: v2: available 3 -> 2, held 0 -> 1`,
      changed: `doubted ${unit}: row 2 (v2 hold ${kept.id}/r1): available 3-2 is not 2; held 0+2 is not 1`,
      "changed with its end": `doubted ${unit}: row 3 (v3 confirm ${kept.id}/r1): it begins with available 2, and v2 ended with 1; it begins with held 1, and v2 ended with 2`,
      doubled: `ignored ${unit}: row 9999 (v2 hold ${kept.id}/r1): it repeats row 2 (v2 hold ${kept.id}/r1)`,
    };
    for (const how of hands) {
      const { remarks } = await ledger.force(kept, how).expect(named[how]);
      note(`${how}: ${remarks.join("; ")}`);
    }
    await ledger.replay().expect("explained by 4 rows");
  },
  holds: [forcedIsNamed, replayExplains, ledgerLeads, ledgerExplains, stockConserved, nothingIncomplete, booksAgree],
  control: [
    breaks(forcedIsNamed, "the replay takes the ledger's last word", ledgerBelieved),
    breaks(ledgerLeads, "stock moves and the ledger says nothing", stockMovesUnrecorded),
  ],
});
