import pg from "pg";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { Action } from "../kernel/action.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import type { Task } from "../kernel/task.ts";
import { World } from "../kernel/world.ts";
import { openServer } from "./cluster/open.ts";
import { stopAtOnce } from "./cluster/stop.ts";
import { LabDatabase, type LabRun } from "./lab.ts";
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

describe("after what could not be ended, the next run is as if nothing had happened", () => {
  const begun = async (crashes = false) => {
    const world = new World({ strategy: randomWalk(1) });
    const labRun = await lab.begin(world, { crashes });
    return { world, labRun, pool: labRun.pool("host", 2) };
  };
  /** A run that is right, and the backends beside its own connection and the lab's. */
  const isRight = async () => {
    await run(async (pool) => {
      expect(await ask(pool, "UPDATE parent SET id = 2 WHERE id = 1 RETURNING id")).toEqual([{ id: 2 }]);
      const backends = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE backend_type = 'client backend'";
      expect(await ask(pool, backends)).toEqual([{ n: 2 }]);
    });
  };
  /** An open transaction that holds a lock. */
  const locks = (world: World, pool: Pool, name = "locks") =>
    world.spawn("host", name, async () => {
      const session = await pool.connect();
      await session.query("BEGIN");
      await session.query("SELECT 1 FROM parent WHERE id = 1 FOR UPDATE");
      await world.park("for ever").settled;
    });

  test("the lab's own connection was ended between two runs", async () => {
    const { labRun } = await begun();
    const [own] = await labRun.ask<{ pid: number }>("SELECT pg_backend_pid() AS pid");
    await labRun.end(false);
    const other = new pg.Client({ ...lab.server.address });
    await other.connect();
    await other.query("SELECT pg_terminate_backend($1)", [own?.pid]);
    await other.end();
    await vi.waitFor(async () => {
      const { labRun: next } = await begun();
      await next.end(false);
    });
    await isRight();
  });

  test("its own connection was ended during a run, which cannot be ended then", async () => {
    const { world, labRun, pool } = await begun();
    locks(world, pool);
    await expect(world.run()).rejects.toThrow("stuck");
    await expect(labRun.ask("SELECT pg_terminate_backend(pg_backend_pid())")).rejects.toThrow("terminat");
    await expect(labRun.end(true)).rejects.toThrow("Connection terminated");
    await isRight();
  });

  test("its connections could not be given back", async () => {
    const { world, labRun, pool } = await begun();
    for (const name of ["locks", "waits"]) locks(world, pool, name); // The second is stopped where it waits.
    await expect(world.run()).rejects.toThrow("stuck");
    expect(labRun.gate.counts.waits).toBe(1);
    vi.spyOn(labRun.gate, "bury").mockRejectedValueOnce(new Error("not buried"));
    await expect(labRun.end(true)).rejects.toThrow("not buried");
    await isRight();
  });

  /** The server stops and does not start so many times. */
  const notStarting = async (labRun: LabRun, times: number): Promise<void> => {
    const [where] = await labRun.ask<{ data: string }>(
      "SELECT setting AS data FROM pg_settings WHERE name = 'data_directory'",
    );
    const crash = vi.spyOn(lab.server as { crash: () => Promise<void> }, "crash");
    for (let nth = 0; nth < times; nth++) {
      crash.mockImplementationOnce(async () => {
        stopAtOnce(where!.data);
        return Promise.reject(new Error("the server did not start"));
      });
    }
  };

  test("the server did not start after it had crashed", async () => {
    const { labRun, world, pool } = await begun(true);
    await notStarting(labRun, 1);
    locks(world, pool);
    await expect(world.run()).rejects.toThrow("stuck");
    await expect(labRun.crash()).rejects.toThrow("did not start");
    await labRun.end(true).catch(() => undefined);
    await isRight();
  });

  test("as long as it cannot be put right, each run says why", async () => {
    const { labRun } = await begun(true);
    await notStarting(labRun, 3);
    await expect(labRun.crash()).rejects.toThrow("did not start");
    await labRun.end(true).catch(() => undefined);
    for (let nth = 0; nth < 2; nth++) await expect(begun()).rejects.toThrow("the server did not start");
    await isRight();
  });

  test("where the server is not the lab's to stop, what is left is buried", async () => {
    const { world, labRun, pool } = await begun();
    for (const name of ["locks", "waits"]) locks(world, pool, name);
    await expect(world.run()).rejects.toThrow("stuck");
    vi.spyOn(labRun.gate, "bury").mockRejectedValueOnce(new Error("not buried"));
    await expect(labRun.end(true)).rejects.toThrow("not buried");
    const { server } = lab;
    const theirs = { ...server, crash: undefined };
    Object.assign(lab, { server: theirs });
    await isRight().finally(() => Object.assign(lab, { server }));
  });
});
