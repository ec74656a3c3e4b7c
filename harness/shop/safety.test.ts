import { afterAll, beforeAll, expect, test } from "vitest";
import { query } from "../../src/database.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import type { Setting } from "./hosts.ts";
import { openDatabase } from "./lab.ts";
import { watchSafety } from "./safety.ts";
import { onStage } from "./stage.ts";
import { tellStory } from "./story.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

/** One order is paid, another is on its way; then a commit does this. */
async function after(...statements: readonly string[]): Promise<readonly string[]> {
  return afterIn({}, ...statements);
}

async function afterIn(setting: Setting, ...statements: readonly string[]): Promise<readonly string[]> {
  return onStage(lab, setting, { seed: 29, keepSource: false, afresh: true }, async (stage) => {
    const { hosts, world } = stage;
    const unsafe = watchSafety(stage);
    const { story } = tellStory(hosts, 29);
    world.spawn("story", "damage", async () => {
      await hosts.shop("sweeper").open({ sku: "sku-lab-01", total: 5 });
      await story.shop.pay(await story.shop.order({ user: "user-0001" }));
      await story.shop.order({ user: "user-0002" });
      expect(unsafe).toEqual([]);
      for (const statement of statements) await query(hosts.audit.ports.database, statement);
    });
    expect(await stage.comeToRest()).toBe(undefined);
    expect(world.unheard()).toEqual([]);
    return unsafe;
  });
}

test.each([
  [
    "pieces held are what is HELD: sku-lab-01: held=1, but 0 are HELD",
    "UPDATE reservation SET status = 'RELEASED' WHERE request_key = 'ord-0002/r1'",
  ],
  [
    "pieces sold are what is CONFIRMED: sku-lab-01: sold=1, but 2 are CONFIRMED",
    "UPDATE reservation_line SET quantity = 2 WHERE request_key = 'ord-0001/r1'",
  ],
  [
    "pieces locked are what open locks still keep: sku-lab-01: locked=1, but open locks keep 0",
    "UPDATE inventory_balance SET locked = 1, available = available - 1",
  ],
  [
    "the inventory's ledger adds up to every balance: sku-lab-01: the ledger does not add up to the balance",
    "UPDATE inventory_balance SET total = 6, available = available + 1",
  ],
  [
    "a unit's event is SENT when its reader has it, and not before: sku-lab-01 v1 is SENT, and its reader does not have it",
    "UPDATE inventory_outbox SET status = 'SENT' WHERE aggregate_version = 1",
  ],
  [
    "a unit's events are SENT in the order of its versions: sku-lab-01 v2 is SENT before v1",
    `WITH taken AS (INSERT INTO unit_view_inbox (event_id, unit_id, version, epoch, effect, received_at)
     SELECT event_id, unit_id, aggregate_version, epoch, 'APPLIED', db_now() FROM inventory_outbox WHERE aggregate_version = 2)
     UPDATE inventory_outbox SET status = 'SENT' WHERE aggregate_version = 2`,
  ],
  [
    "an order is what its last move says: ord-0002 is CREATED v2, and its last move says CREATED v1",
    "UPDATE orders SET version = 2 WHERE order_id = 'ord-0002'",
  ],
  [
    "an order moves to PAID at most once: ord-0001 moved to PAID 2 times",
    "INSERT INTO order_transition (order_id, to_status, version, cause, at) SELECT 'ord-0001', 'PAID', 1 - 2, 'x', db_now()",
  ],
  [
    "an order's place is as its state says: ord-0001 is PAID, and its place is HELD",
    "WITH r AS (UPDATE reservation SET status = 'HELD' WHERE status = 'CONFIRMED') UPDATE inventory_balance SET held = 2, sold = 0",
  ],
  [
    "a move into a final state is told by exactly one event: ord-0001 moved to PAID in v3, and 0 events tell it",
    "DELETE FROM outbox",
  ],
  [
    "a refund is there while its order is REFUNDING, and has succeeded when it is REFUNDED: ord-0003 is REFUNDED, and its refunds are: none",
    `WITH o AS (INSERT INTO orders SELECT 'ord-0003', 'k', user_id, sku, amount, currency, 'pay-3', 'REFUNDED', 1, 'none', 1, created_at, updated_at FROM orders LIMIT 1 RETURNING order_id),
          m AS (INSERT INTO order_transition (order_id, to_status, version, cause, at) SELECT order_id, 'REFUNDED', 1, 'x', db_now() FROM o)
     INSERT INTO outbox (order_id, event_type, order_version, payload, created_at) SELECT order_id, 'ORDER_REFUNDED', 1, '{}', db_now() FROM o`,
  ],
  [
    "a refund is there while its order is REFUNDING, and has succeeded when it is REFUNDED: ord-0003 is REFUNDING, and its refunds are: succeeded",
    `WITH o AS (INSERT INTO orders SELECT 'ord-0003', 'k', user_id, sku, amount, currency, 'pay-3', 'REFUNDING', 1, 'none', 1, created_at, updated_at FROM orders LIMIT 1 RETURNING *),
          m AS (INSERT INTO order_transition (order_id, to_status, version, cause, at) SELECT order_id, 'REFUNDING', 1, 'x', db_now() FROM o)
     INSERT INTO refund (refund_key, order_id, amount, currency, payment_object, status, attempts, created_at, updated_at)
     SELECT 'rf-ord-0003', order_id, amount, currency, payment_object, 'succeeded', 1, created_at, created_at FROM o`,
  ],
  [
    "a refund is there while its order is REFUNDING, and has succeeded when it is REFUNDED: ord-0001 is PAID, and its refunds are: pending",
    `INSERT INTO refund (refund_key, order_id, amount, currency, payment_object, status, attempts, created_at, updated_at)
     SELECT 'rf-ord-0001', order_id, amount, currency, payment_object, 'pending', 1, created_at, created_at FROM orders WHERE order_id = 'ord-0001'`,
  ],
  [
    "a place is kept until its deadline, while its order may still be paid: ord-0002 is CREATED, and its place was given back before its time",
    "UPDATE reservation SET status = 'RELEASED' WHERE request_key = 'ord-0002/r1'",
  ],
  [
    "an order waits while its conflict is open, and is what was decided afterwards: ord-0002 is CREATED, its place is HELD, its refunds are 0, and its conflict: open",
    "INSERT INTO payment_conflict (order_id, amount, cause, opened_at) SELECT order_id, amount, 'x', created_at FROM orders WHERE order_id = 'ord-0002'",
  ],
  [
    "an order waits while its conflict is open, and is what was decided afterwards: ord-0001 is PAID, its place is CONFIRMED, its refunds are 0, and its conflict: refund",
    "INSERT INTO payment_conflict SELECT order_id, amount, 'x', created_at, 'refund', 'x', 'x', created_at FROM orders WHERE order_id = 'ord-0001'",
  ],
  [
    "an order is shipped at most once, and only when it is PAID: ord-0002 was shipped 1 times and is CREATED",
    "INSERT INTO fulfillment VALUES ('ord-0002', 1, 1, db_now())",
  ],
])("after every commit, %s", async (how, damage) => {
  expect(await after(damage)).toContain(`after every commit, ${how}`);
});

