/**
 * INV-02. Commands by chance on six units, each carried out by the inventory and by a model of it.
 * The model is pieces in buckets and a page of rules; it knows no database. Reserve of one unit or several or out of a lock, Confirm,
 * Release, Refund, Lock, Unlock, Adjust at the right version or an old one, Freeze and Unfreeze: after each, its answer and every
 * bucket, state and version of every unit are what the model says, and the buckets add up to the total. At the end every hold's
 * time is over. The ledger, read from its beginning, explains all of it.
 */
import {
  asTheModelSays,
  breaks,
  experiment,
  ledgerExplains,
  ledgerLeads,
  replayExplains,
  stockConserved,
} from "../../harness/shop/scenario.ts";
import { placeNotGivenBack } from "../controls/placeNotGivenBack.ts";

const units = ["room-1", "room-2", "room-3", "seat-1", "seat-2", "seat-3"];

export default experiment("INV-02", {
  title: "Commands by chance on six units, beside a model",
  stock: 1,
  long: true,
  config: { perUserLimit: 4 },
  async story({ stockModel, ledger, sweeper, time, note }) {
    await stockModel.begin(units, 6);
    for (const line of await stockModel.run(100)) note(line);
    await ledger.replay();
    await time.pass(60_000);
    await sweeper.run();
    await stockModel.sweep();
    await ledger.replay();
  },
  holds: [asTheModelSays, replayExplains, ledgerLeads, ledgerExplains, stockConserved],
  occurs: ["reserve", "confirm", "release", "refund", "lock", "unlock", "adjust", "freeze", "unfreeze"].map(
    (command) => `${command} COMMITTED`,
  ),
  control: breaks(asTheModelSays, "a released hold gives no piece back", placeNotGivenBack),
});
