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
import hb01 from "./hb/01-last-room-read.ts";
import hb02 from "./hb/02-last-room-conditional.ts";
import hb03 from "./hb/03-three-nights.ts";
import hb04 from "./hb/04-opposite-order.ts";
import hb05 from "./hb/05-around-the-deadline.ts";
import hb06 from "./hb/06-refund-worker-dies.ts";
import hb07 from "./hb/07-two-ids.ts";
import hb08 from "./hb/08-who-forgets-first.ts";
import hb09 from "./hb/09-three-policies.ts";
import hf01 from "./hf/01-database-crashes.ts";
import hf02 from "./hf/02-commit-unknown.ts";
import hf03 from "./hf/03-waiting-client-dies.ts";
import hf04 from "./hf/04-stale-recovery.ts";
import hf05 from "./hf/05-everybody-at-once.ts";
import hf10 from "./hf/10-charge-before-close.ts";
import hf11 from "./hf/11-holds-another-place.ts";
import hf12 from "./hf/12-refund-refused.ts";
import hf13 from "./hf/13-callback-fails.ts";
import hf14 from "./hf/14-paying-grows-stale.ts";
import hf15 from "./hf/15-one-place-each.ts";
import hf16 from "./hf/16-consumer-killed.ts";
import hf17 from "./hf/17-connection-breaks.ts";
import hf18 from "./hf/18-money-after-the-end.ts";
import hf19 from "./hf/19-money-nobody-asked-for.ts";
import hf20 from "./hf/20-words-out-of-place.ts";
import hf21 from "./hf/21-two-units.ts";
import hf22 from "./hf/22-at-the-door.ts";
import hf23 from "./hf/23-refused-for-good.ts";
import hf24 from "./hf/24-batches.ts";
import hf25 from "./hf/25-deadline-decides.ts";
import hf26 from "./hf/26-transactions-end.ts";
import hf27 from "./hf/27-deadlock.ts";
import hf28 from "./hf/28-another-amount.ts";
import hf29 from "./hf/29-answers-of-no-sense.ts";
import hf30 from "./hf/30-people-decide.ts";
import hf31 from "./hf/31-another-payment.ts";
import inv01 from "./inv/01-reserved-by-condition.ts";
import inv02 from "./inv/02-against-a-model.ts";
import inv03 from "./inv/03-one-operation.ts";
import inv04 from "./inv/04-one-end.ts";
import inv05 from "./inv/05-hot-row.ts";
import inv06 from "./inv/06-adjusted.ts";
import inv07 from "./inv/07-frozen.ts";
import inv08 from "./inv/08-lines.ts";
import inv09 from "./inv/09-relay-by-lease.ts";
import inv10 from "./inv/10-view-and-facts.ts";
import inv11 from "./inv/11-what-a-session-sees.ts";
import inv12 from "./inv/12-clock-after-lock.ts";
import inv13 from "./inv/13-ledger-by-hand.ts";
import inv14 from "./inv/14-epoch.ts";
import inv15 from "./inv/15-who-may.ts";
import inv16 from "./inv/16-activity.ts";
import inv17 from "./inv/17-archived-months.ts";
import inv18 from "./inv/18-views-that-drift.ts";
import inv19 from "./inv/19-three-triggers.ts";
import inv20 from "./inv/20-rebuilt-under-holds.ts";

export const experiments: readonly Experiment[] = [
  ...[c29x01, c29x02, c29x03, c29x04, c29x05, c29x06, c29x07, c29x08, c29x09],
  ...[c29x10, c29x11, c29x12, c29x13, c29x14, c29x15, c29x16, c29x17, c29x18, c29x19],
  ...[hb01, hb02, hb03, hb04, hb05, hb06, hb07, hb08, hb09],
  ...[hf01, hf02, hf03, hf04, hf05, hf10, hf11, hf12, hf13, hf14, hf15, hf16, hf17, hf18, hf19],
  ...[hf20, hf21, hf22, hf23, hf24, hf25, hf26, hf27, hf28, hf29, hf30, hf31],
  ...[inv01, inv02, inv03, inv04, inv05, inv06, inv07, inv08, inv09],
  ...[inv10, inv11, inv12, inv13, inv14, inv15, inv16, inv17, inv18, inv19, inv20],
];
