/**
 * The trial of the gate: many generated programs under many schedules, each run several times, on several servers, and
 * every trace compared with the first. It also counts what happened, so that a trial that exercised nothing shows.
 */

import fc from "fast-check";
import type { LabDatabase } from "../lab.ts";
import { mixedPrograms } from "./mixed.ts";
import { runPrograms, type Program, type ProgramsRun } from "./programs.ts";

/** Kinds of happening that a trial has to meet, known by a step's text. */
const kinds = {
  "FOR UPDATE waited": /: (BEGIN; )?SELECT .* FOR UPDATE -> waits/,
  "UPDATE waited": /UPDATE stock .* -> waits/,
  "granted UPDATE went on with the new version": /its lock is granted -> UPDATE 1/,
  "SKIP LOCKED passed over a locked row": /id >= 1 .* SKIP LOCKED .*(-> SELECT 0|\[\{"id":[23]\}\])/,
  "NOWAIT refused": /NOWAIT .*-> error 55P03/,
  "foreign key waited": /INSERT INTO child .* -> waits/,
  "unique insert waited": /INSERT INTO claimed (?!.*ON CONFLICT).* -> waits/,
  "unique insert refused": /-> error 23505/,
  "ON CONFLICT waited": /ON CONFLICT DO NOTHING .* -> waits/,
  "ON CONFLICT did nothing": /(ON CONFLICT .*|its lock is granted) -> INSERT 0/,
  "advisory lock waited": /pg_advisory_xact_lock.* -> waits/,
  "savepoint rolled back": /ROLLBACK TO a -> ROLLBACK/,
  "autocommit executed, then committed": /: commits -> /,
  "autocommit waited": /\(autocommit\) -> waits/,
  "deadlock found": /looks for a deadlock -> error 40P01/,
  "transaction rolled back": /: ROLLBACK -> ROLLBACK/,
} as const;

export type Kind = keyof typeof kinds;

export interface Tally {
  runs: number;
  decisions: number;
  lockWaits: number;
  /** Steps after which more than one waiter was granted: which of them goes first was a decision. */
  severalGranted: number;
  deadlocks: number;
  /** Without signals: times that the server decided. */
  races: number;
  readonly schedules: Set<string>;
  readonly kinds: Record<Kind, number>;
  /** One text for each run whose trace was not that of the first. */
  readonly differing: string[];
}

export interface Case {
  readonly seed: number;
  readonly programs: readonly Program[];
}

/** The same cases every time. */
export function casesOf(actors: number, seeds: number, from = 0): readonly Case[] {
  const generated = fc.sample(mixedPrograms(actors), { seed: actors, numRuns: from + seeds });
  return generated.map((programs, seed) => ({ seed, programs })).slice(from);
}

/** Runs every case so many times, each time on another of the labs. */
export async function runTrial(labs: readonly LabDatabase[], cases: readonly Case[], passes: number): Promise<Tally> {
  const tally = emptyTally();
  const first = new Map<Case, ProgramsRun>();
  for (let pass = 0; pass < passes; pass++) {
    const runOn = async (lab: LabDatabase, at: number): Promise<void> => {
      for (const [i, one] of cases.entries()) {
        if ((i + pass) % labs.length !== at) continue;
        const run = await runPrograms(lab, one.programs, one.seed);
        count(tally, run);
        const before = first.get(one);
        if (before === undefined) first.set(one, run);
        else if (before.sha256 !== run.sha256) tally.differing.push(difference(one, before, run));
      }
    };
    // A deadlock is mostly waiting: meanwhile the other servers have the cores.
    await Promise.all(labs.map(runOn));
  }
  return tally;
}

function emptyTally(): Tally {
  const none = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0])) as Record<Kind, number>;
  return {
    runs: 0,
    decisions: 0,
    lockWaits: 0,
    severalGranted: 0,
    deadlocks: 0,
    races: 0,
    schedules: new Set(),
    kinds: none,
    differing: [],
  };
}

function count(tally: Tally, run: ProgramsRun): void {
  tally.runs++;
  tally.decisions += run.steps.length;
  tally.lockWaits += run.counts.waits;
  tally.severalGranted += run.counts.choicesAmongGranted;
  tally.races += run.counts.races;
  tally.deadlocks += run.ends.filter((end) => end === "40P01").length;
  tally.schedules.add(run.sha256);
  for (const [kind, says] of Object.entries(kinds)) {
    tally.kinds[kind as Kind] += run.steps.filter((text) => says.test(text)).length;
  }
}

function difference(one: Case, before: ProgramsRun, run: ProgramsRun): string {
  const at = run.steps.findIndex((text, i) => text !== before.steps[i]);
  const [was, is] = [before.steps[at], run.steps[at]].map((text) => text ?? "(the end)");
  return `${one.programs.length} actors, seed ${one.seed}, decision ${at + 1}: was "${was}", is "${is}"`;
}
