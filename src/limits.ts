/**
 * Every bound of the system, with its unit and its reason. A deployment may choose others through `Config`;
 * these are what it gets when it says nothing.
 */
export const limits = {
  /** Milliseconds the order service waits for the channel before the outcome counts as unknown. */
  channelTimeoutMs: 300,
  /** Milliseconds a buyer has from the hold to the payment. */
  holdMs: 60_000,
  /** Pieces of one unit that one user may hold or own at once: a scarce sale gives everybody one. */
  perUserLimit: 1,
  /** Milliseconds after which a PAYING order is taken for abandoned: well above one charge and its bookkeeping. */
  staleMs: 60_000,
  /** Orders that recovery reads in one page; it goes on to the next page, so none is starved. */
  recoveryBatch: 100,
  /** Holds that one sweep releases in one transaction, so that it keeps few balances locked. */
  sweepBatch: 100,
  /** Events a relay claims at once: they stay locked while they are delivered. */
  relayBatch: 20,
  /** Milliseconds the relay waits for the consumer. */
  deliveryTimeoutMs: 1_000,
  /** Milliseconds for which a relay of the inventory's events has its batch to itself: above that many deliveries without an
   * answer (relayBatch × deliveryTimeoutMs), or a second relay would send everything again while the first still does. */
  relayLeaseMs: 30_000,
  /** Milliseconds from an event's first failed delivery to the next try; each further wait is twice as long. */
  eventBackoffMs: 1_000,
  /** Milliseconds that an event waits at most between two tries: a reader that is back has not to be waited for much longer. */
  eventBackoffMaxMs: 60_000,
  /** Tries of one event, leases that ran out among them, before it is DEAD and a person has to look: with the waits in between
   * three minutes, longer than a reader needs to be started again. */
  eventAttemptsMax: 9,
  /** Milliseconds that a view may be behind the facts before that is a drift: what its readers were promised. */
  viewLateMaxMs: 5_000,
  /** Pieces by which a view may be wrong and still be set right by itself. More of them are a defect that somebody has to find,
   * and until then nothing is promised by it. */
  driftPiecesMax: 2,
  /** Characters that are kept of why an event was not taken. */
  errorLengthMax: 500,
  /** Times a whole transaction is begun when the server answers 40001 or 40P01; then its error is the answer. */
  transactionAttemptsMax: 5,
  /** Refund keys one order may use up. Each new one needs the channel's definite refusal of the one before; after
   * the last a person has to look. */
  refundKeysMax: 3,
  /** Open conflicts that are listed at once: a person decides one after another. */
  conflictsShown: 100,
  /** Milliseconds the channel waits for a callback's answer: longer than the refund that a callback may set off. */
  callbackTimeoutMs: 1_000,
  /** Milliseconds between two tries of one callback. */
  callbackRetryMs: 1_000,
  /** Tries of one callback after the first. */
  callbackRetriesMax: 5,
  /** Milliseconds the auditor waits for the channel's statement. */
  statementTimeoutMs: 10_000,
  /** The largest amount of one order, in minor units of its currency: far below 2^53, where a number stops being exact. */
  amountMax: 1_000_000_000_000,
  /** Characters of a key or a name that a caller may choose. */
  nameLengthMax: 100,
  /** Characters of a reason or a reference that somebody gives: a sentence or two. */
  reasonLengthMax: 500,
  /** Pieces that one line of a command may name: `linesMax` of them add up to less than a 32-bit integer holds. */
  quantityMax: 10_000_000,
  /** Lines of one reservation: all their units stay locked until it is written. */
  linesMax: 100,
  /** The longest hold that a caller may ask for, ms: a day; what is to be kept longer is locked. */
  holdMsMax: 86_400_000,
  /** Milliseconds that a command takes with its transaction and its reply; with less left it is not begun. */
  commandLeastMs: 20,
  /** Milliseconds that an event may wait to be carried before its unit counts as stuck: an outage that a relay gets over. */
  eventLagMaxMs: 60_000,
  /** Pieces for sale, up to which a shop shows that there are few. */
  lowStock: 5,
  /** Milliseconds that what a shop shows of a unit may be shown without looking again. */
  shownForMs: 2_000,
  /** The longest that a caller may say to wait for a command, ms. */
  deadlineMsMax: 60_000,
} as const;
