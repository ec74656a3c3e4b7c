/** How soon guards are missed under several seeds, as a page: `evidence/measured/guards-medians.txt`. It counts runs; free of times. */

import { table } from "../cli/table.ts";
import { median, unseen, type GuardResult, type Hunt } from "../verdict/guards.ts";

export interface MediansLook {
  /** The first of them. */
  readonly seed: number;
  readonly seeds: number;
  /** Runs at most, of each guard under each seed by each strategy. */
  readonly runs: number;
  /** PostgreSQL's. */
  readonly major: number;
  /** The state of the program. */
  readonly code: string;
}

const width = 130;
const strategies = ["random", "pct"] as const satisfies readonly Hunt["strategy"][];
const figures = ["median", "found", "slowest"];
const head = ["guard", "of", ...strategies.flatMap((strategy) => figures.map((figure) => `${strategy}: ${figure}`))];
const aligns = head.map((_, column) => (column < 2 ? "left" : "right"));

/** The whole page; ends with a newline. */
export function renderMedians(results: readonly GuardResult[], look: MediansLook): string {
  const { seed, seeds, runs, major, code } = look;
  const harmful = results.filter(({ harmless }) => harmless === undefined);
  const missed = harmful.flatMap(({ name, hunts }) => {
    const times = unseen(hunts);
    return times === 0 ? [] : [`not found by either strategy: ${name}, under ${times} of ${seeds} seeds`];
  });
  return [
    `holdfast guards   ${seeds} seeds from ${seed} to ${seed + (seeds - 1) * runs}, ${runs} apart   budget ${runs} runs   ` +
      `PostgreSQL ${major}   state ${code}   ${harmful.length} guards`,
    "",
    "Each guard is taken away, and what is left is explored under each seed by each strategy until something breaks. A figure is the number",
    "of the run that broke, not a time: of all seeds the middle one, counting what was not found as more than any; under how many seeds it was",
    `found; and the most runs that any seed took. "> ${runs}" is beyond the budget. Run n of seed s draws from s + n - 1, so no two seeds share a`,
    "run. Where a sale has a schedule of its own there is one strategy.",
    "",
    table(
      head,
      harmful.map((one) => row(one, runs)),
      aligns,
      width,
    ).trimEnd(),
    ...missed,
    "",
    `MEDIANS guards=${harmful.length} seeds=${seeds} runs=${runs} every_seed=${harmful.length - missed.length}`,
    "",
  ].join("\n");
}

function row({ name, area, hunts }: GuardResult, budget: number): readonly (string | number)[] {
  const cells = strategies.flatMap((strategy) => {
    const found = hunts.find((hunt) => hunt.strategy === strategy)?.found;
    return found === undefined ? figures.map(() => "") : cellsOf(found, budget);
  });
  return [name, area, ...cells];
}

function cellsOf(found: Hunt["found"], budget: number): readonly (string | number)[] {
  const runs = found.filter((run) => run !== undefined);
  const beyond = `> ${budget}`;
  const slowest = runs.length < found.length ? beyond : Math.max(...runs);
  return [median(found) ?? beyond, `${runs.length} of ${found.length}`, slowest];
}
