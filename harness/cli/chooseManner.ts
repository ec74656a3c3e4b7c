/** Turns the options of `explore` into a manner of exploring, or says which of them do not go together. */
import { InvalidArgumentError } from "commander";
import { readDepartures } from "../explore/departures.ts";
import { LabError } from "../verdict/failure.ts";
import type { Manner } from "../verdict/exploration.ts";

export const strategyWords = ["exhaustive", "random", "pct"] as const;

/** What the user said; undefined where nothing. */
export interface MannerGiven {
  readonly strategy?: (typeof strategyWords)[number];
  readonly runs?: number;
  readonly depth?: number;
  readonly bound?: number;
  readonly departures?: string;
  readonly fault?: string;
  readonly control?: true;
  readonly trace?: true;
}

const runsDefault = 100;
const depthDefault = 3;

/** Which options each manner takes. */
const takes = {
  exhaustive: ["bound"],
  random: ["runs", "control"],
  pct: ["runs", "depth", "control"],
  replay: ["fault", "control", "trace"],
} as const satisfies Readonly<Record<Manner["strategy"], readonly (keyof MannerGiven)[]>>;

/** @param pairs how many are to be explored: one schedule is shown again of one pair. */
export function chooseManner(given: MannerGiven, pairs: number): Manner {
  const { departures, runs = runsDefault, depth = depthDefault, bound, fault, control } = given;
  const strategy = departures === undefined ? (given.strategy ?? "exhaustive") : "replay";
  const allowed: readonly string[] = takes[strategy];
  const needless = (["strategy", "runs", "depth", "bound", "fault", "control", "trace"] as const).find(
    (name) => given[name] !== undefined && !allowed.includes(name) && !(name === "strategy" && strategy !== "replay"),
  );
  if (needless !== undefined) {
    throw new LabError(`--${needless} does not go with ${strategy === "replay" ? "--departures" : strategy}.`, {
      why: "exhaustive takes --bound; random takes --runs and --control; pct takes --runs, --depth and --control; --departures takes --fault, --control and --trace.",
      next: `Leave --${needless} away, or choose another --strategy.`,
      exitCode: 2,
    });
  }
  if (departures === undefined) {
    const wrong = control === undefined ? {} : { control };
    if (strategy === "random") return { strategy, runs, ...wrong };
    if (strategy === "pct") return { strategy, runs, depth, ...wrong };
    return { strategy: "exhaustive", ...(bound === undefined ? {} : { bound }) };
  }
  if (pairs !== 1) {
    throw new LabError("--departures shows one schedule of one pair.", {
      why: `Here ${pairs} pairs are meant.`,
      next: "Name one pair in full.",
      exitCode: 2,
    });
  }
  return {
    strategy: "replay",
    departures,
    ...(fault === undefined ? {} : { fault }),
    ...(control === undefined ? {} : { control }),
  };
}

/** `12:3,40:1` or "none". */
export function parseDepartures(word: string): string {
  if (readDepartures(word) === undefined) {
    throw new InvalidArgumentError(
      'Departures are written choice:other, rising: 12:3,40:1. "none" is the default schedule.',
    );
  }
  return word;
}

/** How many departures at most: a whole number from 0. */
export function parseBound(word: string): number {
  if (!/^\d$/.test(word)) throw new InvalidArgumentError("A bound is a whole number from 0 to 9.");
  return Number(word);
}
