import { describe, expect, it } from "vitest";
import { loadSchema, splitStatements } from "./load.ts";

describe("schema: splitting", () => {
  it("keeps semicolons inside bodies and quotes, and drops comments", () => {
    const sql = "-- one; two\nCREATE A 'x;''y' - 1; CREATE B AS $$ SELECT 1; $$;\n\n-- end\n";
    expect(splitStatements(sql)).toEqual(["CREATE A 'x;''y' - 1", "CREATE B AS $$ SELECT 1; $$"]);
  });
});

describe("schema: what it makes", () => {
  const { statements, tables, sequences } = loadSchema();

  it("is one CREATE a statement, the clock first", () => {
    for (const statement of statements) expect(statement).toMatch(/^CREATE /);
    expect(statements[0]).toContain("db_now()");
  });

  it("names every table and sequence", () => {
    expect(tables).toEqual([
      "inventory_unit",
      "inventory_balance",
      "reservation",
      "reservation_line",
      "stock_lock",
      "inventory_ledger",
      "inventory_archive",
      "inventory_archive_row",
      "inventory_outbox",
      "inventory_operation",
      "orders",
      "order_transition",
      "payment_notification",
      "payment_conflict",
      "refund",
      "outbox",
      "ful_inbox",
      "fulfillment",
      "ful_received",
      "unit_view",
      "unit_view_inbox",
      "unit_view_quarantine",
      "unit_view_repair",
    ]);
    expect(sequences).toEqual([
      "inventory_ledger_number",
      "inventory_event_number",
      "inventory_lease_number",
      "order_number",
      "order_transition_number",
      "payment_notification_number",
      "outbox_number",
      "ful_received_number",
      "unit_view_step_number",
    ]);
  });

  it("leaves the time to db_now()", () => {
    const elsewhere = statements.slice(1).join("\n");
    expect(elsewhere).not.toMatch(/\bnow\(\)|CURRENT_TIMESTAMP|clock_timestamp/i);
  });
});
