/** The suite on a server of somebody's own, as a user who may log in and create databases, and nothing else. */
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { commandLine } from "../harness/cli/fakeLab.ts";
import { openServer } from "../harness/postgres/cluster/open.ts";
import type { Server } from "../harness/postgres/server.ts";
import { suite } from "../harness/shop/lab.ts";
import { experiments } from "./experiments.ts";
import { flows } from "./grid/flows.ts";

let theirs: Server;
let admin: pg.Client;

beforeAll(async () => {
  theirs = await openServer({ kind: "embedded", major: 18 });
  admin = new pg.Client(theirs.address);
  await admin.connect();
  await admin.query("create role ordinary login createdb");
});

afterAll(async () => {
  await admin.end();
  await theirs.close();
});

/** All that a lab might leave on a server. */
async function left(): Promise<unknown> {
  const { rows } = await admin.query(
    `select 'database' as kind, datname::text as name from pg_database
     union all select 'schema', nspname::text from pg_namespace where nspname !~ '^pg_'
     union all select 'role', rolname::text from pg_roles
     union all select 'session', application_name from pg_stat_activity
       where backend_type = 'client backend' and pid <> pg_backend_pid()
     order by kind, name`,
  );
  return rows;
}

test("a server of one's own, as an ordinary user: the same trace as on the embedded one, and nothing is left", async () => {
  const before = await left();
  const databaseUrl = `postgresql://ordinary@/postgres?host=${encodeURIComponent(theirs.address.host)}`;
  const line = "C29-04 --json --seed 7";
  const byUrl = await commandLine(line, suite({ experiments, flows, pairs: [], workloads: [] }), { databaseUrl });
  expect(await left()).toEqual(before);
  expect(byUrl.code, byUrl.err).toBe(0);
  const embedded = await commandLine(line, suite({ experiments, flows, pairs: [], workloads: [] }));
  const [there, here] = [byUrl.out, embedded.out].map((out) => JSON.parse(out) as Record<string, unknown>);
  expect(there).toMatchObject({ server: { kind: "url", major: 18 }, gate: "on", warnings: [] });
  expect(there!["experiments"]).toEqual(here!["experiments"]);
});

test("a server of one's own is not the lab's to stop: an experiment in which it crashes is unknown", async () => {
  const databaseUrl = `postgresql://ordinary@/postgres?host=${encodeURIComponent(theirs.address.host)}`;
  const found = await commandLine("HF-01 --json", suite({ experiments, flows, pairs: [], workloads: [] }), {
    databaseUrl,
  });
  expect(found.code, found.err).toBe(3);
  const [verdict] = (JSON.parse(found.out) as { experiments: { verdict: string; findings: unknown[] }[] }).experiments;
  expect(verdict).toMatchObject({ verdict: "unknown" });
  expect(JSON.stringify(verdict)).toContain("not the lab's to stop");
});
