import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { When } from "../kernel/action.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import { Sleepers } from "../kernel/sleep.ts";
import { World } from "../kernel/world.ts";
import { openServer } from "./cluster/open.ts";

import { ConnectionLost, isConnectionLost, type Ender } from "./lost.ts";
import { LabDatabase, type LabRun } from "./lab.ts";
import type { Pool } from "./pool.ts";

let lab: LabDatabase;
let world: World;
let run: LabRun;
let sleepers: Sleepers;
let pool: Pool;

beforeAll(async () => {
  lab = await LabDatabase.open(await openServer({ kind: "embedded", major: 18 }), {
    setup: ["CREATE TABLE stock (id int PRIMARY KEY, v int NOT NULL)"],
    tables: ["stock"],
    sequences: [],
    initial: ["INSERT INTO stock VALUES (1, 10)"],
  });
});
afterAll(() => lab.close());
beforeEach(async () => {
  world = new World({ strategy: randomWalk(1) });
  sleepers = new Sleepers(world);
  run = await lab.begin(world);
  pool = run.pool("host", 2);
});
afterEach(() => run.end(true));

const take = "UPDATE stock SET v = v - 1 WHERE id = 1";

/** What a task heard of each of its statements, until one failed; then it gives the connection back as broken. */
function statements(name: string, ...texts: readonly string[]): string[] {
  const heard: string[] = [];
  world.spawn("host", name, async () => {
    const session = await pool.connect();
    let broken = false;
    for (const text of texts) {
      try {
        heard.push((await session.query(text)).command);
      } catch (error) {
        heard.push(toldOf(error as Error));
        broken = true;
      }
    }
    session.release(broken);
  });
  return heard;
}

function toldOf(error: Error & { code?: string }): string {
  return `${error.code ?? error.message}${isConnectionLost(error) ? "" : ", by itself"}`;
}

function strike(when: When, task: string, text: RegExp, by?: Ender): void {
  world.prepareBlow({
    text: "the connection breaks",
    when,
    strikes: (of, did) => of?.name === task && text.test(did),
    land: async (of) => {
      const broken = by === undefined || of === undefined ? 0 : await run.sever(of, by);
      return `breaks: ${broken}`;
    },
  });
}

/** Plays it all, then looks how many are left. */
async function left(): Promise<unknown> {
  await world.run();
  let v: unknown;
  world.spawn("host", "looks", async () => {
    const session = await pool.connect();
    v = (await session.query("SELECT v FROM stock")).rows[0]?.["v"];
    session.release();
  });
  await world.run();
  return v;
}

const texts = (): readonly string[] => world.trace.steps.map((step) => step.text);
const terminated = "Connection terminated unexpectedly";

describe("the reply is lost", () => {
  test("to COMMIT: it is carried out, and nobody knows", async () => {
    strike("reply", "pays", /: COMMIT$/);
    const heard = statements("pays", "BEGIN", take, "COMMIT");
    expect(await left()).toBe(9);
    expect(heard).toEqual(["BEGIN", "UPDATE", terminated]);
    expect(world.blows().never).toEqual([]);
  });

  test("to an autocommit statement: it is carried out once it has committed", async () => {
    strike("reply", "pays", /: commits$/);
    const heard = statements("pays", take);
    expect(await left()).toBe(9);
    expect(heard).toEqual([terminated]);
  });

  test("to a statement inside a transaction: all of it is undone, and the connection is of no more use", async () => {
    strike("reply", "pays", /UPDATE/);
    const heard = statements("pays", "BEGIN", take, "ROLLBACK");
    expect(await left()).toBe(10);
    expect(heard).toEqual(["BEGIN", terminated, terminated]);
  });

  test("not where there is none yet: an autocommit statement that has not committed", async () => {
    strike("reply", "pays", /UPDATE/);
    const heard = statements("pays", take);
    expect(await left()).toBe(9);
    expect(heard).toEqual(["UPDATE"]);
    expect(world.blows().never).toEqual(["the connection breaks"]);
  });
});

