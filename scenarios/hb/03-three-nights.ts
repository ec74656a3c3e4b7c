/**
 * HB-03. Three nights in one booking, and the third is full; then one of which there is no such night.
 * A booking is one Reserve with a line a night. Whichever night cannot be had, the guest has none of them, and every night is
 * left as it was: what the first nights had given by then is given back before anybody can see it.
 */
import { breaks, effectAsAnswered, experiment, reservedWhole, table } from "../../harness/shop/scenario.ts";
import { refusedPartKept } from "../controls/inv/refusedPartKept.ts";
import { sound } from "../inv/sound.ts";
import { book, openNights } from "./nights.ts";

const nights = ["night-1", "night-2", "night-3"];

export default experiment("HB-03", {
  title: "Three nights, and the third is full, or there is no such night: nothing is held",
  stock: 1,
  config: { holdMs: 10_000 },
  async story({ hotel, inventory, note }) {
    await openNights(inventory, nights, 2);
    const rows: (string | number)[][] = [["guest", "asks for", "is told", ...nights]];
    const tell = async (guest: string, ...of: readonly string[]): Promise<void> => {
      const { outcome, cause } = await book(inventory, guest, of);
      const left: number[] = [];
      for (const night of nights) left.push((await hotel.night(night)).available);
      rows.push([guest, of.join(" "), cause === "" ? outcome : `${outcome} ${cause}`, ...left]);
    };
    await tell("guest-a", "night-3");
    await tell("guest-b", "night-3");
    await tell("guest-c", ...nights);
    await tell("guest-d", "night-1", "night-2", "night-4");
    await tell("guest-e", "night-2", "night-1");
    for (const row of table(rows)) note(row);

    await book(inventory, "guest-f", nights).expect("REJECTED SOLD_OUT");
    await book(inventory, "guest-f", ["night-0", "night-1", "night-2"]).expect("REJECTED NO_SUCH_UNIT");
    await hotel.night("night-1").expect({ available: 1, holds: 1 });
    await hotel.night("night-2").expect({ available: 1, holds: 1 });
    await hotel.night("night-3").expect({ available: 0, holds: 2 });
  },
  holds: [reservedWhole, ...sound],
  control: [breaks(effectAsAnswered, "what a refused booking had taken by then stays taken", refusedPartKept)],
});
