/**
 * A mix of statements that contend for a few rows: row locks, SKIP LOCKED, plain updates, foreign keys, unique inserts,
 * ON CONFLICT, advisory locks, savepoints, rollbacks, deadlocks. It is the lab's own trial, not a model of any shop.
 */

import fc from "fast-check";
import { randomWalk } from "../../kernel/randomWalk.ts";
import { World } from "../../kernel/world.ts";
import type { GateCounts } from "../gate.ts";
import type { LabDatabase, Schema } from "../lab.ts";

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

/** One actor: statements inside one transaction (or each by itself), then how it ends. */
export interface Program {
  readonly steps: readonly string[];
  readonly end: "COMMIT" | "ROLLBACK" | "autocommit";
}

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
  { weight: 1, arbitrary: fc.constantFrom("SAVEPOINT a", "ROLLBACK TO a") },
);
const end = fc.oneof(
  { weight: 7, arbitrary: fc.constant("COMMIT" as const) },
  { weight: 2, arbitrary: fc.constant("ROLLBACK" as const) },
  { weight: 1, arbitrary: fc.constant("autocommit" as const) },
);

/** So many actors, each with two to five statements. */
export function programs(actors: number): fc.Arbitrary<readonly Program[]> {
  return fc.array(fc.record({ steps: fc.array(step, { minLength: 2, maxLength: 5 }), end }), {
    minLength: actors,
    maxLength: actors,
  });
}

export interface MixedRun {
  readonly sha256: string;
  readonly steps: readonly string[];
  readonly counts: GateCounts;
  /** Actors that died of a deadlock (40P01), by number. */
  readonly victims: readonly number[];
}

/** Runs the actors once under the seed's schedule. */
export async function runMixed(lab: LabDatabase, actors: readonly Program[], seed: number): Promise<MixedRun> {
  const world = new World({ strategy: randomWalk(seed) });
  const run = await lab.begin(world);
  const victims: number[] = [];
  const pool = run.pool("actors", actors.length);
  let abandoned = true;
  try {
    actors.forEach((program, i) => {
      world.spawn(`actor-${i + 1}`, "works", async () => {
        const session = await pool.connect();
        try {
          if (program.end !== "autocommit") await session.query("BEGIN");
          for (const text of program.steps) await session.query(text, text.includes("$1") ? [i] : []);
          if (program.end !== "autocommit") await session.query(program.end);
        } catch (error) {
          if ((error as { code?: string }).code === "40P01") victims.push(i);
          if (program.end !== "autocommit") await session.query("ROLLBACK");
        }
        session.release();
      });
    });
    await world.run();
    abandoned = false;
  } finally {
    await run.end(abandoned);
  }
  return {
    sha256: world.trace.sha256(),
    steps: world.trace.steps.map((s) => s.text),
    counts: run.gate.counts,
    victims,
  };
}