test("nothing is told of a run that is as it must be, nor twice of one that is not", async () => {
  expect(await after("SELECT 1")).toEqual([]);
  const damage = "UPDATE orders SET version = version + 1 WHERE order_id = 'ord-0002'";
  expect(await after(damage, damage)).toHaveLength(1);
});

test("a hold that is confirmed after its deadline: only where the deadline decides", async () => {
  const late = "UPDATE reservation SET expires_at = updated_at WHERE status = 'CONFIRMED'";
  expect(await after(late)).toEqual([]);
  expect(await afterIn({ config: { expiredHold: "deadline-decides" } }, late)).toEqual([
    "after every commit, a hold is confirmed before its deadline: ord-0001/r1 was confirmed after its deadline",
  ]);
});

test("what is spoilt by hand is not told while it is, and is looked at again when it is mended", async () => {
  const found = await onStage(lab, {}, { seed: 29, keepSource: false, afresh: true }, async (stage) => {
    const { hosts, world } = stage;
    const unsafe = watchSafety(stage);
    const { story } = tellStory(hosts, 29);
    world.spawn("story", "damage", async () => {
      await hosts.shop("sweeper").open({ sku: "sku-lab-01", total: 5 });
      await story.unfreezing.spoil("a piece is void");
      await story.shop.order({ user: "user-0001" });
      expect(unsafe).toEqual([]);
      await story.unfreezing.mend("a piece is void");
      await story.shop.order({ user: "user-0002" });
      expect(unsafe).toEqual([]);
      await query(hosts.audit.ports.database, "UPDATE inventory_balance SET total = 6, available = available + 1");
    });
    expect(await stage.comeToRest()).toBe(undefined);
    expect(world.unheard()).toEqual([]);
    return unsafe;
  });
  expect(found).toHaveLength(1);
});
