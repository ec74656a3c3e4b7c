import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Action } from "../kernel/action.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import type { Task } from "../kernel/task.ts";
import { World } from "../kernel/world.ts";
import { openServer } from "./cluster/open.ts";
import { LabDatabase } from "./lab.ts";
import type { Pool } from "./pool.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await LabDatabase.open(await openServer({ kind: "embedded", major: 18 }), {
    setup: [
      "CREATE TABLE parent (id int PRIMARY KEY)",
      "CREATE TABLE child (id int PRIMARY KEY, parent_id int REFERENCES parent)",
      "CREATE FUNCTION hidden() RETURNS void LANGUAGE sql AS 'INSERT INTO parent VALUES (77)'",
    ],
    tables: ["parent", "child"],
    sequences: [],
    initial: ["INSERT INTO parent VALUES (1)"],
  });
});
afterAll(() => lab.close());

/** One run of these bodies, each a task with the pool. */
async function run(...bodies: readonly ((pool: Pool) => Promise<void>)[]): Promise<void> {
  const world = new World({ strategy: randomWalk(1) });
  const labRun = await lab.begin(world);
  const pool = labRun.pool("host", 4);
  bodies.forEach((body, i) => {
    world.spawn("host", `body ${i}`, () => body(pool));
  });
  try {
    await world.run();
    expect(world.unheard()).toEqual([]);
  } finally {
    await labRun.end(false);
  }
}

async function ask(pool: Pool, ...texts: readonly string[]): Promise<unknown> {
  const session = await pool.connect();
  let last: unknown;
  for (const text of texts) last = (await session.query(text)).rows;
  session.release();
  return last;
}

test("a run is refused while another is on, which would meet it in the database; then the next is not", async () => {
  await run(async () => {
    await expect(lab.begin(new World({ strategy: randomWalk(2) }))).rejects.toThrow("one run after another");
  });
  await run();
});

describe("between two runs", () => {
  test("every row goes, also one that a function wrote, and the initial rows are back", async () => {
    await run(async (pool) => {
      await ask(pool, "SELECT hidden()", "INSERT INTO Child VALUES (5, 77)", "DELETE FROM parent WHERE id = 1");
    });
    await run(async (pool) => {
      expect(await ask(pool, "SELECT id FROM parent ORDER BY id")).toEqual([{ id: 1 }]);
      expect(await ask(pool, "SELECT id FROM child ORDER BY id")).toEqual([]);
    });
  });

  test("no session setting and no temporary table stays", async () => {
    await run(async (pool) => {
      await ask(pool, "SET work_mem = '77MB'", "CREATE TEMP TABLE mine (id int)");
    });
    for (let i = 0; i < 3; i++) {
      await run(async (pool) => {
        expect(await ask(pool, "SHOW work_mem")).not.toEqual([{ work_mem: "77MB" }]);
      });
    }
  });
});

test("a connection that its user calls broken is closed: its transaction is over and its locks are free", async () => {
  const seen: unknown[] = [];
  await run(
    async (pool) => {
      const session = await pool.connect();
      await session.query("BEGIN");
      await session.query("UPDATE parent SET id = 2 WHERE id = 1");
      session.release(true);
    },
    async (pool) => {
      seen.push(await ask(pool, "UPDATE parent SET id = 3 WHERE id = 1 RETURNING id"));
    },
  );
  expect(seen).toEqual([[{ id: 3 }]]);
});

test("every way of ending a transaction is known", async () => {
  await run(async (pool) => {
    for (const end of ["COMMIT WORK", "END TRANSACTION", "ROLLBACK AND NO CHAIN", "abort;"]) {
      await ask(pool, "BEGIN", "SELECT 1", end);
    }
  });
});

test("one waiter alone: the server is asked again whom it waits for only when its lock may be free", async () => {
  const inTurns = { pick: (actions: readonly Action[], last?: Task) => actions.findIndex(({ task }) => task !== last) };
  const world = new World({ strategy: inTurns });
  const labRun = await lab.begin(world);
  const read = vi.spyOn(labRun.gate, "read");
  const pool = labRun.pool("host", 2);
  for (const body of ["first", "second"]) {
    world.spawn("host", body, () => ask(pool, "BEGIN", "SELECT 1 FROM parent FOR UPDATE", "SELECT 2", "COMMIT"));
  }
  await world.run();
  await labRun.end(false);
  expect(labRun.gate.counts.waits).toBe(1);
  expect(read).toHaveBeenCalledTimes(1);
});
