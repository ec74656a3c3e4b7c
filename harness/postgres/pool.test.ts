import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { Misuse, Stuck } from "../kernel/failure.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import { Sleepers } from "../kernel/sleep.ts";
import { World } from "../kernel/world.ts";
import { openServer } from "./cluster/open.ts";
import { LabDatabase, type LabRun } from "./lab.ts";
import type { Pool } from "./pool.ts";
import type { Server, Signals } from "./server.ts";

const schema = {
  setup: ["CREATE TABLE stock (id int PRIMARY KEY, v int NOT NULL)"],
  tables: ["stock"],
  sequences: [],
  initial: ["INSERT INTO stock VALUES (1, 10), (2, 10)"],
};

/** A test may have the gate believe that a backend is awake, and so not stop it yet. */
let seemsAwake: () => boolean;
let stops = 0;
let lab: LabDatabase;
let world: World;
let sleepers: Sleepers;
let run: LabRun;

beforeAll(async () => {
  const server: Server = await openServer({ kind: "embedded", major: 18 });
  const real = server.signals!;
  const signals: Signals = {
    stop: (pid) => {
      stops++;
      return real.stop(pid);
    },
    cont: (pid) => real.cont(pid),
    asleep: (pid) => !seemsAwake() && real.asleep(pid),
  };
  lab = await LabDatabase.open({ ...server, signals }, schema, 100);
});
afterAll(() => lab.close());
beforeEach(async () => {
  seemsAwake = () => false;
  stops = 0;
  await beginRun();
});
afterEach(() => run.end(true));

async function beginRun(seed = 1): Promise<void> {
  world = new World({ strategy: randomWalk(seed) });
  sleepers = new Sleepers(world);
  run = await lab.begin(world);
}

const texts = (): readonly string[] => world.trace.steps.map((step) => step.text);
const take = (id: number): string => `UPDATE stock SET v = v - 1 WHERE id = ${id}`;

function transaction(pool: Pool, name: string, ...statements: readonly string[]): void {
  world.spawn("host", name, async () => {
    const session = await pool.connect();
    for (const text of ["BEGIN", ...statements, "COMMIT"]) await session.query(text);
    session.release();
  });
}

describe("session", () => {
  test("BEGIN travels with the statement that follows; an empty transaction sends nothing", async () => {
    const pool = run.pool("orders", 2);
    transaction(pool, "pays", take(1));
    await world.run();
    transaction(pool, "looks");
    await world.run();
    expect(texts().filter((text) => text.includes("BEGIN"))).toEqual([`0 host pays: BEGIN; ${take(1)} -> UPDATE 1`]);
    expect(texts().at(-1)).toBe("0 host looks: begins");
  });

  test("COMMIT of a failed transaction succeeds, with the command ROLLBACK", async () => {
    const pool = run.pool("orders", 1);
    let command = "";
    world.spawn("host", "fails", async () => {
      const session = await pool.connect();
      await session.query("BEGIN");
      await expect(session.query("SELECT 1 / 0")).rejects.toMatchObject({ code: "22012" });
      await expect(session.query("SELECT 1")).rejects.toMatchObject({ code: "25P02" });
      command = (await session.query("COMMIT")).command;
      expect((await session.query("SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
      session.release();
    });
    await world.run();
    expect(command).toBe("ROLLBACK");
  });

  test("an autocommit statement is executed, then commits: another may look between the two", async () => {
    const seen = new Set<number>();
    for (let seed = 0; seed < 40; seed++) {
      await run.end(false);
      await beginRun(seed);
      const pool = run.pool("orders", 2);
      world.spawn("host", "takes", async () => {
        const session = await pool.connect();
        await session.query(take(1));
        session.release();
      });
      world.spawn("host", "looks", async () => {
        const session = await pool.connect();
        const { rows } = await session.query("SELECT v FROM stock WHERE id = 1");
        if (texts().some((text) => text.includes("takes: UPDATE"))) seen.add(rows[0]?.["v"] as number);
        session.release();
      });
      await world.run();
    }
    expect([...seen].sort()).toEqual([10, 9]);
  });

  test("LISTEN is refused", async () => {
    const pool = run.pool("orders", 1);
    world.spawn("host", "listens", async () => {
      const session = await pool.connect();
      await expect(session.query("LISTEN news")).rejects.toThrow("refused in the lab");
      session.release();
    });
    await world.run();
  });

  test("a connection given back inside a transaction ends the run, even when the system catches that", async () => {
    const pool = run.pool("orders", 1);
    world.spawn("host", "forgets", async () => {
      const session = await pool.connect();
      await session.query("BEGIN");
      await session.query(take(1));
      try {
        session.release();
      } catch {
        // A service with a handler for everything.
      }
    });
    await expect(world.run()).rejects.toThrow(
      new Misuse("host forgets", "gives a connection back inside a transaction"),
    );
  });
});

describe("pool", () => {
  test("waiting for a connection is an effect, and handing it on an action", async () => {
    const pool = run.pool("orders", 1);
    for (const name of ["a", "b"]) transaction(pool, name, take(1));
    await world.run();
    expect(texts().filter((text) => text.includes("gets a connection of orders"))).toHaveLength(1);
  });

  test("tasks that hold one connection each and want a second are stuck, and named", async () => {
    const pool = run.pool("orders", 2);
    for (const name of ["a", "b"]) {
      world.spawn("host", name, async () => {
        await pool.connect();
        await sleepers.sleep(1);
        await pool.connect();
      });
    }
    const error = await world.run().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Stuck);
    const waits = ["a", "b"].map((name) => `host ${name} waits for a connection of orders (2)`);
    expect([...(error as Stuck).waiting].sort()).toEqual(waits);
  });
});

describe("virtual time", () => {
  test("db_now() is the world's time, inside a transaction too", async () => {
    const pool = run.pool("orders", 1);
    const seen: unknown[] = [];
    world.spawn("host", "looks", async () => {
      const session = await pool.connect();
      await session.query("BEGIN");
      for (const ms of [0, 1_500]) {
        await sleepers.sleep(ms);
        seen.push((await session.query("SELECT db_now() AS at")).rows[0]?.["at"]);
      }
      await session.query("COMMIT");
      session.release();
    });
    await world.run();
    expect(seen).toEqual([new Date("2026-01-01T00:00:00.000Z"), new Date("2026-01-01T00:00:01.500Z")]);
  });
});

describe("the gate's own errors", () => {
  /** Two transactions that deadlock under this seed. */
  async function deadlock(): Promise<void> {
    const pool = run.pool("orders", 2);
    transaction(pool, "one", take(1), "SELECT 1", take(2));
    transaction(pool, "two", take(2), "SELECT 1", take(1));
    await world.run();
  }

  test("a deadlock that the server's detector found by itself", async () => {
    seemsAwake = () => stops > 0; // Only the first waiter is ever stopped.
    await expect(deadlock()).rejects.toMatchObject({ rule: "deadlock nobody asked for" });
  });

  test("a waiter that was stopped after its detector may have run", async () => {
    let since: number | undefined;
    seemsAwake = () => performance.now() - (since ??= performance.now()) < 150;
    await expect(deadlock()).rejects.toMatchObject({ rule: "machine too slow for the gate" });
  });
});
