import { describe, expect, it } from "vitest";
import { nothingFound, paidTwice } from "../evidence/sample.ts";
import type { ExperimentResult } from "../verdict/result.ts";
import type { ExperimentCard } from "./lab.ts";
import { cards, commandLine, fakeSuite, holding, withSteps } from "./fakeLab.ts";

const [first, second] = [cards[0]!, cards[1]!];

function noted(result: ExperimentResult, ...texts: readonly string[]): ExperimentResult {
  return { ...result, lines: texts.map((text) => ({ label: "note", text })) };
}

describe("sweep", () => {
  it("runs each seed as often as asked and counts seeds, runs and distinct schedules", async () => {
    const suite = fakeSuite((card, { seed }) => withSteps(holding(card, seed), `schedule ${seed % 3}`));
    const { code, out } = await commandLine("sweep C29-04 --from 10 --seeds 5 --times 2", suite);
    expect(suite.runs.map(({ seed }) => seed)).toEqual([10, 10, 11, 11, 12, 12, 13, 13, 14, 14]);
    expect(out).toContain("seeds 10 to 14, 2 runs of each   1 experiment   PostgreSQL 18, embedded   gate on\n");
    expect(out).toContain("ok       C29-04  5 seeds, 3 distinct schedules");
    expect(out.replaceAll(" ", "")).toContain("│C29-04│5│10│3│5│0│0│0│5of5│");
    expect(out).toMatch(/SWEEP experiments=1 hold=1 not=0\n$/);
    expect(code).toBe(0);
  });

  it("a claim that breaks under one seed breaks it, with the command that shows it", async () => {
    const suite = fakeSuite((card, { seed }) => (seed === 7 ? { ...paidTwice, seed } : holding(card, seed)));
    const { code, out } = await commandLine("sweep C29-06 --seeds 10", suite);
    expect(out).toContain("C29-06  breaks: confirmed equals paid: confirmed=0 != paid=1");
    expect(out).toContain("again: ./run.sh C29-06 --seed 7");
    expect(code).toBe(1);
  });

  it("a seed that gives another trace the second time breaks it", async () => {
    const suite = fakeSuite((card, { seed }, nth) =>
      withSteps(holding(card, seed), seed === 3 ? `step ${nth}` : "step"),
    );
    const { code, out } = await commandLine("sweep C29-06 --seeds 4", suite);
    expect(out).toContain('run 2: decision 1 of the story: first "step 5", later "step 6"');
    expect(out).toContain("again: ./run.sh C29-06 --seed 3");
    expect(code).toBe(1);
  });

  it("an experiment that finds nothing under one seed is unknown", async () => {
    const suite = fakeSuite((card, { seed }) => (seed === 2 ? { ...nothingFound, seed } : holding(card, seed)));
    const { code, out } = await commandLine("sweep C29-06 --seeds 4", suite);
    expect(out).toContain("nothing was checked\n           again: ./run.sh C29-06 --seed 2");
    expect(code).toBe(3);
  });

  it("a seed under which waiters raced is unknown, however well its findings read", async () => {
    const warnings = ["no gate: 2 races"];
    const suite = fakeSuite((card, { seed }) =>
      seed === 2 ? { ...holding(card, seed), verdict: "unknown", warnings } : holding(card, seed),
    );
    const { code, out } = await commandLine("sweep C29-06 --seeds 4", suite);
    expect(out).toContain("for what its warnings say; no gate: 2 races\n           again: ./run.sh C29-06 --seed 2");
    expect(code).toBe(3);
  });

  it("shows no more than the first few troubles and counts the rest", async () => {
    const suite = fakeSuite((_card, { seed }) => ({ ...nothingFound, seed }));
    const { out } = await commandLine("sweep C29-06 --seeds 9", suite);
    expect(out.match(/nothing was checked/g)).toHaveLength(5);
    expect(out).toContain("… and 4 more of the kind");
  });
});

describe("sweep: a control need not do harm every time, but once", () => {
  const harm = (seeds: readonly number[]) =>
    fakeSuite((card, { seed }) => {
      const result = holding(card, seed);
      const findings = result.findings.map((finding) =>
        finding.kind === "control" && !seeds.includes(seed) ? { ...finding, verdict: "breaks" as const } : finding,
      );
      return { ...result, findings, verdict: seeds.includes(seed) ? "holds" : "breaks" };
    });

  it("once is enough", async () => {
    const { code, out } = await commandLine("sweep C29-04 --seeds 3", harm([2]));
    expect(out.replaceAll(" ", "")).toContain("│1of3│");
    expect(code).toBe(0);
  });

  it("never is not", async () => {
    const { code, out } = await commandLine("sweep C29-04 --seeds 3", harm([]));
    expect(out).toContain('not ok: the control "timeout is treated as failure" broke nothing under any seed');
    expect(code).toBe(1);
  });
});

describe("sweep: both sides of a race must win", () => {
  const race = { ...second, occurs: ["PAID", "CANCELLED"] };
  const suite = (paid: (seed: number) => number) =>
    fakeSuite(
      (card, { seed }) =>
        noted(holding(card, seed), `final {CANCELLED=${10 - paid(seed)}, PAID=${paid(seed)}}`, "BUYERS=4"),
      {},
      [first, race],
    );

  it("says how often each occurred, and nothing of what never varies", async () => {
    const { code, out } = await commandLine(
      "sweep C29-06 --seeds 4",
      suite((seed) => seed - 1),
    );
    expect(out).toContain("counts: final CANCELLED 7–10 (above 0 in 4 of 4), final PAID 0–3 (above 0 in 3 of 4)");
    expect(out).not.toContain("BUYERS");
    expect(code).toBe(0);
  });

  it("one that never wins leaves it unknown", async () => {
    const { code, out } = await commandLine(
      "sweep C29-06 --seeds 4",
      suite(() => 10),
    );
    expect(out).toContain("C29-06  unknown: CANCELLED never occurred under 4 seeds");
    expect(code).toBe(3);
  });
});

/** Its control did nothing; under later seeds it still may. */
function harmless(card: ExperimentCard, seed: number): ExperimentResult {
  const result = holding(card, seed);
  return {
    ...result,
    findings: result.findings.map((found) => (found.kind === "control" ? { ...found, verdict: "breaks" } : found)),
  };
}

it("sweep: an interrupt prints what was counted so far and exits 130", async () => {
  const suite = fakeSuite((card, { seed }) => (seed < 3 ? harmless(card, seed) : new Promise(() => {})));
  const interrupted = new Promise<void>((resolve) => setTimeout(resolve, 20));
  const { code, out } = await commandLine("sweep", suite, { interrupted });
  expect(out.replaceAll(" ", "")).toContain("│C29-04│2│4│1│2│");
  expect(out).toMatch(/SWEEP experiments=0 hold=0 not=0\ninterrupted: C29-04 half swept, 2 experiments not begun\n$/);
  expect(out).not.toContain("broke nothing under any seed");
  expect({ code, closed: suite.closed }).toEqual({ code: 130, closed: 1 });
});
