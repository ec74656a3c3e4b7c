import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import { openServer } from "./cluster/open.ts";
import { isConnectionLost } from "./lost.ts";
import { LabDatabase, type LabRun } from "./lab.ts";
import type { Pool } from "./pool.ts";
import { epochMs } from "./time.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await LabDatabase.open(await openServer({ kind: "embedded", major: 18 }), {
    setup: [
      "CREATE FUNCTION db_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT clock_timestamp()'",
      "CREATE SEQUENCE numbers",
      "CREATE TABLE place (id int PRIMARY KEY, sold int NOT NULL)",
      "CREATE TABLE note (id bigint PRIMARY KEY, by text NOT NULL)",
    ],
    tables: ["note", "place"],
    sequences: ["numbers"],
    initial: ["INSERT INTO place VALUES (1, 0), (2, 0)"],
  });
});
afterAll(() => lab.close());

interface Told {
  /** Numbers whose COMMIT was answered. */
  readonly acknowledged: string[];
  /** Errors other than a lost connection. */
  readonly errors: unknown[];
}

/** Sells one piece of each place and writes it down, in one transaction; goes on to the next when the connection is lost. */
async function sell(pool: Pool, told: Told, by: string): Promise<void> {
  for (let round = 0; round < 2; round++) {
    const session = await pool.connect();
    let broken = true;
    try {
      await session.query("BEGIN");
      await session.query("UPDATE place SET sold = sold + 1 WHERE id = 1");
      await session.query("UPDATE place SET sold = sold + 1 WHERE id = 2");
      const { rows } = await session.query<{ id: string }>(
        "INSERT INTO note VALUES (nextval('numbers'), $1) RETURNING id",
        [by],
      );
      await session.query("COMMIT");
      broken = false;
      told.acknowledged.push(rows[0]?.id ?? "none");
    } catch (error) {
      if (!isConnectionLost(error)) told.errors.push(error);
    } finally {
      session.release(broken);
    }
  }
}

async function read(pool: Pool, text: string): Promise<unknown> {
  const session = await pool.connect();
  const { rows } = await session.query(text);
  session.release();
  return rows;
}

/** Three sellers; the server crashes after so many actions. */
async function crashAfter(actions: number, seed: number) {
  const world = new World({ strategy: randomWalk(seed) });
  const run = await lab.begin(world, { crashes: true });
  const told: Told = { acknowledged: [], errors: [] };
  for (const by of ["ann", "bob", "cyd"]) world.spawn(by, "sells", () => sell(run.pool(by, 1), told, by));
  crashWhen(world, run, () => actions-- === 0);
  await world.run();
  const books = world.spawn("auditor", "reads", async () => {
    const pool = run.pool("auditor", 1);
    return {
      sold: await read(pool, "SELECT sold FROM place ORDER BY id"),
      notes: (await read(pool, "SELECT id FROM note ORDER BY id")) as { id: string }[],
    };
  });
  await world.run();
  await run.end(false);
  const outcome = books.outcome;
  if (outcome === undefined || !("value" in outcome)) throw new Error("the books were not read", { cause: outcome });
  return { trace: world.trace, told, ...outcome.value, never: world.blows().never };
}

function crashWhen(world: World, run: LabRun, strikes: () => boolean): void {
  const land = async (): Promise<string> => {
    await run.crash();
    return "the server crashes";
  };
  world.prepareBlow({ text: "crash", strikes, land });
}

describe("the server crashes after any action of three sellers", () => {
  const moments = Array.from({ length: 12 }, (_, i) => ({ actions: 2 * i, seed: 1 + (i % 5) }));

  test.each(moments)("after $actions, seed $seed", async ({ actions, seed }) => {
    const once = await crashAfter(actions, seed);
    expect(once.never).toEqual([]);
    expect(once.told.errors).toEqual([]);
    const ids = once.notes.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(once.told.acknowledged));
    expect(once.sold).toEqual([{ sold: ids.length }, { sold: ids.length }]);
    const again = await crashAfter(actions, seed);
    expect(again.trace.steps).toEqual(once.trace.steps);
  });
});

