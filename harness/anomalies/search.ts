/** Runs an anomaly's sessions under one seed after another, until it happens or there are no more seeds. */

import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { LabDatabase, type Schema } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { control, levels, type Anomaly, type Found, type Isolation, type Seen } from "./anomaly.ts";

const schema: Schema = {
  setup: ["CREATE TABLE test (id int PRIMARY KEY, value int NOT NULL)"],
  tables: ["test"],
  sequences: [],
  initial: ["INSERT INTO test VALUES (1, 10), (2, 20)"],
};

/** Each at each level, and its control, in order, as it is found. */
export async function* searchLevels(
  anomalies: readonly Anomaly[],
  choice: ServerChoice,
  seeds: number,
): AsyncGenerator<Found> {
  const server = await openServer(choice);
  try {
    const lab = await LabDatabase.open(server, schema);
    for (const anomaly of anomalies) {
      for (const level of [...levels, control] as const) yield await search(lab, anomaly, level, seeds);
    }
    await lab.close();
  } finally {
    await server.close();
  }
}

async function search(lab: LabDatabase, anomaly: Anomaly, level: Isolation, seeds: number): Promise<Found> {
  const { id, name, permitted } = anomaly;
  const schedules = new Set<string>();
  const told = { id, name, level, permitted: level === control || permitted.includes(level) };
  for (let seed = 1; seed <= seeds; seed++) {
    const { seen, world } = await run(lab, anomaly, level, seed);
    schedules.add(world.trace.sha256());
    if (!anomaly.happened(seen)) continue;
    const decisions = world.trace.steps.map(({ text }) => text).filter((text) => !/ reader | begins$/.test(text));
    return { ...told, seed, decisions, runs: seed, schedules: schedules.size };
  }
  return { ...told, seed: undefined, decisions: [], runs: seeds, schedules: schedules.size };
}

interface Row extends Record<string, unknown> {
  readonly id: number;
  readonly value: number;
}

/** One run of its sessions; exported for the tests. */
export async function run(
  lab: LabDatabase,
  { sessions }: Anomaly,
  level: Isolation,
  seed: number,
): Promise<{ readonly seen: Seen; readonly world: World }> {
  const world = new World({ strategy: randomWalk(seed) });
  const run = await lab.begin(world);
  const pool = run.pool("sessions", sessions.length);
  const returned = sessions.map(() => new Map<number, readonly number[]>());
  const committed = new Set<number>();
  const left = new Map<number, number>();
  const valuesOf = (rows: readonly Row[]): readonly number[] => rows.map(({ value }) => value);
  let abandoned = true;
  try {
    sessions.forEach(({ steps, end = "COMMIT" }, number) => {
      world.spawn(`session-${number + 1}`, "works", async () => {
        const session = await pool.connect();
        try {
          if (level !== control) await session.query(`BEGIN ISOLATION LEVEL ${level}`);
          for (const [at, text] of steps.entries()) {
            returned[number]!.set(at, valuesOf((await session.query<Row>(text)).rows));
          }
          if (level !== control) await session.query(end);
          if (end === "COMMIT") committed.add(number);
        } catch {
          if (level !== control) await session.query("ROLLBACK"); // What the server refuses did not happen.
        }
        session.release();
      });
    });
    await world.run();
    world.spawn("reader", "reads", async () => {
      const session = await pool.connect();
      for (const { id, value } of (await session.query<Row>("SELECT id, value FROM test ORDER BY id")).rows)
        left.set(id, value);
      session.release();
    });
    await world.run();
    abandoned = false;
  } finally {
    await run.end(abandoned);
  }
  const seen: Seen = {
    committed: (number) => committed.has(number),
    values: (number, step) => returned[number]?.get(step),
    left,
  };
  return { seen, world };
}
