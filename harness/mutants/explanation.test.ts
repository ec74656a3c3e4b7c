import { expect, test } from "vitest";
import { explain, type Explanation } from "./explanation.ts";
import type { Fate, Mutant } from "./mutant.ts";
import { isEnough, renderMutants } from "./page.ts";

const noticed = { kind: "noticed", by: "C29-01", how: "breaks", says: "no" } as const satisfies Fate;

function mutant(line: number, fate: Fate, becomes = "false"): Mutant {
  const at = { file: "src/order/pay.ts", line, lineText: `if (a${line}) return;` };
  return {
    ...at,
    extent: { from: 1, to: 9, lastLine: line },
    operator: "ConditionalExpression",
    was: "a\n  && b",
    becomes,
    fate,
  };
}

function explanation(line: number, equivalent: boolean): Explanation {
  const { file, lineText, operator } = mutant(line, noticed);
  return { file, lineText, operator, becomes: "false", equivalent, because: "nobody asks" };
}

test("what was not noticed wants a sentence, whichever line it is on by now", () => {
  const moved = { ...mutant(2, { kind: "survived" }), line: 7 };
  const { judged, amiss } = explain([mutant(1, noticed), moved], [explanation(2, true)]);
  expect(judged.map((one) => one.explanation?.because)).toEqual([undefined, "nobody asks"]);
  expect(amiss).toEqual([]);
  expect(explain([moved], []).amiss).toEqual(["without a sentence: src/order/pay.ts:7 ConditionalExpression => false"]);
});

test("a sentence whose mutant is noticed or gone is wrong; one of a file that was not hunted is not looked at", () => {
  expect(explain([mutant(1, noticed)], [explanation(1, true)]).amiss).toEqual([
    "explained, but noticed or gone: src/order/pay.ts ConditionalExpression in if (a1) return;",
  ]);
  expect(explain([], [explanation(1, true)]).amiss).toEqual([]);
});

test("two mutants that read alike share a sentence; two sentences of the same mutants are one too many", () => {
  const alike = [mutant(1, { kind: "survived" }), { ...mutant(1, { kind: "survived" }), was: "b" }];
  expect(explain(alike, [explanation(1, true)]).amiss).toEqual([]);
  expect(explain(alike, [explanation(1, true), explanation(1, false)]).amiss).toEqual([
    "explained twice: src/order/pay.ts ConditionalExpression in if (a1) return;",
  ]);
});

test("the score leaves out what is equivalent, and invalid", () => {
  const mutants = [
    ...Array.from({ length: 19 }, (_, nth) => mutant(nth + 10, noticed)),
    ...[mutant(1, { kind: "survived" }), mutant(2, { kind: "not reached" })],
    mutant(3, { kind: "invalid", why: "syntax error" }),
  ];
  const { judged } = explain(mutants, [explanation(1, true), explanation(2, false)]);
  const page = renderMutants(
    judged,
    { seed: 29, experiments: ["C29-01"], workload: "sale", runs: [{ from: 1, runs: 30 }] },
    { major: 18, code: "aa" },
  );
  expect(page).toContain("   code aa   22 mutants of 1 files\n");
  expect(page).toContain("MUTANTS mutants=21 noticed=19 equivalent=1 missed=1 score=95.0%\n");
  expect(page).toContain(
    "src/order/pay.ts:2   ConditionalExpression, not reached\n    a && b   =>   false\n    missed: nobody asks\n",
  );
  expect(isEnough(judged)).toBe(true);
  expect(isEnough(judged.slice(1))).toBe(false);
});
