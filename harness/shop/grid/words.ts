/**
 * What a decision of a flow is called: "charge answered, nothing recorded". Closed tables of what the shop does, in the
 * order in which they are tried; a decision that none of them knows is an error, so no SQL ever gets into the grid.
 */

import { stockMade, stockMilestones, stockSteps } from "./stockWords.ts";

/** A decision as the trace shows it. */
export interface Shown {
  /** Without time and outcome: `orders-1 pay ord-0001: COMMIT`. */
  readonly text: string;
  /** `COMMIT 0`; empty when there is nothing to say. */
  readonly outcome: string;
}

export type Table = readonly (readonly [pattern: RegExp, words: string])[];

/** What a statement does, by its text and its outcome; `$1` is what the pattern took from it. */
const steps: Table = [
  [/ -> waits for a lock$/, "waiting for a lock"],
  [/: its lock is granted -> /, "lock granted"],
  [/[:;] WITH placed AS .*INSERT INTO orders/, "order written"],
  [/SELECT … FROM orders WHERE order_id = \$1 FOR UPDATE/, "order locked"],
  [/UPDATE orders SET .*\["[^"]*","[A-Z]+","([A-Z]+)"/, "$1 written"],
  [/UPDATE orders SET … WHERE order_id = \$1 #/, "order pointed at its new place"],
  [/FROM orders WHERE request_key = \$1/, "order of the same key read"],
  [/FROM orders WHERE order_id > \$2/, "unsettled orders read"],
  [/FROM orders o JOIN reservation/, "lapsed orders read"],
  [/UPDATE inventory_balance .*\["hold .* -> INSERT [1-9]/, "piece taken"],
  [/UPDATE inventory_balance .*\["hold .* -> INSERT 0/, "no piece left"],
  [/UPDATE inventory_balance .*\["confirm /, "piece sold"],
  [/UPDATE inventory_balance .*\["release /, "piece given back"],
  [/-> SELECT 1 \[\{"unitId":"[^"]*","cause":/, "refusal explained"],
  [/INSERT INTO reservation /, "place held"],
  [/UPDATE reservation .*"CONFIRMED"\] -> SELECT [1-9]/, "place confirmed"],
  [/UPDATE reservation .*"CONFIRMED"\] -> SELECT 0/, "no place to confirm"],
  [/UPDATE reservation .*"RELEASED"\] -> SELECT [1-9]/, "place released"],
  [/UPDATE reservation .*"RELEASED"\] -> SELECT 0/, "no place to release"],
  [/FROM reservation r WHERE (request_key = \$1 AND )?status = 'HELD' AND expires_at/, "overdue holds claimed"],
  [/expires_at - db_now\(\)\) .* FROM reservation /, "time left read"],
  [/: SAVEPOINT undoable/, "savepoint set"],
  [/: RELEASE SAVEPOINT undoable/, "savepoint let go"],
  [/: ROLLBACK TO SAVEPOINT undoable/, "savepoint gone back to"],
  [/INSERT INTO payment_conflict /, "conflict written"],
  [/FROM payment_conflict WHERE order_id = \$1 AND decision IS NULL/, "conflict looked for"],
  [/FROM payment_conflict WHERE order_id = \$1/, "conflict read"],
  [/FROM payment_conflict WHERE decision IS NULL/, "open conflicts read"],
  [/UPDATE payment_conflict /, "decision written"],
  [/INSERT INTO refund /, "refund task written"],
  [/UPDATE refund SET … WHERE order_id = \$1/, "refund attempt counted"],
  [/UPDATE refund .*"succeeded"/, "refund marked as succeeded"],
  [/FROM refund WHERE order_id = \$1/, "refund keys counted"],
  [/INSERT INTO payment_notification /, "notice recorded"],
  [/INSERT INTO outbox /, "event written"],
  [/FROM outbox .*FOR UPDATE SKIP LOCKED/, "events claimed"],
  [/UPDATE outbox SET published_at/, "events marked"],
  [/INSERT INTO ful_inbox .* -> INSERT 1/, "event admitted"],
  [/INSERT INTO ful_inbox .* -> INSERT 0/, "event known already"],
  [/INSERT INTO fulfillment /, "shipment written"],
  [/INSERT INTO ful_received /, "arrival recorded"],
];

/** What is seen by others, or lasts: each is the beginning of what follows it. After a comma: what is still to come. */
const milestones: Table = [
  [/: begins$/, "begun"],
  [/: gets a connection of /, "connection got"],
  [/ receives (?:order|pay|cancel|decision) \S+(?: #\d+)? from /, "request taken in"],
  [/ receives look conflicts(?: #\d+)? from /, "question taken in"],
  [/ receives callback \S+(?: #\d+)? from /, "notice taken in"],
  [/^expiry receives expiry \S+(?: #\d+)? from /, "delay task taken in"],
  [/ receives the reply to expiry /, "delay task answered"],
  [/^expiry end \S+: slept$/, "its time has come"],
  [/^\S+ receives event (\S+)(?: #\d+)? from /, "event of $1 with the consumer"],
  [/^channel receives (charge|query|close|refund) \S+(?: #\d+)? from /, "$1 at the channel, answer on its way"],
  [/ receives the reply to (charge|query|close|refund) /, "$1 answered, nothing recorded"],
  [/ receives the reply to event (\S+)/, "event of $1 answered, not marked"],
  [/ receives the reply to (?:order|pay|cancel) /, "buyer answered"],
  [/ receives the reply to decision /, "person answered"],
  [/ receives the reply to look conflicts/, "person told what waits"],
  [/ receives the reply to callback /, "channel answered"],
  [/ waits no longer for (charge|query|close|refund) /, "no answer to the $1 in time, nothing recorded"],
  [/ loses the connection of (charge|query|close|refund) /, "connection of the $1 lost, nothing recorded"],
  [/: ROLLBACK -> /, "rolled back"],
];

/** What a commit makes last, by what was done last before it. A status that was written names it first. */
const made: Readonly<Record<string, string>> = {
  PAYING: "PAYING committed, charge not sent",
  "place held": "order and hold committed",
  "piece given back": "release committed",
  "notice recorded": "notice committed",
  "refund attempt counted": "refund attempt committed",
  "events marked": "marks committed",
  "shipment written": "shipment committed",
  "arrival recorded": "arrival committed",
};

/** Words for each decision of a flow, in their order. Throws at one that has none. */
export function name(flow: readonly Shown[]): readonly string[] {
  let since = "";
  let done: string[] = [];
  const begin = (words: string): string => {
    since = words.split(", ")[0] ?? words;
    done = [];
    return words;
  };
  const goOn = (words: string): string => (since === "" ? words : `${since}, ${words}`);
  return flow.map(({ text, outcome }) => {
    const shown = outcome === "" ? text : `${text} -> ${outcome}`;
    const milestone = look(shown, [...milestones, ...stockMilestones]);
    if (milestone !== undefined) return begin(milestone);
    if (/: (?:COMMIT|commits)$/.test(text)) {
      const last = done.at(-1) ?? "nothing";
      return last.endsWith(" read") ? goOn(last) : begin(committed(last, done));
    }
    const step = look(shown, [...steps, ...stockSteps]);
    if (step === undefined) throw new Error(`a decision without words: ${shown}`);
    const words = done.includes(step) ? `${step} again` : step;
    done.push(step);
    return goOn(outcome === "executed" ? `${words}, not committed` : words);
  });
}

function look(shown: string, table: Table): string | undefined {
  for (const [pattern, words] of table) {
    const found = pattern.exec(shown);
    if (found !== null) return words.replace("$1", found[1] ?? "");
  }
  return undefined;
}

function committed(last: string, done: readonly string[]): string {
  const status = done.findLast((step) => /^[A-Z]+ written$/.test(step))?.split(" ")[0];
  return made[status ?? last] ?? stockMade[last] ?? `${status ?? last} committed`;
}