test("a statement that waits for a lock never goes through, and its task is told by an action of its own", async () => {
  const world = new World({ strategy: randomWalk(1) });
  const run = await lab.begin(world, { crashes: true });
  const pool = run.pool("host", 3);
  const update = async (): Promise<string> => {
    const session = await pool.connect();
    await session.query("BEGIN");
    const said = await session.query("UPDATE place SET sold = sold + 1 WHERE id = 1").then(
      () => "done",
      (error: unknown) => (isConnectionLost(error) ? "lost" : String(error)),
    );
    if (said === "done") await world.park("for ever").settled;
    session.release(true);
    return said;
  };
  const tasks = [1, 2].map((n) => world.spawn("host", `updates ${n}`, update));
  crashWhen(world, run, () => run.gate.waiters.size === 1);
  await expect(world.run()).rejects.toThrow("stuck");
  expect(
    tasks.flatMap((task) => (task.outcome !== undefined && "value" in task.outcome ? task.outcome.value : [])),
  ).toEqual(["lost"]);
  const texts = world.trace.steps.map(({ text }) => text);
  expect(texts.filter((text) => text.includes("loses its connection"))).toHaveLength(1);
  await run.end(true);
});

test("what the WAL writer had got to makes no difference: numbers that were drawn and not committed are gone", async () => {
  const drawn = async (waitMs: number): Promise<unknown> => {
    const world = new World({ strategy: randomWalk(1) });
    const run = await lab.begin(world, { crashes: true });
    const pool = run.pool("host", 1);
    const land = async (): Promise<string> => {
      await new Promise((resolve) => setTimeout(resolve, waitMs));
      await run.crash();
      return "the server crashes";
    };
    world.prepareBlow({ text: "crash", strikes: (_, text) => text.includes("nextval"), land });
    const op = world.spawn("host", "draws", async () => {
      const session = await pool.connect();
      await session.query("BEGIN");
      await session.query("SELECT nextval('numbers')");
      await session.query("COMMIT").catch(isConnectionLost);
      session.release(true);
      return read(pool, "SELECT nextval('numbers') AS next");
    });
    await world.run();
    await run.end(false);
    return op.outcome;
  };
  const soon = await drawn(0);
  expect(soon).toEqual({ value: [{ next: "34" }] });
  expect(await drawn(500)).toEqual(soon); // The WAL writer comes round every 200 ms.
});

test("the clock stands where it stood, and connections that nobody was using are replaced", async () => {
  const world = new World({ strategy: randomWalk(1) });
  const run = await lab.begin(world, { crashes: true });
  const pool = run.pool("host", 2);
  world.nowMs = 5_000;
  const now = "SELECT (extract(epoch FROM db_now()) * 1000)::bigint AS ms";
  const seen = world.spawn("host", "reads", async () => {
    const held = await pool.connect(); // No statement of it is under way when the server crashes.
    const before = await read(pool, now);
    await world.spawn("other", "looks on", () => Promise.resolve());
    held.release();
    return [before, await read(pool, now), await read(pool, now)];
  });
  crashWhen(world, run, () => world.trace.steps.at(-1)?.text.includes("looks on") === true);
  await world.run();
  const time = [{ ms: String(epochMs + 5_000) }];
  expect(seen.outcome).toEqual({ value: [time, time, time] });
  await run.end(false);
});

test("a run that did not say so cannot crash the server", async () => {
  const run = await lab.begin(new World({ strategy: randomWalk(1) }));
  await expect(run.crash()).rejects.toThrow("was not begun");
  await run.end(false);
});

test("a connection that the crash has taken may be given back inside its transaction: there is none any more", async () => {
  const world = new World({ strategy: randomWalk(1) });
  const run = await lab.begin(world, { crashes: true });
  const pool = run.pool("host", 1);
  world.spawn("host", "forgets", async () => {
    const held = await pool.connect();
    await held.query("BEGIN");
    await held.query("SELECT 1 AS first");
    await world.spawn("other", "looks on", () => Promise.resolve());
    held.release();
    await read(pool, "SELECT 2");
  });
  crashWhen(world, run, () => world.trace.steps.at(-1)?.text.includes("looks on") === true);
  await world.run();
  await run.end(false);
  expect(world.blows().never).toEqual([]);
  expect(world.unheard()).toEqual([]);
});
