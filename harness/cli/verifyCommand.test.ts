import { describe, expect, it } from "vitest";
import { nothingFound, paidTwice } from "../evidence/sample.ts";
import { commandLine, fakeSuite, holding, withSteps } from "./fakeLab.ts";

describe("verify", () => {
  it("runs each as often as asked, round by round, at the seed given", async () => {
    const suite = fakeSuite((card, { seed }) => holding(card, seed));
    const { code, out } = await commandLine("verify c29 --times 2 --seed 5", suite);
    expect(out).toBe(`seed 5   2 experiments   PostgreSQL 18, embedded   gate on
ok       C29-04  2 runs, the same 3 decisions
ok       C29-06  2 runs, the same 3 decisions

VERIFY same=2 differ=0
`);
    expect(code).toBe(0);
    expect(suite.runs.map(({ id, seed }) => `${id} ${seed}`)).toEqual(["C29-04 5", "C29-06 5", "C29-04 5", "C29-06 5"]);
  });

  it.each([
    [["a", "b", "x"], 'decision 3 of the story: first "c", later "x"'],
    [["a", "b"], 'decision 3 of the story: first "c", later the run had ended'],
    [["a", "b", "c", "d"], 'decision 4 of the story: first the run had ended, later "d"'],
  ])("names the first decision that differs: %j", async (steps, sentence) => {
    const suite = fakeSuite((card, { seed }, nth) =>
      withSteps(holding(card, seed), ...(nth === 3 ? steps : ["a", "b", "c"])),
    );
    const { code, out } = await commandLine("verify C29-04 --times 4", suite);
    expect(out).toContain(`not ok   C29-04  4 runs, not the same\n         run 3: ${sentence}\n`);
    expect(out).toContain("VERIFY same=0 differ=1");
    expect(code).toBe(1);
  });

  it("sees a control's trace that differs", async () => {
    const suite = fakeSuite((card, { seed }, nth) => {
      const result = holding(card, seed);
      return { ...result, controlTrace: withSteps(result, `step ${nth}`).trace };
    });
    const { code, out } = await commandLine("verify C29-04", suite);
    expect(out).toContain('run 2: decision 1 of the control: first "step 1", later "step 2"');
    expect(code).toBe(1);
  });

  it("sees other books after the same decisions", async () => {
    const suite = fakeSuite((card, { seed }, nth) => ({
      ...holding(card, seed),
      lines: [{ label: "note", text: `drift=${nth}` }],
    }));
    const { code, out } = await commandLine("verify C29-04", suite);
    expect(out).toMatch(/the same decisions, yet other lines: first .*drift=1.*, later .*drift=2/);
    expect(code).toBe(1);
  });

  it("what repeats and does not hold is still no pass", async () => {
    const breaks = await commandLine(
      "verify C29-06",
      fakeSuite(() => paidTwice),
    );
    expect(breaks.out).toContain("3 runs, the same 1 decision; each breaks, see ./run.sh C29-06 --seed 29");
    expect(breaks.code).toBe(1);
    expect(
      (
        await commandLine(
          "verify C29-06",
          fakeSuite(() => nothingFound),
        )
      ).code,
    ).toBe(3);
  });

  it("an interrupt ends it with 130 and closes the lab", async () => {
    const suite = fakeSuite((_card, _options, nth) => (nth === 1 ? paidTwice : new Promise(() => {})));
    const interrupted = new Promise<void>((resolve) => setTimeout(resolve, 20));
    const { code, out } = await commandLine("verify C29-06", suite, { interrupted });
    expect(out).toContain("interrupted; 1 of 1 experiment begun, 0 run 3 times, differ=0");
    expect({ code, closed: suite.closed }).toEqual({ code: 130, closed: 1 });
  });

  it("an interrupt counts what had begun, though its first run was not over, and shows what differed", async () => {
    const suite = fakeSuite((card, { seed }, nth) =>
      card.id === "HB-01" && nth > 1 ? new Promise(() => {}) : withSteps(holding(card, seed), `${card.id} ${nth}`),
    );
    const soon = () => new Promise<void>((resolve) => setTimeout(resolve, 20));
    const twoRounds = await commandLine("verify", suite, { interrupted: soon() });
    expect(twoRounds.out).toContain("not ok   C29-04  2 runs, not the same");
    expect(twoRounds.out).toContain("interrupted; 3 of 3 experiments begun, 0 run 3 times, differ=2");
    const never = fakeSuite(() => new Promise(() => {}));
    const { out } = await commandLine("verify", never, { interrupted: soon() });
    expect(out).toContain("interrupted; 1 of 3 experiments begun, 0 run 3 times, differ=0");
  });
});
