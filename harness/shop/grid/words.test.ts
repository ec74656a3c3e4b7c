import { expect, test } from "vitest";
import { name } from "./words.ts";

const shown = (text: string, outcome = "") => ({ text, outcome });

test("words: what is seen by others begins a row, what happens within a transaction goes on from it", () => {
  const flow = [
    shown("orders-1 receives pay ord-0001 #2 from user-0042"),
    shown('orders-1 pay ord-0001: BEGIN; SELECT … FROM orders WHERE order_id = $1 FOR UPDATE #1 ["o"]', "SELECT 1"),
    shown('orders-1 pay ord-0001: WITH moved AS ( UPDATE orders SET … #a ["o","CREATED","PAYING","pay"]', "INSERT 1"),
    shown("orders-1 pay ord-0001: COMMIT", "COMMIT 0"),
    shown("channel receives charge ord-0001 from orders-1"),
    shown("orders-1 receives the reply to charge ord-0001", "200"),
  ];
  expect(name(flow)).toEqual([
    "request taken in",
    "request taken in, order locked",
    "request taken in, PAYING written",
    "PAYING committed, charge not sent",
    "charge at the channel, answer on its way",
    "charge answered, nothing recorded",
  ]);
});

test("words: a statement by itself is executed first, and a read makes nothing last", () => {
  const read = "recovery works: SELECT o.order_id FROM orders o JOIN reservation r (autocommit)";
  const count = 'recovery works: UPDATE refund SET … WHERE order_id = $1 ["o"] (autocommit)';
  const flow = [
    shown("recovery works: begins"),
    shown(read, "executed"),
    shown("recovery works: commits", "SELECT 1"),
    shown(count, "executed"),
    shown("recovery works: commits", "UPDATE 1"),
  ];
  expect(name(flow)).toEqual([
    "begun",
    "begun, lapsed orders read, not committed",
    "begun, lapsed orders read",
    "begun, refund attempt counted, not committed",
    "refund attempt committed",
  ]);
});

test("words: what is done again before anything lasts is done again", () => {
  const flow = [
    shown("views works: begins"),
    shown("views works: BEGIN; SELECT … FROM unit_view WHERE unit_id = $1 FOR UPDATE #1", "SELECT 1"),
    shown("views works: SELECT … FROM unit_view WHERE unit_id = $1 FOR UPDATE #1", "SELECT 1"),
    shown("views works: COMMIT", "COMMIT 0"),
  ];
  expect(name(flow)).toEqual(["begun", "begun, view locked", "begun, view locked again", "view locked committed"]);
});

test("words: a month is moved only where rows are", () => {
  const moved = (rows: number) =>
    shown("archivist works: DELETE FROM inventory_ledger WHERE entry_id IN …", `DELETE ${rows}`);
  expect(name([moved(2)])).toEqual(["rows let go"]);
  expect(() => name([moved(0)])).toThrow("a decision without words");
});

test("words: a decision that has none is an error", () => {
  expect(() => name([shown("orders-1 pay: DELETE FROM orders", "DELETE 1")])).toThrow("a decision without words");
});
