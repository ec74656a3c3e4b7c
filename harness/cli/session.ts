/**
 * One use of the lab by a command: opened, used, and closed whatever happens. The user may interrupt; then the body
 * ends at once, and what it found so far is still there to be printed.
 */
import { createHash } from "node:crypto";
import pLimit from "p-limit";
import type { ServerChoice } from "../postgres/server.ts";
import { LabError } from "../verdict/failure.ts";
import type { ExperimentResult } from "../verdict/result.ts";
import type { ExperimentCard, Lab, RunOptions, Suite } from "./lab.ts";
import type { Surroundings } from "./surroundings.ts";

export interface LabUse {
  readonly server: Lab["server"];
  readonly gate: Lab["gate"];
  readonly warnings: readonly string[];
  readonly grid: Lab["grid"];
  readonly explore: Lab["explore"];
  readonly reduce: Lab["reduce"];
  readonly inStock: Lab["inStock"];
  readonly atOnce: Lab["atOnce"];
  /** Undefined once the user interrupted. Never rejects: a lab that could not go on is an unknown with its reason. */
  run(card: ExperimentCard, options: RunOptions): Promise<ExperimentResult | undefined>;
  /**
   * Works on as many things at once as the lab can; where that is more than one, what takes long is begun first, so that no
   * process has to wait for another one's at the end. The promises are in the things' order, and undefined once interrupted;
   * what has been taken is kept no longer.
   */
  each<T, R>(
    things: readonly T[],
    work: (thing: T) => Promise<R>,
    takesLong?: (thing: T) => boolean,
  ): Iterable<Promise<R | undefined>>;
}

/** Where a command runs. */
export interface Place {
  readonly server: ServerChoice;
  /** How many processes, each with a server of its own, share the work. */
  readonly workers: number;
}

/** Undefined when the user interrupted before the lab was open. */
export async function withLab<T>(
  suite: Suite,
  { server, workers }: Place,
  { interrupted }: Surroundings,
  body: (use: LabUse) => Promise<T>,
): Promise<T | undefined> {
  const untilInterrupted = interruptible(interrupted);
  const lab = await untilInterrupted(() => suite.openLab(server, workers));
  // What was half open goes when the process ends.
  if (lab === undefined) return undefined;
  const limit = pLimit(lab.atOnce);
  try {
    return await body({
      server: lab.server,
      gate: lab.gate,
      warnings: lab.warnings,
      grid: lab.grid,
      explore: lab.explore,
      reduce: lab.reduce,
      inStock: lab.inStock,
      atOnce: lab.atOnce,
      run: (card, options) => untilInterrupted(() => attempt(lab, card, options)),
      each: (things, work, takesLong) => {
        const inTurn = lab.atOnce === 1 || takesLong === undefined ? things : longFirst(things, takesLong);
        const begun = new Map(inTurn.map((thing) => [thing, limit(() => untilInterrupted(() => work(thing)))]));
        return taken(things.flatMap((thing) => begun.get(thing) ?? []));
      },
    });
  } finally {
    await lab.close();
  }
}

/**
 * Begins work and waits for it, or gives undefined when the interrupt comes first. `Promise.race` would do, but each of its results
 * would stay in memory as long as the interrupt is awaited, and a sweep has thousands of traces.
 */
function interruptible(interrupted: Promise<void>): <R>(work: () => Promise<R>) => Promise<R | undefined> {
  const waiting = new Set<() => void>();
  let over = false;
  const stop = () => {
    over = true;
    for (const giveUp of waiting) giveUp();
  };
  interrupted.then(stop, stop);
  return (work) =>
    new Promise((resolve, reject) => {
      const giveUp = () => resolve(undefined);
      if (over) {
        giveUp();
        return;
      }
      waiting.add(giveUp);
      work()
        .then(resolve, reject)
        .then(
          () => waiting.delete(giveUp),
          () => waiting.delete(giveUp),
        );
    });
}

function longFirst<T>(things: readonly T[], takesLong: (thing: T) => boolean): readonly T[] {
  return [...things.filter(takesLong), ...things.filter((thing) => !takesLong(thing))];
}

function* taken<T>(running: T[]): Iterable<T> {
  for (let next = running.shift(); next !== undefined; next = running.shift()) yield next;
}

async function attempt(lab: Lab, card: ExperimentCard, options: RunOptions): Promise<ExperimentResult> {
  try {
    return await lab.run(card.id, options);
  } catch (error) {
    return couldNotRun(card, options.seed, error);
  }
}

/** A defect of the lab is never a verdict on the system: nobody knows what the run would have shown. */
function couldNotRun({ id, title }: ExperimentCard, seed: number, error: unknown): ExperimentResult {
  const reason =
    error instanceof LabError ? error.message : error instanceof Error ? (error.stack ?? error.message) : String(error);
  return {
    id,
    title,
    seed,
    verdict: "unknown",
    findings: [
      { kind: "expected", verdict: "unknown", says: "the lab runs the experiment to its end", about: [reason] },
    ],
    lines: [],
    trace: { steps: [], sha256: createHash("sha256").digest("hex") },
    warnings: [],
  };
}