describe.each<[string, Ender, string]>([
  ["the network", "client", terminated],
  ["an administrator", "server", "57P01"],
])("the connection is broken by %s", (_, by, told) => {
  test("before COMMIT is sent: nothing was carried out, and nobody knows", async () => {
    strike("before", "pays", /: COMMIT$/, by);
    const heard = statements("pays", "BEGIN", take, "COMMIT");
    expect(await left()).toBe(10);
    expect(heard).toEqual(["BEGIN", "UPDATE", terminated]);
    expect(texts()).toContain("0 host pays: COMMIT -> error connection lost");
  });

  test("between an autocommit statement and its commit", async () => {
    strike("after", "pays", /UPDATE/, by);
    const heard = statements("pays", take);
    expect(await left()).toBe(10);
    expect(heard).toEqual([told]);
  });

  test("while a statement waits for a lock: it never gets it", async () => {
    strike("after", "pays", /UPDATE/, by);
    let heard: readonly string[] = [];
    world.spawn("host", "holds", async () => {
      const session = await pool.connect();
      await session.query("BEGIN");
      await session.query(take);
      heard = statements("pays", take);
      await sleepers.sleep(1);
      await session.query("COMMIT");
      session.release();
    });
    expect(await left()).toBe(9);
    expect(heard).toEqual([told]);
    expect(texts().filter((text) => / pays: /.test(text))).toEqual([
      "0 host pays: begins",
      `0 host pays: ${take} (autocommit) -> waits for a lock`,
      `0 host pays: loses its connection -> error ${by === "server" ? told : "connection lost"}`,
    ]);
  });
});

test("a connection that died in the hands of a task is not handed on to the next", async () => {
  world.spawn("host", "shops", async () => {
    const session = await pool.connect();
    await session.query(take);
    strike("after", "shops", /slept/, "server");
    await sleepers.sleep(1);
    session.release();
    const another = await pool.connect();
    await another.query(take);
    another.release();
  });
  expect(await left()).toBe(8);
  expect(world.unheard()).toEqual([]);
});

describe("a host dies while its statement waits for a lock", () => {
  /** The holder commits once the waiter is dead; how many are left when everything has happened. */
  async function leftAfter(late: boolean, whole: boolean): Promise<unknown> {
    const dying = run.pool("dying", 1);
    if (whole) run.sendWhole("dying");
    world.prepareBlow({
      text: "dies",
      strikes: (task, text) => task?.host === "dying" && text.includes("UPDATE"),
      land: async () => {
        if (late) run.orphan("dying");
        world.kill("dying");
        await run.bury("dying");
        return "dying is dead";
      },
    });
    world.spawn("host", "holds", async () => {
      const session = await pool.connect();
      await session.query("BEGIN");
      await session.query(take);
      world.spawn("dying", "takes", async () => {
        await (await dying.connect()).query(take);
      });
      await sleepers.sleep(1);
      await session.query("COMMIT");
      session.release();
    });
    return left();
  }

  test("noticed at once, it never gets it", async () => {
    expect(await leftAfter(false, true)).toBe(9);
    expect(texts().filter((text) => text.includes("is dead"))).toEqual(["0 dying is dead"]);
  });

  test("noticed late, it is carried out, and commits when it was sent whole", async () => {
    expect(await leftAfter(true, true)).toBe(8);
    expect(texts()).toContain(
      "1 dying takes, which is dead: its lock is granted -> the server has noticed, when it was done",
    );
  });

  test("noticed late, it is undone when its Sync was never sent", async () => {
    expect(await leftAfter(true, false)).toBe(9);
  });
});

test("a statement that is sent whole is executed and committed by one action", async () => {
  run.sendWhole("host");
  statements("pays", take);
  expect(await left()).toBe(9);
  expect(texts()).toContain(`0 host pays: ${take} (autocommit, sent whole) -> UPDATE 1`);
});

test("the driver itself says the same: 57P01 to whoever waits, no SQLSTATE to whoever asks afterwards", async () => {
  const [client, admin] = [new pg.Client(lab.server.address), new pg.Client(lab.server.address)];
  client.on("error", () => undefined);
  await Promise.all([client.connect(), admin.connect()]);
  const { rows } = await client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid");
  const waits = client.query("SELECT pg_sleep(60)").catch((error: unknown) => error);
  await admin.query("SELECT pg_terminate_backend($1)", [rows[0]?.pid]);
  const said = new ConnectionLost("server");
  expect(await waits).toMatchObject({ code: said.code, message: said.message });
  await new Promise((resolve) => client.once("end", resolve));
  expect(await client.query("SELECT 1").catch((error: unknown) => error)).not.toHaveProperty("code");
  await admin.end();
});
