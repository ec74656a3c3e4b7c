/** Guards of the inventory's door, of its ledger, of its relay by lease and of the projector: commands to the inventory miss them. */
import { of } from "./removal.ts";
import { archiveUnread } from "../controls/archiveUnread.ts";
import { digestsBelieved } from "../controls/digestsBelieved.ts";
import { driftSubtracted } from "../controls/driftSubtracted.ts";
import { eventMarkedFirst } from "../controls/eventMarkedFirst.ts";
import { eventsInOneLine } from "../controls/eventsInOneLine.ts";
import { gapPassedOver } from "../controls/gapPassedOver.ts";
import { endedAsRead } from "../controls/inv/endedAsRead.ts";
import { everybodyMay } from "../controls/inv/everybodyMay.ts";
import { judgedAnew } from "../controls/inv/judgedAnew.ts";
import { lastLineCounts } from "../controls/inv/lastLineCounts.ts";
import { neverSwept } from "../controls/inv/neverSwept.ts";
import { nightsAsAsked } from "../controls/inv/nightsAsAsked.ts";
import { otherWishAnswered } from "../controls/inv/otherWishAnswered.ts";
import { refusedPartKept } from "../controls/inv/refusedPartKept.ts";
import { returnedToSale } from "../controls/inv/returnedToSale.ts";
import { stateIgnored } from "../controls/inv/stateIgnored.ts";
import { stockByVersion } from "../controls/inv/stockByVersion.ts";
import { versionIgnored } from "../controls/inv/versionIgnored.ts";
import { ledgerBelieved } from "../controls/ledgerBelieved.ts";
import { staleLeaseWrites } from "../controls/staleLeaseWrites.ts";
import { watermarkIgnored } from "../controls/watermarkIgnored.ts";
import { whateverComes } from "../controls/whateverComes.ts";

export const stockGuards = [
  ...of("door", {
    "ended-as-read": ["a hold is ended by whoever has read that it is HELD", endedAsRead],
    "everybody-may": ["whoever is known to the door may do everything", everybodyMay],
    "judged-anew": ["an operation that comes again is judged again", judgedAnew],
    "last-line-counts": ["of several lines of one unit only the last is kept", lastLineCounts],
    "nights-as-asked": ["units are locked in the order in which they are asked for", nightsAsAsked],
    "other-wish-answered": ["whatever is sent under an operation's id is given its answer", otherWishAnswered],
    "refused-part-kept": ["what a refused command has moved by then stays moved", refusedPartKept],
    "returned-to-sale": ["what a hold gives back is for sale, wherever it came from", returnedToSale],
    "state-ignored": ["pieces are moved whatever the state of their unit", stateIgnored],
    "stock-by-version": ["a Reserve demands that nobody was served since it read the unit", stockByVersion],
    "version-ignored": ["an adjustment is booked at whatever version there is", versionIgnored],
  }),
  ...of("expiry", {
    "never-swept": ["nobody sweeps", neverSwept],
  }),
  ...of("ledger", {
    "archive-unread": ["the ledger is read without its archive", archiveUnread],
    "digests-believed": ["archived rows are not compared with their digests", digestsBelieved],
    "ledger-believed": ["the replay takes the ledger's last word", ledgerBelieved],
  }),
  ...of("relay by lease", {
    "event-marked-first": ["an event is marked and then sent", eventMarkedFirst],
    "events-in-one-line": ["events go in one line, whatever unit they are of", eventsInOneLine],
    "stale-lease-writes": ["whoever had the lease once writes what became of the event", staleLeaseWrites],
  }),
  ...of("projector", {
    "drift-subtracted": ["a drift is corrected by the difference that was found", driftSubtracted],
    "gap-passed-over": ["any later version is applied", gapPassedOver],
    "watermark-ignored": ["what a reader has seen before is not looked at", watermarkIgnored],
    "whatever-comes": ["the projector applies whatever comes", whateverComes],
  }),
];
