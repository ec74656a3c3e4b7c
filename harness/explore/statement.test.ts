import { expect, test } from "vitest";
import { plainWay } from "../evidence/run.ts";
import { explorationVerdict } from "../verdict/exploration.ts";
import { hashOf } from "./joined.ts";
import { brokenPair, heldPair } from "./sample.ts";
import { renderCompleteness, renderExploration } from "./statement.ts";

const look = { seed: 29, way: plainWay };

test("statement: what was searched, to what bound, with which steps, and what was found", () => {
  expect(renderExploration(heldPair, look)[0]).toBe(
    "complete: every schedule of pay × cancel with ≤ 2 departures, steps = statement and commit, timers to 120 s, without faults: 1,428 schedules, 0 violations",
  );
});

test("statement: a violation is told with its departures and the command that shows it again", () => {
  expect(renderExploration(brokenPair, look)).toEqual([
    "complete: every schedule of pay × pay with ≤ 1 departure, steps = statement and commit, timers to 120 s, without faults: 12 schedules, 1 violation",
    "  BROKE    schedule 5",
    '             choice 4: "b" instead of "a"',
    "             one",
    "             two",
    "             three",
    "             and 2 more",
    "             again: ./run.sh explore pay-pay --departures 4:1 --seed 29 --trace",
    "  control  no guard: not found broken by 12 schedules",
    `  traces   sha256 ${hashOf(brokenPair)}`,
  ]);
});

test("statement: with a message fault it is a statement of its own, and a violation names the fault", () => {
  const first = { schedule: 4, departures: "none", fault: "twice:pay:ord-0001:1", says: [], about: ["left open: x"] };
  const faulted = {
    bound: 1,
    schedules: 300,
    violated: 1,
    unknown: 0,
    doubts: [],
    first,
    hashes: ["3c"],
    fired: {},
    seen: {},
  };
  expect(renderExploration({ ...heldPair, faulted }, look).slice(-5)).toEqual([
    "complete: every schedule of pay × cancel with ≤ 1 departure and ≤ 1 message fault (request lost, reply lost, request twice), steps = statement and commit, timers to 120 s: 300 schedules, 1 violation",
    "  BROKE    schedule 4",
    "             left open: x",
    "             again: ./run.sh explore pay-cancel --departures none --fault twice:pay:ord-0001:1 --seed 29 --trace",
    `  traces   sha256 ${hashOf(faulted)}`,
  ]);
  expect(explorationVerdict({ ...heldPair, faulted })).toBe("breaks");
});

test("statement: what could not be told is not complete", () => {
  const lines = renderExploration({ ...heldPair, unknown: 2, doubts: ["machine too slow for the gate"] }, look);
  expect(lines[0]).toMatch(/^not complete: /);
  expect(lines[1]).toBe("  unknown  2 of them; the first: machine too slow for the gate");
});

test("statement: what was interrupted is not complete, and no pass", () => {
  const lines = renderExploration({ ...heldPair, partial: true }, look);
  expect(lines[0]).toMatch(/^not complete, interrupted: every schedule of pay × cancel /);
  expect(explorationVerdict({ ...heldPair, partial: true })).toBe("unknown");
  expect(explorationVerdict({ ...brokenPair, partial: true })).toBe("breaks");
});

test.each([
  [{ strategy: "random", from: 1, runs: 10 }, "sampled: pay × cancel, random walk, runs 1 to 10 of seed 29, "],
  [{ strategy: "pct", from: 7, runs: 1, depth: 3 }, "sampled: pay × cancel, PCT of depth 3, run 7 of seed 29, "],
  [{ strategy: "replay", departures: "4:1" }, "replayed: pay × cancel, departures 4:1: "],
] as const)("statement: $strategy is no claim of completeness", (manner, begin) => {
  expect(renderExploration({ ...heldPair, manner }, look)[0]?.startsWith(begin)).toBe(true);
});

test("statement: a schedule of the control that is shown again says so, and so does its command", () => {
  const manner = { strategy: "replay", departures: "4:1", control: true } as const;
  const lines = renderExploration({ ...brokenPair, manner }, look);
  expect(lines[0]).toContain("pay × pay, departures 4:1, with the wrong part: ");
  expect(lines.find((line) => line.includes("again: "))).toMatch(/ --departures 4:1 --seed 29 --trace --control$/);
});

test("completeness: the last line counts", () => {
  expect(renderCompleteness([heldPair, brokenPair], 29, {})).toMatch(
    /\nEXPLORE explored=2 schedules=1440 violations=1 unknown=0 controls=2 controls_broke=1 hold=1\n$/,
  );
});

test("verdict: a control that nothing breaks is no pass, and one that could not be told is unknown", () => {
  const { control } = heldPair;
  expect(explorationVerdict(heldPair)).toBe("holds");
  expect(explorationVerdict(brokenPair)).toBe("breaks");
  expect(explorationVerdict({ ...heldPair, control: { ...control, violated: 0 } })).toBe("breaks");
  expect(explorationVerdict({ ...heldPair, control: { ...control, violated: 0, unknown: 1 } })).toBe("unknown");
  expect(explorationVerdict({ ...heldPair, unknown: 1 })).toBe("unknown");
  expect(explorationVerdict({ ...brokenPair, confirmed: 10 })).toBe("breaks");
  expect(explorationVerdict({ ...brokenPair, confirmed: 9 })).toBe("unknown");
});
