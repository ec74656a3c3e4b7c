import { expect, test } from "vitest";
import type { Action, ActionKind } from "../kernel/action.ts";
import type { Task } from "../kernel/task.ts";
import { defaultSchedule, inDefaultOrder } from "./defaultSchedule.ts";
import { toyRun } from "./toyWorld.ts";

const task = (name: string): Task => ({ host: "host", name, outstanding: 1, ended: false });
const action = (kind: ActionKind, of?: Task, nthWait?: number): Action => ({
  ...{ kind, task: of, text: kind, sinceMs: 0, carryOut: () => ({ outcome: "" }) },
  ...(nthWait === undefined ? {} : { nthWait }),
});

test("default schedule: it is total", () => {
  const last = task("last");
  const listed = [
    action("timer"),
    action("message"),
    action("statement", task("a")),
    action("grant", task("blocked second"), 7),
    action("task", task("b")),
    action("grant", task("blocked first"), 3),
    action("message"),
    action("statement", last),
  ];
  expect(inDefaultOrder(listed, last)).toEqual([7, 5, 3, 2, 4, 1, 6, 0]);
});

test("default schedule: a message without a task is nobody's, though nobody went on last", () => {
  expect(inDefaultOrder([action("message"), action("task", task("a"))], undefined)).toEqual([1, 0]);
});

test("default schedule: a task goes on until it is over", async () => {
  expect(await toyRun(defaultSchedule, { A: 3, B: 2, C: 1 })).toBe("AAABBC");
});
