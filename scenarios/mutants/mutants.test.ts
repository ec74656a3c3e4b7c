import { expect, test } from "vitest";
import type { Mutant } from "../../harness/mutants/mutant.ts";
import { huntSql } from "../../harness/mutants/sql/hunt.ts";
import { huntTypescript } from "../../harness/mutants/typescript.ts";
import { compileProject } from "../../harness/testing/compiled.ts";
import { openLab, trials } from "./sample.ts";

/** Where the relay tells delivered events from others, and whether there is any: `if (delivered.length > 0)`. */
const relay = "src/outbox/relay.ts";

function fates(mutants: readonly Mutant[], operator: string): readonly string[] {
  return mutants.filter((one) => one.operator === operator).map(({ becomes, fate }) => `${becomes}: ${fate.kind}`);
}

test("SQL: what loses an event is noticed, what nobody can tell is not", async () => {
  const told: Mutant[] = [];
  const hunted = await huntSql({
    ...{ files: [relay], trials, openLab },
    asked: () => true,
    refused: async () => undefined,
    tell: (mutant) => told.push(mutant),
  });
  expect(told).toEqual(hunted);
  expect(fates(hunted, "a comparison turned")).toContain("IS NOT: noticed");
  expect(fates(hunted, "LIMIT lifted")).toEqual(["$1 + 1000000: survived"]);
}, 600_000);

test("SQL: what the server refuses is no mutant", async () => {
  const hunted = await huntSql({
    ...{ files: ["src/order/notice.ts", "src/order/cancel.ts", relay], trials: [], openLab },
    asked: () => true,
    refused: async (sql) => (sql.includes("IS NOT NULL") ? "syntax error" : undefined),
    tell: () => undefined,
  });
  expect(fates(hunted, "a comparison turned")).toEqual(["IS NOT: invalid", "<>: not reached"]);
});

test("TypeScript: StrykerJS makes the mutants, the lab is its test runner", async () => {
  compileProject();
  const line = 26;
  const place = { opening: "dist/scenarios/mutants/sample.js", folder: ".mutants/sample" };
  const hunted = await huntTypescript({ files: [`${relay}:${line}-${line}`], ...place });
  expect(hunted.filter((one) => one.line !== line)).toEqual([]);
  expect(fates(hunted, "ConditionalExpression")).toEqual(["false: noticed", "true: survived"]);
}, 600_000);
