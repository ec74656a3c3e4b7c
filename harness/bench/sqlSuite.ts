/**
 * Two buyers on one row, as SQL: BEGIN; UPDATE stock … WHERE v > 0; COMMIT, each on a connection of its own, and the row
 * set back before every run. Through the kernel every interleaving is decided; bare, both just run at once.
 */

import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import { Backend } from "../postgres/backend.ts";
import { LabDatabase, schemaName, type Schema } from "../postgres/lab.ts";
import type { Server } from "../postgres/server.ts";
import type { Suite } from "./suite.ts";

const buyers = 2;
const buy = "UPDATE stock SET v = v - 1 WHERE id = $1 AND v > 0 RETURNING v";
const schema: Schema = {
  setup: ["CREATE TABLE stock (id int PRIMARY KEY, v int NOT NULL)"],
  tables: ["stock"],
  sequences: [],
  initial: ["INSERT INTO stock VALUES (1, 10)"],
};
/** What the lab does before a run, word for word. */
const reset = `BEGIN; SET LOCAL session_replication_role = replica; DELETE FROM stock; ${schema.initial?.join() ?? ""}; COMMIT`;

export async function sqlSuite(server: Server): Promise<Suite> {
  const lab = await LabDatabase.open(server, schema);
  const resetter = await Backend.open(server.address, schemaName);
  const clients = await Promise.all(Array.from({ length: buyers }, () => Backend.open(server.address, schemaName)));
  const counts = { runs: 0, steps: 0, polls: 0, waits: 0, trips: 0, resetMs: 0, idleMs: 0, workMs: 0 };

  const bare = async (): Promise<void> => {
    await resetter.ask(reset);
    await Promise.all(
      clients.map(async (client) => {
        await client.ask("BEGIN");
        await client.ask(buy, [1]);
        await client.ask("COMMIT");
      }),
    );
  };

  const throughTheKernel = async (seed: number): Promise<void> => {
    const startedAt = performance.now();
    const world = new World({ strategy: randomWalk(seed) });
    const run = await lab.begin(world);
    const before = performance.eventLoopUtilization();
    counts.resetMs += performance.now() - startedAt;
    const pool = run.pool("shop", buyers);
    for (let buyer = 1; buyer <= buyers; buyer++) {
      world.spawn(`buyer-${buyer}`, "buys", async () => {
        const session = await pool.connect();
        await session.query("BEGIN");
        await session.query(buy, [1]);
        await session.query("COMMIT");
        session.release();
      });
    }
    await world.run();
    await run.end(false);
    const { idle, active } = performance.eventLoopUtilization(before);
    counts.runs++;
    counts.idleMs += idle;
    counts.workMs += active;
    counts.steps += world.trace.steps.length;
    counts.trips += world.trace.steps.filter(({ text }) => !text.endsWith(": begins")).length;
    counts.polls += run.gate.counts.polls;
    counts.waits += run.gate.counts.waits;
  };

  const each = (sum: number): number => sum / counts.runs;
  return {
    title: "two buyers on one row, as SQL",
    ways: [
      { name: "bare pg client", run: bare },
      { name: "through the kernel", run: throughTheKernel },
    ],
    steps: () => each(counts.steps),
    share: () => [
      ["reset, µs", each(counts.resetMs) * 1000],
      ["decisions: waiting for the server, µs", each(counts.idleMs) * 1000],
      ["decisions: this process at work, µs", each(counts.workMs) * 1000],
      ["decisions", each(counts.steps)],
      ["round trips of statements", each(counts.trips)],
      ["round trips of the watcher", each(counts.polls)],
      ["waits for a lock", each(counts.waits)],
    ],
    close: async () => {
      for (const client of [resetter, ...clients]) await client.close();
      await lab.close();
    },
  };
}
