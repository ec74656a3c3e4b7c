/**
 * HB-04. Two guests book the same three nights at once, one forwards and one backwards, while the middle one is being looked at.
 * Each locks the nights in the order of their ids, whatever the order in which it names them: the second waits for the first,
 * and neither for a night that the other has. Locked as asked, each has what the other wants. This is one order of the steps;
 * every order of them is explored by `./run.sh explore nights-nights`.
 */
import { breaks, everyCommandJudged, experiment, reservedWhole } from "../../harness/shop/scenario.ts";
import { nightsAsAsked } from "../controls/inv/nightsAsAsked.ts";
import { sound } from "../inv/sound.ts";
import { book, openNights } from "./nights.ts";

const nights = ["night-1", "night-2", "night-3"];

export default experiment("HB-04", {
  title: "Two bookings name their nights in opposite order: no deadlock",
  stock: 1,
  config: { holdMs: 10_000 },
  async story({ hotel, inventory, stockroom, time, together }) {
    await openNights(inventory, nights, 2);
    const look = stockroom.look("night-2").expect("done");
    await time.pass(1);
    await together(
      look,
      book(inventory, "guest-a", nights).expect("COMMITTED"),
      book(inventory, "guest-b", [...nights].reverse()).expect("COMMITTED"),
    );
    for (const night of nights) await hotel.night(night).expect({ available: 0, holds: 2 });
  },
  holds: [everyCommandJudged, reservedWhole, ...sound],
  control: {
    ...breaks(everyCommandJudged, "nights are locked in the order in which they are asked for", nightsAsAsked),
    mayFail: "the deadlock's victim is answered with a 500",
  },
});
