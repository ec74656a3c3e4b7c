/** Words for what the inventory's door, its relay by lease, the projector and the rebuild of views do: see `words.ts`. */

import type { Table } from "./words.ts";

export const stockSteps: Table = [
  [/pg_try_advisory_xact_lock/, "operation claimed"],
  [/digest, answer FROM inventory_operation/, "operation looked for"],
  [/INSERT INTO inventory_operation /, "answer written"],
  [/FROM inventory_unit WHERE unit_id = ANY/, "tenant looked at"],
  [/INSERT INTO inventory_unit .*"([^"]*)","shop"/, "$1 made"],
  [/FROM stock_lock WHERE lock_id = ANY .*FOR UPDATE/, "lock locked"],
  [/FROM stock_lock k JOIN inventory_unit /, "lock locked"],
  [/SELECT lock_id, \(quantity - /, "pieces in the lock counted"],
  [/UPDATE stock_lock SET /, "lock ended"],
  [/INSERT INTO stock_lock /, "lock written"],
  [/FROM reservation WHERE request_key = \$1 FOR UPDATE/, "reservation locked"],
  [/WITH refunded AS /, "reservation refunded"],
  [/WITH settled AS /, "old hold settled"],
  [/UPDATE reservation_line /, "hold kept in the epoch"],
  [
    /FROM inventory_balance b JOIN inventory_unit u USING \(unit_id\) WHERE b\.unit_id = \$1 AND u\.tenant/,
    "unit locked",
  ],
  [/FROM inventory_balance WHERE unit_id = \$1 FOR UPDATE/, "state locked"],
  [/FROM inventory_ledger WHERE operation = \$1/, "counting looked for"],
  [/UPDATE inventory_balance .*\["([a-z-]+) /, "unit moved: $1"],
  [/WITH RECURSIVE leased AS /, "events leased"],
  [/WITH tried AS .*\[(\d+),/, "event $1 put off"],
  [/UPDATE inventory_outbox SET .*\[(\d+),/, "event $1 marked"],
  [/FROM unit_view WHERE unit_id = \$1 FOR UPDATE.* -> SELECT 0/, "no view yet"],
  [/FROM unit_view WHERE unit_id = \$1 FOR UPDATE/, "view locked"],
  [/INSERT INTO unit_view \(/, "view made"],
  [/INSERT INTO unit_view_inbox /, "event admitted"],
  [/INSERT INTO unit_view_quarantine /, "event put aside"],
  [/WITH RECURSIVE shown AS /, "view written from the facts"],
  [/UPDATE unit_view SET .*\["[^"]*",\d/, "view brought forward"],
  [/UPDATE unit_view SET /, "view paused"],
  [/FROM unit_view WHERE paused_because /, "paused views read"],
  [/FROM inventory_balance b JOIN inventory_ledger l /, "facts compared"],
  [/FROM inventory_balance JOIN inventory_unit /, "facts read"],
  [/SET LOCAL ROLE NONE/, "the owner's role taken"],
  [/LOCK TABLE inventory_archive /, "archive locked"],
  [/WITH RECURSIVE kept AS .* -> INSERT [1-9]/, "rows archived"],
  [/DELETE FROM inventory_ledger .* -> DELETE [1-9]/, "rows let go"],
  [/FROM inventory_archive ORDER/, "archive read"],
  [/FROM inventory_archive_row ORDER/, "archived rows read"],
  [/ledger_line\(l\)/, "ledger read"],
  [/FROM reservation r JOIN reservation_line l /, "facts of the unit counted"],
];

export const stockMilestones: Table = [
  [/^\S+ receives command \S+(?: #\d+)? from /, "command taken in"],
  [/ receives the reply to command /, "caller answered"],
  [/^projector receives change (\S+)(?: #\d+)? from /, "event of $1 with the projector"],
  [/ receives the reply to change (\S+)/, "event of $1 answered, not marked"],
  [/ waits no longer for change (\S+)/, "no answer to the event of $1 in time"],
];

/** What a commit makes last, by what was done last before it. */
export const stockMade: Readonly<Record<string, string>> = {
  "answer written": "command committed, caller not answered",
  "events leased": "lease committed, nothing sent",
  "rows let go": "month moved, nobody told",
};
