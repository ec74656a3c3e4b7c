import { existsSync, readdirSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import pg from "pg";
import { describe, expect, test } from "vitest";
import type { Server } from "../server.ts";
import { openServer } from "./open.ts";
import { placeForKeeping } from "./places.ts";
import { serverProcesses } from "./processes.ts";
import { sessionSettingsFor, serverSettings } from "./settings.ts";

const dataOf = (server: Server): string => join(dirname(server.address.host), "d");

async function connect(server: Server): Promise<pg.Client> {
  const client = new pg.Client(server.address);
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

async function pidOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]!.pid;
}

async function until(condition: () => boolean): Promise<void> {
  for (const end = performance.now() + 5_000; !condition();) {
    if (performance.now() > end) throw new Error("it did not come about within 5 s");
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

describe.each([16, 17, 18] as const)("embedded server %i", (major) => {
  test("every setting is in force, and it leaves nothing behind", async () => {
    const server = await openServer({ kind: "embedded", major });
    const client = await connect(server);
    const { rows } = await client.query<{ name: string; setting: string; source: string }>(
      "select name, setting, source from pg_settings",
    );
    const sources = new Map(rows.map(({ name, source }) => [name.toLowerCase(), source]));
    for (const name of Object.keys({ ...serverSettings(major), ...sessionSettingsFor(major) })) {
      // The driver may name the encoding or the like for its connection; everything of ours comes from the file.
      expect([name, sources.get(name)]).toEqual([name, "configuration file"]);
    }
    const version = await client.query<{ v: string }>("select current_setting('server_version_num') as v");
    expect(Math.floor(Number(version.rows[0]!.v) / 10_000)).toBe(major);
    expect(serverProcesses(dataOf(server)).length).toBeGreaterThan(1);
    await client.end();
    await server.close();
    await server.close();
    expect(serverProcesses(dataOf(server))).toEqual([]);
    expect(existsSync(dirname(server.address.host))).toBe(false);
  });
});

test("embedded server: nobody else can enter its directories", async () => {
  const server = await openServer({ kind: "embedded", major: 18 });
  expect(statSync(dataOf(server)).mode & 0o077).toBe(0);
  expect(statSync(server.address.host).mode & 0o077).toBe(0);
  await server.close();
});

test("embedded server: initdb runs once, and later servers are copies", async () => {
  const template = (): readonly number[] =>
    readdirSync(placeForKeeping())
      .filter((name) => name.startsWith("template-18"))
      .map((name) => statSync(join(placeForKeeping(), name)).ino);
  await (await openServer({ kind: "embedded", major: 18 })).close();
  const kept = template();
  expect(kept).not.toEqual([]);
  await (await openServer({ kind: "embedded", major: 18 })).close();
  expect(template()).toEqual(kept);
});

/** Eight updates whose locks have been granted, and whose backends are stopped; how each of them ends. */
async function grantedWaiters(server: Server): Promise<Promise<string>[]> {
  const holder = await connect(server);
  await holder.query(
    "create table stock (id int primary key, v int); insert into stock select g, 1 from generate_series(1, 8) g",
  );
  await holder.query("begin; update stock set v = 2");
  const outcomes: Promise<string>[] = [];
  for (let id = 1; id <= 8; id++) {
    const waiter = await connect(server);
    const pid = await pidOf(waiter);
    outcomes.push(
      waiter.query("update stock set v = 3 where id = $1", [id]).then(
        () => "went through",
        () => "refused",
      ),
    );
    await until(() => server.signals!.asleep(pid) === true);
    await new Promise((resolve) => setTimeout(resolve, 5)); // It may have slept before it had the statement.
    await server.signals!.stop(pid);
  }
  await holder.query("commit");
  return outcomes;
}

const allRefused = Array.from({ length: 8 }, () => "refused");

test("embedded server: it closes at once while granted waiters are stopped, and none of them goes through", async () => {
  const server = await openServer({ kind: "embedded", major: 18 });
  const outcomes = await grantedWaiters(server);
  const before = performance.now();
  await server.close();
  // The server itself would wait 5 s for backends that cannot answer.
  expect(performance.now() - before).toBeLessThan(2_000);
  expect(serverProcesses(dataOf(server))).toEqual([]);
  expect(await Promise.all(outcomes)).toEqual(allRefused);
});

test.each([16, 17, 18] as const)(
  "embedded server %i: it crashes, and has what was committed and nothing else",
  async (major) => {
    const server = await openServer({ kind: "embedded", major });
    const outcomes = await grantedWaiters(server);
    const former = serverProcesses(dataOf(server));
    await server.crash!();
    expect(await Promise.all(outcomes)).toEqual(allRefused);
    expect(serverProcesses(dataOf(server)).filter((pid) => former.includes(pid))).toEqual([]);
    const client = await connect(server);
    expect((await client.query("select distinct v from stock")).rows).toEqual([{ v: 2 }]);
    await client.end();
    await server.close();
    expect(serverProcesses(dataOf(server))).toEqual([]);
    expect(existsSync(dirname(server.address.host))).toBe(false);
  },
);

test("embedded server: two labs at once do not meet", async () => {
  const [one, two] = await Promise.all([
    openServer({ kind: "embedded", major: 18 }),
    openServer({ kind: "embedded", major: 18 }),
  ]);
  const [a, b] = [await connect(one), await connect(two)];
  await a.query("create table mine (id int)");
  await expect(b.query("select * from mine")).rejects.toThrow("does not exist");
  await a.end();
  await one.close();
  expect((await b.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await b.end();
  await two.close();
});

test("signals: a stopped backend does not answer until it is continued", async () => {
  const server = await openServer({ kind: "embedded", major: 18 });
  const client = await connect(server);
  const pid = await pidOf(client);
  await until(() => server.signals!.asleep(pid) === true);
  await server.signals!.stop(pid);
  await until(() => server.signals!.asleep(pid) === false);
  let answered = false;
  const answer = client.query("select 1").then(() => (answered = true));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(answered).toBe(false);
  await server.signals!.cont(pid);
  await answer;
  await client.end();
  await server.close();
});
