/**
 * What the services' role may do in the database, and no more. What is only ever added to it cannot rewrite, whoever gets hold
 * of its connections; the tables' triggers refuse the same to everybody else who has not switched them off.
 */
import { loadSchema } from "./load.ts";

const onlyGrows: readonly string[] = ["inventory_ledger"];
/** Moved there by whoever owns the tables. */
const onlyRead: readonly string[] = ["inventory_archive", "inventory_archive_row"];

/** Statements for the owner of the tables, once they are there, with the schema first in the search_path. */
export function grantsTo(role: string): readonly string[] {
  const { tables, sequences } = loadSchema();
  const to = quoted(role);
  const rest = tables.filter((table) => ![...onlyGrows, ...onlyRead].includes(table));
  return [
    `DO $$ BEGIN EXECUTE format('GRANT USAGE ON SCHEMA %I TO %s', current_schema(), '${to.replaceAll("'", "''")}'); END $$`,
    `GRANT SELECT, INSERT, UPDATE, DELETE ON ${rest.join(", ")} TO ${to}`,
    `GRANT SELECT, INSERT ON ${onlyGrows.join(", ")} TO ${to}`,
    `GRANT SELECT ON ${onlyRead.join(", ")} TO ${to}`,
    `GRANT USAGE ON SEQUENCE ${sequences.join(", ")} TO ${to}`,
  ];
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
