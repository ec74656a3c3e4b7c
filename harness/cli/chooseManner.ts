/** Turns the options of `explore` into a manner of exploring, or says which of them do not go together. */
import { InvalidArgumentError } from "commander";
import { readDepartures } from "../explore/departures.ts";
import { LabError } from "../verdict/failure.ts";
import { pctDepth, samplingStrategies, type ExploredCard, type Kind, type Manner } from "../verdict/exploration.ts";

export const strategyWords = ["exhaustive", ...samplingStrategies] as const;

/** What the user said; undefined where nothing. */
export interface MannerGiven {
  readonly strategy?: (typeof strategyWords)[number];
  readonly runs?: number;
  /** For so long, ms. */
  readonly time?: number;
  readonly from?: number;
  readonly depth?: number;
  readonly bound?: number;
  readonly departures?: string;
  readonly fault?: string;
  readonly control?: true;
  readonly trace?: true;
}

const runsDefault = 100;

/** Which options each manner takes. */
const takes = {
  exhaustive: ["bound"],
  random: ["runs", "time", "from", "control"],
  pct: ["runs", "time", "from", "depth", "control"],
  replay: ["fault", "control", "trace"],
} as const satisfies Readonly<Record<Manner["strategy"], readonly (keyof MannerGiven)[]>>;

/** Whose schedules can all be run, up to a bound. */
const exhaustible: readonly Kind[] = ["pair", "SQL race"];

/**
 * Unless it is said, pairs and SQL races are searched exhaustively, and what cannot be, by a random walk; so is whatever is to be explored
 * for a number of runs or for a time.
 */
export function chooseManner(given: MannerGiven, explored: readonly Pick<ExploredCard, "kind" | "name">[]): Manner {
  const { departures, fault, control, bound } = given;
  const sampled = given.runs ?? given.time ?? given.from ?? explored.find(({ kind }) => !exhaustible.includes(kind));
  const usual = sampled === undefined || bound !== undefined ? "exhaustive" : "random";
  const strategy = departures === undefined ? (given.strategy ?? usual) : "replay";
  refuseNeedless(given, strategy);
  const wrong = control === undefined ? {} : { control };
  switch (strategy) {
    case "exhaustive":
      refuseEndless(explored, bound);
      return { strategy, ...(bound === undefined ? {} : { bound }) };
    case "random":
    case "pct": {
      const { runs = runsDefault, from = 1, depth = pctDepth } = given;
      return { strategy, from, runs, ...(strategy === "pct" ? { depth } : {}), ...wrong };
    }
    case "replay":
      refuseSeveral(explored);
      return { strategy, departures: departures ?? "none", ...(fault === undefined ? {} : { fault }), ...wrong };
  }
}

function refuseNeedless(given: MannerGiven, strategy: Manner["strategy"]): void {
  const allowed: readonly string[] = takes[strategy];
  const needless = (["strategy", "runs", "time", "from", "depth", "bound", "fault", "control", "trace"] as const).find(
    (name) => given[name] !== undefined && !allowed.includes(name) && !(name === "strategy" && strategy !== "replay"),
  );
  if (needless !== undefined) {
    const searches: readonly string[] = [...takes.random, ...takes.pct, ...takes.exhaustive];
    const instead =
      strategy === "replay"
        ? "leave --departures away"
        : searches.includes(needless)
          ? "choose another --strategy"
          : "name a schedule by --departures";
    throw new LabError(`--${needless} does not go with ${strategy === "replay" ? "--departures" : strategy}.`, {
      why: "exhaustive takes --bound; random takes --runs or --time, --from and --control; pct takes --depth besides; --departures takes --fault, --control and --trace.",
      next: `Leave --${needless} away, or ${instead}.`,
      exitCode: 2,
    });
  }
  if (given.runs === undefined || given.time === undefined) return;
  throw new LabError("--runs does not go with --time.", {
    why: "Either so many runs are made, or as many as the time allows.",
    next: "Leave one of them away.",
    exitCode: 2,
  });
}

function refuseEndless(explored: readonly Pick<ExploredCard, "kind" | "name">[], bound: number | undefined): void {
  const endless = explored.find(({ kind }) => kind === "workload" || (kind === "experiment" && bound === undefined));
  if (endless === undefined) return;
  const every = endless.kind === "workload" ? "Every run of a workload is another one." : "An experiment has no bound.";
  throw new LabError(`${endless.name} cannot be searched exhaustively.`, {
    why: every,
    next: `Choose --strategy random or pct${endless.kind === "workload" ? "" : ", or give a --bound"}.`,
    exitCode: 2,
  });
}

function refuseSeveral(explored: readonly Pick<ExploredCard, "kind" | "name">[]): void {
  const [only] = explored;
  if (explored.length === 1 && exhaustible.includes(only!.kind)) return;
  throw new LabError("--departures shows one schedule of one pair or SQL race.", {
    why: explored.length === 1 ? `${only!.name} is none.` : `Here ${explored.length} of them are meant.`,
    next: "Name one in full; a failure of anything else is shown again by replay.",
    exitCode: 2,
  });
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

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 };

/** `60s`, `5m`, `2h`, in ms. */
export function parseTime(word: string): number {
  const [, count = "", unit = ""] = /^([1-9]\d{0,5})([smh])$/.exec(word) ?? [];
  const ms = Number(count) * (unitsMs[unit] ?? 0);
  if (ms === 0) throw new InvalidArgumentError("A time is written 60s, 5m or 2h.");
  return ms;
}
