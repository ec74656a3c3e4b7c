import { expect, test } from "vitest";
import { meaningless, pointsOf } from "./points.ts";

const steps = [
  "0 story s: begins",
  "0 relay works: begins",
  "0 relay works: BEGIN; SELECT … FROM outbox … FOR UPDATE SKIP LOCKED [20] -> SELECT 1",
  "0 fulfillment receives event ord-0001 from relay",
  "0 fulfillment event ord-0001: BEGIN; INSERT INTO ful_inbox (…) VALUES (…) #1 [1] -> INSERT 1",
  "0 relay receives the reply to event ord-0001 -> 200",
  "0 relay works: COMMIT -> COMMIT 0",
].map((text) => ({ text }));

test("points: what a host does, what it is sent and sends, and the replies to what it took in", () => {
  const all = { from: 1, to: steps.length };
  expect(pointsOf(steps, all, "relay").map(({ decision }) => decision.at)).toEqual([1, 2, 3, 5, 6]);
  expect(pointsOf(steps, all, "fulfillment").map(({ decision }) => decision.at)).toEqual([3, 4, 5]);
});

test("points: which faults have no meaning depends on what a decision is", () => {
  const points = pointsOf(steps, { from: 1, to: steps.length }, "relay");
  expect(points.map((point) => [point.kind, meaningless(point).without])).toEqual([
    ["begins", ["backend", "sql-reply", "http-reply"]],
    ["statement", ["http-reply"]],
    ["request", ["backend", "sql-reply", "http-reply"]],
    ["reply within a transaction", ["sql-reply"]],
    ["statement", ["http-reply"]],
  ]);
});
