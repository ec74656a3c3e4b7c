/**
 * A host that is a child process does what it does inside the lab's process. Every experiment that kills or pauses one is
 * run both ways, and has to come out the same but for what only a real process leaves: an exit code. So are those in which
 * the server refuses or a reply is lost, since errors then go from process to process.
 */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { LabDatabase } from "../harness/postgres/lab.ts";
import type { Children } from "../harness/process/children.ts";
import { cellOf } from "../harness/shop/grid/grid.ts";
import { openChildren, openDatabase } from "../harness/shop/lab.ts";
import { runExperiment } from "../harness/shop/run.ts";
import type { Experiment } from "../harness/shop/scenario.ts";
import { compileProject, root } from "../harness/testing/compiled.ts";
import type { ExperimentResult } from "../harness/verdict/result.ts";
import { experiments } from "./experiments.ts";
import { flows } from "./grid/flows.ts";

/** The stories that say so. */
const befallen = experiments.filter(({ story }) => /\.(kill|killAt|pauseAt)\(/.test(String(story)));
/** `run` at seed 29 does it too: the committed traces came out the same before there were child processes. */
const seed = 101;
/** Replies to COMMIT are lost; writes are refused. The database crashes in a cell of the grid, below. */
const erring = experiments.filter(({ id }) => ["HF-02", "HF-13"].includes(id));

let lab: LabDatabase;
let children: Children;
beforeAll(async () => {
  compileProject(); // children run compiled files
  lab = await openDatabase({ kind: "embedded", major: 18 });
  children = openChildren(lab, pathToFileURL(join(root, "dist/scenarios/child.js")));
}, 120_000);
afterAll(async () => {
  await children.close();
  await lab.close();
});

test("the killed hosts are among them, and say so", () => {
  const real = experiments.filter((experiment) => experiment.real === true);
  expect(real.map(({ id }) => id)).toEqual(["C29-10", "C29-11", "C29-12", "C29-18", "C29-19", "HB-06", "HF-03"]);
  expect(befallen).toEqual(expect.arrayContaining(real));
});

test.each(befallen)("$id: the same in child processes", { timeout: 120_000 }, async (experiment) => {
  const inside = await run(experiment, false);
  const outside = await run(experiment, true);
  expect(told(outside)).toEqual(told(inside));
  const kills = outside.trace.steps.filter(({ text }) => / is killed\b/.test(text)).length;
  expect(outside.lines.filter(isExit)).toHaveLength(kills);
});

test.each(erring)("$id: the same errors from child processes", { timeout: 120_000 }, async (experiment) => {
  const inside = await run(experiment, false);
  expect(told(await run(experiment, true))).toEqual(told(inside));
});

test.each([
  ["pay-charged", 6, "kill-after"],
  ["pay-charged", 12, "stop-before"],
  ["relay", 5, "kill-before"],
  ["consumer", 4, "sql-reply"],
] as const)("crash grid, %s %i, %s: the same in child processes", async (name, point, fault) => {
  const flow = flows.find((one) => one.name === name)!;
  const [inside, outside] = [
    await cellOf(lab, flow, { point, fault }, { seed: 29 }),
    await cellOf(lab, flow, { point, fault }, { seed: 29, children }),
  ];
  expect(outside.verdict).toBe("holds");
  expect(outside.trace.sha256).toBe(inside.trace.sha256);
});

async function run(experiment: Experiment, real: boolean): Promise<ExperimentResult> {
  // The line of `src` behind a decision is left out: here it is the compiled file's in the child alone.
  return runExperiment(lab, experiment, {
    ...{ seed, controls: false, keepSource: false, afresh: true },
    ...(real ? { children } : {}),
  });
}

/** All that has to be equal. */
function told({ verdict, findings, lines, trace }: ExperimentResult): object {
  const texts = trace.steps.map(({ text }) => text);
  return { verdict, findings, lines: lines.filter((line) => !isExit(line)), texts };
}

function isExit({ label, text }: ExperimentResult["lines"][number]): boolean {
  return label === "fired" && text.endsWith(": exit 137");
}
