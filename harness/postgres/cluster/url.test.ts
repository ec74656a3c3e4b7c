import { createConnection, createServer, type AddressInfo } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { LabError } from "../../verdict/failure.ts";
import type { Server } from "../server.ts";
import { openServer } from "./open.ts";

/** Stands for the server of a user of the lab. */
let theirs: Server;
let admin: pg.Client;

beforeAll(async () => {
  theirs = await openServer({ kind: "embedded", major: 18 });
  admin = new pg.Client(theirs.address);
  await admin.connect();
  await admin.query("create role maker login createdb; create role guest login; create role nobody_special login");
  await admin.query("create database shared");
  await admin.query("grant create on database shared to guest");
});

afterAll(async () => {
  await admin.end();
  await theirs.close();
});

const urlFor = (user: string, database = "postgres"): string =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(theirs.address.host)}`;

async function databases(): Promise<readonly string[]> {
  const { rows } = await admin.query<{ name: string }>("select datname as name from pg_database order by datname");
  return rows.map(({ name }) => name);
}

async function inside<T extends pg.QueryResultRow>(server: Server, text: string): Promise<T[]> {
  const client = new pg.Client(server.address);
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

test("url: the lab works in a database of its own and drops it, also with a backend stopped", async () => {
  const before = await databases();
  const server = await openServer({ kind: "url", url: urlFor("postgres") });
  expect(await databases()).toHaveLength(before.length + 1);
  expect(server).toMatchObject({ kind: "url", major: 18, warnings: [] });
  expect(await inside(server, "show plan_cache_mode")).toEqual([{ plan_cache_mode: "force_generic_plan" }]);
  expect(await inside(server, "show datestyle")).toEqual([{ DateStyle: "ISO, MDY" }]);

  const client = new pg.Client(server.address);
  client.on("error", () => undefined);
  await client.connect();
  const { rows } = await client.query<{ pid: number; db: string }>(
    "select pg_backend_pid() as pid, current_database() as db",
  );
  expect(rows[0]!.db).toMatch(/^holdfast_[0-9a-f]{12}$/);
  await server.signals!.stop(rows[0]!.pid);
  await server.close();
  expect(await databases()).toEqual(before);
});

test("url: what a user may not set is said, and the rest holds", async () => {
  const server = await openServer({ kind: "url", url: urlFor("maker") });
  // On this server the defaults are right already, so nothing is missing; on another database they are not.
  expect(server.warnings).toEqual([]);
  await server.close();
  await admin.query("alter role maker set deadlock_timeout = '3s'");
  const other = await openServer({ kind: "url", url: urlFor("maker") });
  expect(other.warnings).toEqual([
    'deadlock_timeout is 3s, not 1s: permission denied to set parameter "deadlock_timeout"',
  ]);
  expect(await inside(other, "show plan_cache_mode")).toEqual([{ plan_cache_mode: "force_generic_plan" }]);
  await other.close();
});

test("url: without the right to make databases it is a schema of its own", async () => {
  const server = await openServer({ kind: "url", url: urlFor("guest", "shared") });
  expect(server.warnings).toContain(
    "a schema of a shared database: whatever else happens in it is not in the lab's hands",
  );
  await inside(server, "create table here (id int)");
  expect(await inside(server, "select schemaname from pg_tables where tablename = 'here'")).toEqual([
    { schemaname: expect.stringMatching(/^holdfast_lab_[0-9a-f]{12}$/) as string },
  ]);
  await server.close();
  const schemas = "select nspname from pg_namespace where nspname like 'holdfast%'";
  expect(await inside({ ...theirs, address: { ...theirs.address, database: "shared" } }, schemas)).toEqual([]);
});

test("url: without any right the lab refuses, and says what would help", async () => {
  const refused: unknown = await openServer({ kind: "url", url: urlFor("nobody_special") }).catch(
    (error: unknown) => error,
  );
  expect(refused).toBeInstanceOf(LabError);
  expect(refused).toMatchObject({ exitCode: 2, next: expect.stringContaining("CREATEDB") as string });
});

test("url: a database of the lab's name that it did not make is never dropped", async () => {
  const lookalikes = ["holdfast_0123456789ab", "holdfast_mine"];
  for (const name of lookalikes) await admin.query(`create database ${name}`);
  await admin.query("comment on database holdfast_0123456789ab is 'made by somebody else'");
  const server = await openServer({ kind: "url", url: urlFor("postgres") });
  // Its mark is gone: it may have been put to another use.
  await admin.query(`comment on database ${server.address.database} is null`);
  await expect(server.close()).rejects.toThrow("is not dropped");
  expect(await databases()).toEqual(expect.arrayContaining([...lookalikes, server.address.database]));
  for (const name of [...lookalikes, server.address.database]) await admin.query(`drop database ${name} with (force)`);
});

test.each(["mysql://me:secret@somewhere/db", "secret", "/run/secret", "postgres:secret", "https://secret"])(
  "url: what is no postgresql:// URL is refused, and not repeated: %s",
  async (url) => {
    const refused: unknown = await openServer({ kind: "url", url }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ exitCode: 2, what: "HOLDFAST_DATABASE_URL is no postgresql:// URL." });
    expect(String(refused)).not.toContain("secret");
  },
);

test("url: a server that does not answer", async () => {
  const url = "postgresql://postgres@/postgres?host=/nonexistent";
  await expect(openServer({ kind: "url", url })).rejects.toThrow("cannot be reached");
});

test("url: over a local port the backends are found, and signalled, too", async () => {
  const proxy = createServer((outer) => {
    const inner = createConnection(`${theirs.address.host}/.s.PGSQL.${theirs.address.port}`);
    outer.pipe(inner).pipe(outer);
    outer.on("error", () => inner.destroy());
    inner.on("error", () => outer.destroy());
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const { port } = proxy.address() as AddressInfo;
  const server = await openServer({ kind: "url", url: `postgresql://postgres@127.0.0.1:${port}/postgres` });
  expect(server.signals).toBeDefined();
  expect(server.address).toMatchObject({ host: "127.0.0.1", port });
  await server.close();
  proxy.close();
});
