import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
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
  await client.query(`INSERT INTO inventory_unit VALUES ('u', 't', 'p', 's', NULL, NULL, NULL, NULL, NULL,
    'SELF_MANAGED', 'QUANTITY', 'ON_PAYMENT', true, 1)`);
  for (const version of [1, 2]) {
    await client.query(
      `INSERT INTO inventory_ledger (operation, unit_id, version, kind, total_delta, available_delta, held_delta, locked_delta,
              sold_delta, invalid_delta, before, after, reason, operator, at)
       VALUES ($1, 'u', $2, 'ADJUST', 0, 0, 0, 0, 0, 0, '{}', '{}', 'r', 'o', '2020-01-31T23:59:59Z')`,
      [String(version), version],
    );
  }
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
const archived = ["inventory_archive", "inventory_archive_row"];
const rewriting = [
  ...archived.flatMap((table) => [
    `UPDATE ${table} SET month = ''`,
    `DELETE FROM ${table}`,
    `TRUNCATE ${table} CASCADE`,
  ]),
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
  for (const table of tables.filter((name) => !["inventory_ledger", ...archived].includes(name))) {
    expect(await as(shop, `DELETE FROM ${table} WHERE false`), table).toBe("done");
  }
  for (const sequence of sequences) expect(await as(shop, `SELECT nextval('${sequence}')`), sequence).toBe("done");
  expect(await as(shop, "CREATE TABLE mine (id int)")).toBe("42501");
});

describe("archive: what may leave the ledger", () => {
  const copy = `INSERT INTO inventory_archive_row SELECT entry_id, '2020-01', 1, ledger_line(l), sha256_of(ledger_line(l))
                  FROM inventory_ledger l`;
  const seal = (checksum: string): string => `INSERT INTO inventory_archive SELECT '2020-01', 1, 2, ${checksum}, now()`;
  const right =
    "(SELECT sha256_of(string_agg(sha256_of(ledger_line(l)), chr(10) ORDER BY entry_id)) FROM inventory_ledger l)";

  it.each([
    ["is what is there word for word, under its checksum", "done", [seal(right), copy]],
    ["is nothing that is not there", "23001", [seal(right), `${copy} WHERE version = 1`]],
    [
      "is nothing that is there in other words",
      "23001",
      [seal(right), copy.replace("ledger_line(l),", "ledger_line(l) || ' ',")],
    ],
    ["is nothing whose part has another checksum", "23001", [seal("'0'"), copy]],
  ])("%s", async (_what, ended, statements) => {
    await client.query("RESET ROLE; BEGIN");
    for (const statement of statements) await client.query(statement);
    expect(await as("NONE", "DELETE FROM inventory_ledger")).toBe(ended);
    await client.query("ROLLBACK");
  });
});
