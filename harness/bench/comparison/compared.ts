/**
 * The five races that are compared. A spec cannot hold what it read in a variable of a program: it goes through a setting of
 * the session. The six reads with which the later actor of a staggered race begins are left out of its spec, because whoever
 * writes one writes the steps that matter.
 */

import { races } from "../races.ts";
import type { Compared } from "./tool.ts";

const keep = (name: string, what: string, from: string): string =>
  `SELECT set_config('seen.${name}', (${what})::text, false) FROM ${from}`;
const kept = (name: string): string => `current_setting('seen.${name}')`;

const sessions: Readonly<Record<string, Compared["sessions"]>> = {
  "lost update": [1, 2].map(() => [
    keep("value", "value", "item WHERE id = 1"),
    `UPDATE item SET value = ${kept("value")}::int + 1 WHERE id = 1`,
  ]),
  "write skew": [1, 2].map((id) => [
    "BEGIN ISOLATION LEVEL REPEATABLE READ",
    keep("open", "count(*)", "item WHERE open"),
    `UPDATE item SET open = false WHERE id = ${id} AND ${kept("open")} = '2'`,
    "COMMIT",
  ]),
  "deadline after a lock wait": [
    [
      "BEGIN",
      keep("open", "open", "item WHERE id = 1"),
      `UPDATE item SET owner = 'late' WHERE id = 1 AND ${kept("open")} = 'true'`,
      "COMMIT",
    ],
    ["BEGIN", "UPDATE item SET open = false, value = CASE WHEN owner IS NULL THEN 0 ELSE 1 END WHERE id = 1", "COMMIT"],
  ],
  "double claim, staggered": [1, 2].map(() => [
    keep("id", "id", "(SELECT id FROM item WHERE owner IS NULL ORDER BY id LIMIT 1) AS free"),
    `UPDATE item SET owner = 'me' WHERE id = ${kept("id")}::int`,
    `INSERT INTO line VALUES (${kept("id")}::int, 1)`,
  ]),
  "paid and cancelled, staggered": [
    [keep("open", "open", "item WHERE id = 1"), `INSERT INTO line SELECT 1, 10 WHERE ${kept("open")} = 'true'`],
    [
      keep("lines", "count(*)", "line WHERE item = 1"),
      `UPDATE item SET open = false WHERE id = 1 AND ${kept("lines")} = '0'`,
    ],
  ],
};

export const compared: readonly Compared[] = Object.entries(sessions).map(([name, statements]) => {
  const race = races.find((one) => one.name === name);
  if (race === undefined) throw new Error(`there is no race "${name}"`);
  return { race, sessions: statements };
});
