/**
 * A mix of statements that contend for a few rows: row locks, SKIP LOCKED, plain updates, foreign keys, unique inserts,
 * ON CONFLICT, advisory locks, savepoints, rollbacks, deadlocks. It is the lab's own trial, not a model of any shop.
 */

import fc from "fast-check";
import type { Schema } from "../lab.ts";
import type { Program } from "./programs.ts";

/** Deadlocks are many here, and each costs as much; half of it is what a busy machine has to stop a waiter. ms. */
export const trialDetectorMs = 400;

export const mixedSchema: Schema = {
  setup: [
    "CREATE TABLE stock (id int PRIMARY KEY, v int NOT NULL)",
    "CREATE TABLE claimed (k int PRIMARY KEY, who int NOT NULL)",
    "CREATE TABLE child (id int PRIMARY KEY, stock_id int NOT NULL REFERENCES stock (id), who int NOT NULL)",
    "CREATE TABLE noted (who int NOT NULL, k int NOT NULL)",
    "CREATE SEQUENCE child_id",
  ],
  tables: ["stock", "claimed", "child", "noted"],
  sequences: ["child_id"],
  initial: ["INSERT INTO stock SELECT id, 10 FROM generate_series(1, 3) AS id"],
};

const row = fc.integer({ min: 1, max: 3 });
const step = fc.oneof(
  { weight: 3, arbitrary: row.map((id) => `UPDATE stock SET v = v - 1 WHERE id = ${id} AND v > 0 RETURNING id, v`) },
  { weight: 2, arbitrary: row.map((id) => `SELECT id, v FROM stock WHERE id = ${id} FOR UPDATE`) },
  {
    weight: 1,
    arbitrary: row.map((id) => `SELECT id FROM stock WHERE id >= ${id} ORDER BY id LIMIT 1 FOR UPDATE SKIP LOCKED`),
  },
  { weight: 1, arbitrary: row.map((id) => `SELECT id FROM stock WHERE id = ${id} FOR UPDATE NOWAIT`) },
  { weight: 2, arbitrary: row.map((k) => `INSERT INTO claimed VALUES (${k}, $1) ON CONFLICT DO NOTHING RETURNING k`) },
  { weight: 2, arbitrary: row.map((k) => `INSERT INTO claimed VALUES (${k + 10}, $1)`) },
  { weight: 1, arbitrary: row.map((id) => `INSERT INTO child VALUES (nextval('child_id'), ${id}, $1) RETURNING id`) },
  { weight: 1, arbitrary: row.map((k) => `SELECT pg_advisory_xact_lock(${k})`) },
  {
    weight: 1,
    arbitrary: row.map(
      (k) => `INSERT INTO noted SELECT $1, ${k} WHERE NOT EXISTS (SELECT 1 FROM noted WHERE k = ${k})`,
    ),
  },
);
/** Mostly one statement; sometimes one whose locks a savepoint gives back. */
const part = fc.oneof(
  { weight: 9, arbitrary: step.map((text) => [text]) },
  { weight: 1, arbitrary: step.map((text) => ["SAVEPOINT a", text, "ROLLBACK TO a"]) },
);
const end = fc.oneof(
  { weight: 7, arbitrary: fc.constant("COMMIT" as const) },
  { weight: 2, arbitrary: fc.constant("ROLLBACK" as const) },
  { weight: 1, arbitrary: fc.constant("autocommit" as const) },
);

/** So many actors, each with two to five parts. */
export function mixedPrograms(actors: number): fc.Arbitrary<readonly Program[]> {
  const steps = fc.array(part, { minLength: 2, maxLength: 5 }).map((parts) => parts.flat());
  return fc.array(fc.record({ steps, end }), { minLength: actors, maxLength: actors });
}
