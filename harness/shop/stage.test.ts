import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LabDatabase } from "../postgres/lab.ts";
import { openDatabase } from "./lab.ts";
import { onStage, type Stage } from "./stage.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

/** A stage whose connections cannot be given back afterwards. */
async function used(use: (stage: Stage) => Promise<string>): Promise<string> {
  const begin: LabDatabase["begin"] = async (...given) => {
    const run = await lab.begin(...given);
    const end = async (abandoned: boolean): Promise<void> => {
      await run.end(abandoned);
      throw new Error("not given back");
    };
    return { ...run, end };
  };
  const theirs = Object.create(lab, { begin: { value: begin } }) as LabDatabase;
  return onStage(theirs, {}, { seed: 29, keepSource: false }, use);
}

describe("a stage whose clean-up fails", () => {
  test("says so", async () => {
    await expect(used(async () => "done")).rejects.toThrow("not given back");
  });

  test("says what failed before it, when that is why", async () => {
    const failing = async (): Promise<string> => {
      throw new Error("lost the thread");
    };
    await expect(used(failing)).rejects.toThrow("lost the thread");
  });
});
