import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openServer } from "../postgres/cluster/open.ts";
import type { Server } from "../postgres/server.ts";
import { grantsTo } from "../../src/schema/grants.ts";
import { loadSchema } from "../../src/schema/load.ts";

let server: Server;
let client: pg.Client;

beforeAll(async () => {
  server = await openServer({ kind: "embedded", major: 18 });
  client = new pg.Client(server.address);
  await client.connect();
  for (const statement of loadSchema().statements) await client.query(statement);
  await client.query(`CREATE ROLE "the ""shop""" NOLOGIN`);
  for (const statement of grantsTo(`the "shop"`)) await client.query(statement);
});

afterAll(async () => {
  await client.end();
  await server.close();
});

const as = async (role: string, sql: string): Promise<unknown> => {
  await client.query(`SET ROLE ${role}`);
  return client.query(sql).then(
    () => "done",
    (error: unknown) => (error as pg.DatabaseError).code,
  );
};

const shop = `"the ""shop"""`;
const rewriting = [
  "UPDATE inventory_ledger SET reason = ''",
  "DELETE FROM inventory_ledger",
  "TRUNCATE inventory_ledger",
];

it.each(rewriting)("grants: %s is refused to the service by its role, and to the owner by a trigger", async (sql) => {
  expect(await as(shop, sql)).toBe("42501");
  expect(await as("NONE", sql)).toBe("23001");
});

it("grants: every table can be read, and every other one written", async () => {
  const { tables, sequences } = loadSchema();
  for (const table of tables) expect(await as(shop, `SELECT count(*) FROM ${table}`), table).toBe("done");
  for (const table of tables.filter((name) => name !== "inventory_ledger")) {
    expect(await as(shop, `DELETE FROM ${table} WHERE false`), table).toBe("done");
  }
  for (const sequence of sequences) expect(await as(shop, `SELECT nextval('${sequence}')`), sequence).toBe("done");
  expect(await as(shop, "CREATE TABLE mine (id int)")).toBe("42501");
});
