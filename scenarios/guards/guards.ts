/** Every guard that is taken away once, by the part of the system that has it. */
import type { Guard } from "../../harness/shop/scenario.ts";
import { of } from "./removal.ts";
import { allMarked } from "../controls/allMarked.ts";
import { amountNotCompared } from "../controls/amountNotCompared.ts";
import { answeredBeforeCommit } from "../controls/answeredBeforeCommit.ts";
import { brokenConnectionThrown } from "../controls/brokenConnectionThrown.ts";
import { booksReadApart } from "../controls/booksReadApart.ts";
import { callbackOverwrites } from "../controls/callbackOverwrites.ts";
import { cancelGivesBack } from "../controls/cancelGivesBack.ts";
import { cancelUnconditioned } from "../controls/cancelUnconditioned.ts";
import { chargedBeforePaying } from "../controls/chargedBeforePaying.ts";
import { closeMeansFailed } from "../controls/closeMeansFailed.ts";
import { conflictForgotten } from "../controls/conflictForgotten.ts";
import { conflictOverlooked } from "../controls/conflictOverlooked.ts";
import { conflictRefundedAsWell } from "../controls/conflictRefundedAsWell.ts";
import { confirmIgnored } from "../controls/confirmIgnored.ts";
import { currencyNotCompared } from "../controls/currencyNotCompared.ts";
import { deadlineIgnored } from "../controls/deadlineIgnored.ts";
import { deadlineOfTransaction } from "../controls/deadlineOfTransaction.ts";
import { decisionUnconditioned } from "../controls/decisionUnconditioned.ts";
import { eventApart } from "../controls/eventApart.ts";
import { eventTwice } from "../controls/eventTwice.ts";
import { eventsReadFirst } from "../controls/eventsReadFirst.ts";
import { failureAnsweredWell } from "../controls/failureAnsweredWell.ts";
import { highestEventRead } from "../controls/highestEventRead.ts";
import { inboxApart } from "../controls/inboxApart.ts";
import { keyReadFirst } from "../controls/keyReadFirst.ts";
import { lapsedLeftAlone } from "../controls/lapsedLeftAlone.ts";
import { lateMoneyKept } from "../controls/lateMoneyKept.ts";
import { lateSuccessWritesPaid } from "../controls/lateSuccessWritesPaid.ts";
import { limitCountsHoldsOnly } from "../controls/limitCountsHoldsOnly.ts";
import { limitIgnored } from "../controls/limitIgnored.ts";
import { limitReadFirst } from "../controls/limitReadFirst.ts";
import { lockDropped } from "../controls/lockDropped.ts";
import { locksCrossed } from "../controls/locksCrossed.ts";
import { markedBeforeDelivered } from "../controls/markedBeforeDelivered.ts";
import { moveUnconditioned } from "../controls/moveUnconditioned.ts";
import { noEventWhenHeldAgain } from "../controls/noEventWhenHeldAgain.ts";
import { noInbox } from "../controls/noInbox.ts";
import { noVersionCheck } from "../controls/noVersionCheck.ts";
import { notFoundMeansFailed } from "../controls/notFoundMeansFailed.ts";
import { nonsenseBelieved } from "../controls/nonsenseBelieved.ts";
import { noticeBeforeEffect } from "../controls/noticeBeforeEffect.ts";
import { noticeIdDecides } from "../controls/noticeIdDecides.ts";
import { noticeUnrecorded } from "../controls/noticeUnrecorded.ts";
import { onlyPaidIsTold } from "../controls/onlyPaidIsTold.ts";
import { payingAfterCall } from "../controls/payingAfterCall.ts";
import { payingLeftAlone } from "../controls/payingLeftAlone.ts";
import { paymentObjectNotCompared } from "../controls/paymentObjectNotCompared.ts";
import { placeNotGivenBack } from "../controls/placeNotGivenBack.ts";
import { publishedUndelivered } from "../controls/publishedUndelivered.ts";
import { readBeforeLock } from "../controls/readBeforeLock.ts";
import { readThenWrite } from "../controls/readThenWrite.ts";
import { refundEndForgotten } from "../controls/refundEndForgotten.ts";
import { refundForgotten } from "../controls/refundForgotten.ts";
import { refundKeyPerAttempt } from "../controls/refundKeyPerAttempt.ts";
import { refundOfHalf } from "../controls/refundOfHalf.ts";
import { refundReplyInsists } from "../controls/refundReplyInsists.ts";
import { refundedBeforeAsked } from "../controls/refundedBeforeAsked.ts";
import { refundsLeftAlone } from "../controls/refundsLeftAlone.ts";
import { refusalMeansRefunded } from "../controls/refusalMeansRefunded.ts";
import { refusedPlaceKept } from "../controls/refusedPlaceKept.ts";
import { reholdApart } from "../controls/reholdApart.ts";
import { reholdWithoutCondition } from "../controls/reholdWithoutCondition.ts";
import { releaseApart } from "../controls/releaseApart.ts";
import { shipsEveryEvent } from "../controls/shipsEveryEvent.ts";
import { silenceMeansRefused } from "../controls/silenceMeansRefused.ts";
import { stockMovesUnrecorded } from "../controls/stockMovesUnrecorded.ts";
import { stockReadFirst } from "../controls/stockReadFirst.ts";
import { stockUnconditioned } from "../controls/stockUnconditioned.ts";
import { sweepsEarly } from "../controls/sweepsEarly.ts";
import { sweepsPaid } from "../controls/sweepsPaid.ts";
import { timeoutMeansFailed } from "../controls/timeoutMeansFailed.ts";
import { toldAfterCommit } from "../controls/toldAfterCommit.ts";
import { toldBeforeCommit } from "../controls/toldBeforeCommit.ts";
import { unaskedMoneyIgnored } from "../controls/unaskedMoneyIgnored.ts";
import { unknownGivesBack } from "../controls/unknownGivesBack.ts";
import { unknownLeftAlone } from "../controls/unknownLeftAlone.ts";
import { unknownMeansFailed } from "../controls/unknownMeansFailed.ts";
import { unknownRunAgain } from "../controls/unknownRunAgain.ts";
import { payCancel } from "../pairs/buying.ts";
import { noticeCancel } from "../pairs/settling.ts";

