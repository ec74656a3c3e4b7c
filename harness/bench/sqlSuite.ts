/**
 * Two buyers on one row, as SQL: BEGIN; UPDATE stock … WHERE v > 0; COMMIT, each on a connection of its own, and the row
 * set back before every run. Through the kernel every interleaving is decided; bare, both just run at once.
 */

import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import { OwnBackend } from "../postgres/backend.ts";
import { LabDatabase, type Schema } from "../postgres/lab.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { Reset } from "../postgres/reset.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { Means } from "./means.ts";
import type { Suite } from "./suite.ts";

const buyers = 2;
const buy = "UPDATE stock SET v = v - 1 WHERE id = $1 AND v > 0 RETURNING v";
const schema: Schema = {
  setup: ["CREATE TABLE stock (id int PRIMARY KEY, v int NOT NULL)"],
  tables: ["stock"],
  sequences: [],
  initial: ["INSERT INTO stock VALUES (1, 10)"],
};

export async function sqlSuite(choice: ServerChoice): Promise<Suite> {
  const server = await openServer(choice);
  const lab = await LabDatabase.open(server, schema);
  const resetter = await OwnBackend.open(lab.address);
  const reset = new Reset(resetter, schema);
  await reset.prepare();
  const clients = await Promise.all(Array.from({ length: buyers }, () => OwnBackend.open(lab.address)));
  const means = new Means();

  const bare = async (): Promise<void> => {
    await reset.run(false);
    await Promise.all(
      clients.map(async (client) => {
        await client.ask("BEGIN");
        await client.ask(buy, [1]);
        await client.ask("COMMIT");
      }),
    );
  };

  const throughTheKernel = async (seed: number): Promise<void> => {
    const world = new World({ strategy: randomWalk(seed) });
    const run = await means.timed("reset", async () => lab.begin(world));
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
    await means.split("waiting", "at work", async () => {
      await world.run();
      await run.end(false);
    });
    const { steps } = world.trace;
    means.add("decisions", steps.length);
    means.add("round trips", steps.filter(({ text }) => !text.endsWith(": begins")).length);
    means.add("polls", run.gate.counts.polls);
    means.add("waits", run.gate.counts.waits);
  };

  return {
    title: "two buyers on one row, as SQL",
    ways: [
      { name: "bare pg client", run: bare },
      { name: "through the kernel", run: throughTheKernel, steps: () => means.mean("decisions") },
    ],
    share: () => [
      ["reset, µs", means.mean("reset")],
      ["decisions: waiting for the server, µs", means.mean("waiting")],
      ["decisions: this process at work, µs", means.mean("at work")],
      ["decisions", means.mean("decisions")],
      ["round trips of statements", means.mean("round trips")],
      ["round trips of the watcher", means.mean("polls")],
      ["waits for a lock", means.mean("waits")],
    ],
    close: async () => {
      for (const client of [resetter, ...clients]) await client.close();
      await lab.close();
    },
  };
}
