/** Every experiment, in the order in which they run. */
import type { Experiment } from "../harness/shop/scenario.ts";
import c29x01 from "./c29/01-plain-way.ts";
import c29x02 from "./c29/02-refused-edges.ts";
import c29x03 from "./c29/03-pay-or-cancel.ts";
import c29x04 from "./c29/04-reply-lost.ts";
import c29x05 from "./c29/05-request-stalled.ts";
import c29x06 from "./c29/06-repeated-reversed.ts";
import c29x07 from "./c29/07-stock-lost.ts";
import c29x08 from "./c29/08-many-lost.ts";
import c29x09 from "./c29/09-relays.ts";
import c29x10 from "./c29/10-killed-after-charge.ts";
import c29x11 from "./c29/11-killed-before-commit.ts";
import c29x12 from "./c29/12-relay-killed.ts";
import c29x13 from "./c29/13-everything-at-once.ts";
import c29x14 from "./c29/14-timeout-means-failed.ts";
import c29x15 from "./c29/15-not-found-means-failed.ts";
import c29x16 from "./c29/16-late-charged-overwrites.ts";
import c29x17 from "./c29/17-confirm-ignored.ts";
import c29x18 from "./c29/18-consumer-forgets.ts";
import c29x19 from "./c29/19-told-after-commit.ts";
import hf10 from "./hf/10-charge-before-close.ts";

export const experiments: readonly Experiment[] = [
  ...[c29x01, c29x02, c29x03, c29x04, c29x05, c29x06, c29x07, c29x08, c29x09],
  ...[c29x10, c29x11, c29x12, c29x13, c29x14, c29x15, c29x16, c29x17, c29x18, c29x19],
  hf10,
];