const theLockIsEnough =
  "whoever moves an order has held its row's lock since it was read, so the condition finds what was read (without both: read-then-write)";

export const guards: readonly Guard[] = [
  ...of("order machine", {
    "lock-dropped": ["an order is read and not locked", lockDropped],
    "read-before-lock": ["an order is judged by what was read before it was locked", readBeforeLock],
    "read-then-write": ["an order is written as it was read, without lock and condition", readThenWrite],
    "move-unconditioned": [
      "a move is written whatever the order's state is by now",
      moveUnconditioned,
      { among: payCancel, harmless: theLockIsEnough },
    ],
    "no-event-when-held-again": ["a move to PAID with another place is told to nobody", noEventWhenHeldAgain],
    "only-paid-is-told": ["only PAID is told", onlyPaidIsTold],
    "event-twice": ["a move is told by two events", eventTwice],
    "told-before-commit": ["the consumer is told before the commit", toldBeforeCommit],
    "event-apart": ["the event of a move is written in another transaction", eventApart],
    "told-after-commit": ["the consumer is told after the commit, by nobody else", toldAfterCommit],
  }),
  ...of("place", {
    "key-read-first": ["the request key is looked up before it is inserted", keyReadFirst],
  }),
  ...of("pay", {
    "charged-before-paying": ["the channel is called before the order is PAYING", chargedBeforePaying],
    "paying-after-call": ["PAYING is written when the channel has answered", payingAfterCall],
    "timeout-means-failed": ["no answer in time means FAILED", timeoutMeansFailed],
    "unknown-gives-back": ["UNKNOWN gives the place back at once", unknownGivesBack],
    "nonsense-believed": ["an answer that is not understood counts as a refusal", nonsenseBelieved],
    "broken-connection-thrown": [
      "a connection that breaks during the charge is an error like any other",
      brokenConnectionThrown,
    ],
  }),
  ...of("settle", {
    "amount-not-compared": ["whatever amount comes is the price", amountNotCompared],
    "currency-not-compared": ["whatever currency the amount is in is the order's", currencyNotCompared],
    "payment-object-not-compared": ["whatever was paid for is the order's", paymentObjectNotCompared],
    "deadline-of-transaction": [
      "a deadline is compared with the time at which the transaction began",
      deadlineOfTransaction,
    ],
    "deadline-ignored": ["a hold past its deadline still counts where the deadline decides", deadlineIgnored],
    "confirm-ignored": ["whether a hold could be confirmed is ignored", confirmIgnored],
    "late-success-writes-paid": ["a late success writes PAID, whatever the order is", lateSuccessWritesPaid],
    "notice-id-decides": ["a notice with a new id counts, whatever the order is", noticeIdDecides],
    "late-money-kept": ["money that comes after the end is kept", lateMoneyKept],
    "unasked-money-ignored": ["money that nobody asked for is ignored", unaskedMoneyIgnored],
    "locks-crossed": ["the reservation is locked before the order", locksCrossed, { among: noticeCancel }],
  }),
  ...of("cancel", {
    "cancel-gives-back": ["cancel gives the place back before it looks at the order", cancelGivesBack],
    "cancel-unconditioned": ["cancel writes CANCELLED whatever the order is by now", cancelUnconditioned],
    "release-apart": ["the place is given back in another transaction", releaseApart],
  }),
  ...of("refund", {
    "refund-key-per-attempt": ["each attempt to refund makes a key of its own", refundKeyPerAttempt],
    "refunded-before-asked": ["REFUNDED is written before the channel has said so", refundedBeforeAsked],
    "refund-reply-insists": ["a refund that its notice has ended is an error", refundReplyInsists],
    "silence-means-refused": ["a refund without an answer counts as refused", silenceMeansRefused],
    "refusal-means-refunded": ["a refusal counts as a refund", refusalMeansRefunded],
    "refund-end-forgotten": ["what a refund came to is not kept", refundEndForgotten],
    "refund-forgotten": ["an order is REFUNDING and has no refund", refundForgotten],
    "refund-of-half": ["half of the money goes back", refundOfHalf],
  }),
  ...of("re-hold", {
    "rehold-without-condition": ["a lost hold is confirmed as it is", reholdWithoutCondition],
    "rehold-apart": ["a place is taken again in another transaction", reholdApart],
    "refused-place-kept": ["a refused attempt to take a place again keeps its piece", refusedPlaceKept],
  }),
  ...of("conflict", {
    "conflict-forgotten": ["late money waits for a person, and nobody writes that down", conflictForgotten],
    "conflict-refunded-as-well": ["late money waits for a person, and goes back all the same", conflictRefundedAsWell],
    "conflict-overlooked": [
      "money that waits for a person is taken for new when it is heard of again",
      conflictOverlooked,
    ],
    "decision-unconditioned": ["a decision is carried out whatever has been decided by then", decisionUnconditioned],
  }),
  ...of("recovery", {
    "not-found-means-failed": ["NOT_FOUND means that nothing was charged", notFoundMeansFailed],
    "close-means-failed": ["what the close answered is not looked at", closeMeansFailed],
    "paying-left-alone": ["recovery leaves PAYING orders alone", payingLeftAlone],
    "unknown-left-alone": ["recovery leaves UNKNOWN orders alone", unknownLeftAlone],
    "refunds-left-alone": ["recovery leaves REFUNDING orders alone", refundsLeftAlone],
    "lapsed-left-alone": ["recovery leaves CREATED orders alone whose hold is over", lapsedLeftAlone],
  }),
  ...of("inventory", {
    "limit-ignored": ["a user has as many places as he likes", limitIgnored],
    "limit-read-first": ["a user's places are counted before the stock is locked", limitReadFirst],
    "limit-counts-holds-only": ["a paid place does not count", limitCountsHoldsOnly],
    "stock-read-first": ["a balance is read, and written as it was read", stockReadFirst],
    "stock-unconditioned": ["a hold is written although no stock was moved", stockUnconditioned],
    "place-not-given-back": ["a released hold gives no piece back", placeNotGivenBack],
    "stock-moves-unrecorded": ["stock moves and the ledger says nothing", stockMovesUnrecorded],
  }),
  ...of("expiry", {
    "sweeps-early": ["holds are swept before their deadline", sweepsEarly],
    "sweeps-paid": ["places are swept although they are paid", sweepsPaid],
  }),
  ...of("callback", {
    "callback-overwrites": ["a notice writes PAID whatever the order is", callbackOverwrites],
    "answered-before-commit": ["a notice is answered before its commit", answeredBeforeCommit],
    "failure-answered-well": ["a notice that failed is answered with 200", failureAnsweredWell],
    "notice-before-effect": ["a notice is recorded as processed before its effect", noticeBeforeEffect],
    "notice-unrecorded": ["a notice is not written down", noticeUnrecorded],
  }),
  ...of("relay", {
    "published-undelivered": ["an event is marked whatever the consumer answered", publishedUndelivered],
    "marked-before-delivered": ["events are marked before they are delivered", markedBeforeDelivered],
    "all-marked": ["every event is marked, delivered or not", allMarked],
    "highest-event-read": ["the relay goes on after the highest event that was published", highestEventRead],
  }),
  ...of("consumer", {
    "no-inbox": ["the consumer ships whatever arrives", noInbox],
    "inbox-apart": ["the inbox is written in another transaction", inboxApart],
    "no-version-check": ["an older event of an order is applied", noVersionCheck],
    "ships-every-event": ["every event is a reason to ship", shipsEveryEvent],
    "events-read-first": ["events are read and not claimed, and admitted by a look", eventsReadFirst],
  }),
  ...of("reconciler", {
    "books-read-apart": ["the books are read at different moments", booksReadApart],
  }),
  ...of("database helper", {
    "unknown-means-failed": ["a COMMIT without a reply means failed", unknownMeansFailed],
    "unknown-run-again": ["a transaction whose COMMIT got no reply is run again", unknownRunAgain],
  }),
];
