/**
 * Two buyers on one row, as SQL: BEGIN; UPDATE stock … WHERE v > 0; COMMIT, each on a connection of its own, and the row
 * set back before every run. Through the kernel every interleaving is decided; bare, both just run at once, and so on two
 * cores; bare one after another, the same statements take the time that their round trips take.
 */

import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { LabDatabase } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { BareBuyers, come, stock } from "./buyers.ts";
import { Means } from "./means.ts";
import type { Suite } from "./suite.ts";

export async function sqlSuite(choice: ServerChoice): Promise<Suite> {
  const server = await openServer(choice);
  const lab = await LabDatabase.open(server, stock);
  const bare = await BareBuyers.open(lab.address);
  const means = new Means();

  const throughTheKernel = async (seed: number): Promise<void> => {
    const world = new World({ strategy: randomWalk(seed) });
    const run = await means.timed("reset", async () => lab.begin(world));
    come(world, run);
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
      { name: "bare pg client", run: () => bare.atOnce() },
      { name: "bare, one after another", run: () => bare.inTurn() },
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
      await bare.close();
      await lab.close();
    },
  };
}
