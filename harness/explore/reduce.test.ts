import { expect, test } from "vitest";
import type { Strategy } from "../kernel/action.ts";
import { confirmations, type Effort } from "../verdict/exploration.ts";
import { Recorder, writeDepartures } from "./departures.ts";
import { reduce } from "./reduce.ts";
import type { Ran, Subject } from "./subject.ts";
import { toyRun } from "./toyWorld.ts";

const found = { schedule: 3, departures: "2:1,3:1,5:1", says: [], about: ["paid once: twice"] };

interface Asked {
  readonly word: string;
  readonly departures: string;
  readonly fault: string | undefined;
  readonly plan: Plan;
}

/** How many decisions each of two tasks has. */
type Plan = number;

/** Two tasks under the schedules that are asked for; the sentence is what does not hold. */
function subject(judge: (asked: Asked) => string | undefined, plan: Plan = 4) {
  const asked: Asked[] = [];
  const run = async (decisions: Plan, strategy: Strategy, fault?: string): Promise<Ran> => {
    const word = await toyRun(strategy, { A: decisions, B: decisions });
    const departures = strategy instanceof Recorder ? writeDepartures(strategy.departed) : "";
    const one = { word, departures, fault, plan: decisions };
    asked.push(one);
    const about = judge(one);
    return {
      ...{ verdict: about === undefined ? "holds" : "breaks", about: about === undefined ? [] : [about] },
      ...{
        trace: { steps: [], sha256: word },
        span: { from: 0, to: 0 },
        faults: [],
        missed: false,
        fired: {},
        seen: {},
      },
    };
  };
  const made: Subject<Plan> = { draw: () => plan, read: () => plan, run };
  return { made, asked };
}

test("departures that the claim does not need are taken away, and what is left is confirmed", async () => {
  const { made, asked } = subject(({ departures }) => (departures.includes("3:1") ? "paid once: thrice" : undefined));
  const reduced = await reduce(made, found);
  expect(reduced).toMatchObject({ departures: "3:1", claim: "paid once", confirmed: confirmations });
  expect(asked.slice(-confirmations).map(({ departures }) => departures)).toEqual(Array(confirmations).fill("3:1"));
});

test("another claim that breaks does not count", async () => {
  const { made } = subject(({ departures }) =>
    departures === found.departures ? "paid once: twice" : "shipped once: twice",
  );
  expect((await reduce(made, found)).departures).toBe(found.departures);
});

test("a fault that it does not need is taken away first, one that it needs stays", async () => {
  const fault = "twice:charge:ord-0001:1";
  const needless = await reduce(subject(() => "paid once: twice").made, { ...found, fault });
  expect(needless).toMatchObject({ departures: "none" });
  expect(needless).not.toHaveProperty("fault");
  const { made } = subject((asked) => (asked.fault === undefined ? undefined : "paid once: twice"));
  expect(await reduce(made, { ...found, fault })).toMatchObject({ departures: "none", fault });
});

test("a smaller plan that fails somehow is kept, with the departures that it takes then", async () => {
  const { made } = subject(({ word, plan }) => (plan > 1 && word.startsWith("B") ? "paid once: twice" : undefined));
  const smaller: Plan[] = [];
  const smallest = async (nth: number, fails: (plan: Plan) => Promise<boolean>) => {
    expect(nth).toBe(found.schedule);
    for (const plan of [3, 2, 1]) if (await fails(plan)) smaller.push(plan);
  };
  const reduced = await reduce({ ...made, smallest, tell: (plan) => [`${plan} decisions`] }, found);
  expect(smaller).toEqual([3, 2]);
  expect(reduced).toMatchObject({ plan: 2, told: ["2 decisions"], departures: "1:1", confirmed: confirmations });
});

test("with less effort no more runs are made than it says, of smaller plans and of fewer departures", async () => {
  const { made, asked } = subject(({ departures }) =>
    departures === found.departures ? "paid once: twice" : undefined,
  );
  const smallest = async (_: number, fails: (plan: Plan) => Promise<boolean>) => {
    for (const plan of [9, 8, 7]) await fails(plan);
  };
  const tried = async (effort: Effort) => {
    asked.length = 0;
    const { runs } = await reduce({ ...made, smallest }, found, effort);
    return { runs, plans: new Set(asked.map(({ plan }) => plan)) };
  };
  expect(await tried({ runsMax: 2, confirmations: 2 })).toEqual({ runs: 2 + 2 + 2, plans: new Set([9]) });
  expect((await tried({ runsMax: 50, confirmations: 2 })).plans).toEqual(new Set([9, 8, 7]));
});

test("one that does not come out the same each time is not confirmed", async () => {
  const times = { nth: 0 };
  const { made } = subject(() => (times.nth++ % 2 === 0 ? "paid once: twice" : undefined));
  expect((await reduce(made, { ...found, departures: "none" })).confirmed).toBe(confirmations / 2);
});

test("nor is one that breaks the same claim by other decisions", async () => {
  const { made } = subject(() => "paid once: twice");
  const times = { nth: 0 };
  const run: Subject<Plan>["run"] = async (...how) => ({
    ...(await made.run(...how)),
    trace: { steps: [], sha256: String(times.nth++) },
  });
  expect((await reduce({ ...made, run }, { ...found, departures: "none" })).confirmed).toBe(1);
});
