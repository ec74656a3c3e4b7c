import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { Trace } from "./trace.ts";

test("trace: its hash is that of the steps' texts, a line each", () => {
  const trace = new Trace();
  trace.append("0 orders-1 pay: begins");
  trace.append("0 orders-1 pay: COMMIT -> COMMIT 0");
  const whole = "0 orders-1 pay: begins\n0 orders-1 pay: COMMIT -> COMMIT 0\n";
  expect(trace.sha256()).toBe(createHash("sha256").update(whole).digest("hex"));
});

test("trace: the line that asked and the task are shown and not hashed", () => {
  const [bare, located] = [new Trace(), new Trace()];
  bare.append("a step");
  located.append("a step", "src/order/pay.ts:41", "orders-1 pay");
  expect(located.sha256()).toBe(bare.sha256());
  expect(located.steps).toEqual([{ text: "a step", source: "src/order/pay.ts:41", task: "orders-1 pay" }]);
});

test("trace: reading the hash does not end it", () => {
  const trace = new Trace();
  trace.append("a");
  const first = trace.sha256();
  trace.append("b");
  expect(trace.sha256()).not.toBe(first);
});
