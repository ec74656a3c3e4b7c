/** What came of taking guards away, in words: `evidence/guards.txt`. Free of times. */

import { table } from "../cli/table.ts";
import { renderHappened } from "../evidence/happenedText.ts";
import { addSeen, type Catalogue } from "../verdict/happened.ts";
import { explorationVerdict, type Exploration } from "../verdict/exploration.ts";
import { median, quick, type GuardResult } from "../verdict/guards.ts";
import { hashOf } from "./joined.ts";

export interface GuardsLook {
  /** The first of them. */
  readonly seed: number;
  readonly seeds: number;
  /** Runs at most, of each guard under each seed by each strategy. */
  readonly runs: number;
  readonly canHappen: Catalogue;
}

const width = 150;

const method: readonly string[] = [
  "Each guard is taken away once, by a wrong part in its place, and its workload is explored until something breaks: `sale` for the shop,",
  "`stock` for the inventory as others use it (door, ledger, relay by lease, projector); the",
  "reconciler, when it lacks one, is tried until it misreports a damage, by one strategy: its sales have schedules of their own. The",
  "figures are the number of the run that broke (the middle one, of several seeds). Both strategies search by turns: up to run 10, 20, 40",
  "and so on, until one has found it; `> 20` is none up to there. Under several seeds each has the whole budget. Of the failure that",
  "came sooner, at the first seed: its claim, how many things its plan says, and its departures from the default schedule, 0 where it",
  `breaks without any. ${2 * quick.runsMax} runs at most were spent on making it smaller; what is told was run ${quick.confirmations} times more, and the same decisions broke the same claim.`,
  "The canary is the shipped system, under the whole budget by each strategy.",
];

/** The whole page; ends with a newline. */
export function renderGuards(
  results: readonly GuardResult[],
  canary: readonly Exploration[],
  look: GuardsLook,
): string {
  const { seed, seeds, runs, canHappen } = look;
  const happened = {
    shipped: addSeen(canary.map(({ seen }) => seen)),
    wrong: addSeen(results.map(({ seen }) => seen)),
  };
  const among = seeds === 1 ? `seed ${seed}` : `${seeds} seeds from ${seed}, ${runs} apart`;
  const harmful = results.filter(({ harmless }) => harmless === undefined);
  const harmless = results.filter((one) => one.harmless !== undefined);
  const amiss = results.filter(({ verdict, doubts }) => verdict !== "holds" || doubts.length > 0);
  return [
    `holdfast guards   ${among}   budget ${runs} runs   ${results.length} guards`,
    "",
    ...method,
    "",
    table(head, harmful.map(row), ["left", "left", "left", "right", "right", "right", "left"], width).trimEnd(),
    ...harmful.map(
      ({ name, says, among }) => `${name}: ${says}${among === undefined ? "" : ` (looked for in ${among})`}`,
    ),
    "",
    ...harmless.flatMap(({ name, says, harmless: because = "", statement = "" }) => [
      `${name}: ${says}`,
      `  harmless  ${because}`,
      `            ${statement}`,
    ]),
    "",
    ...canary.map((one) => {
      const word =
        explorationVerdict(one) === "holds" ? "never broke" : `${explorationVerdict(one)}, ${one.violated} times`;
      return `canary: the shipped ${one.name}, ${strategyOf(one)}: ${word} in ${one.schedules} runs   traces sha256 ${hashOf(one)}`;
    }),
    ...amiss.map(({ name, verdict, doubts }) =>
      `${verdict === "breaks" ? "NOT FOUND" : verdict}: ${name} ${doubts.join("; ")}`.trimEnd(),
    ),
    "",
    ...renderHappened(happened, canHappen),
    guardsTotals(results, canary),
    "",
  ].join("\n");
}

const head = ["guard", "of", "claim that broke", "random", "pct", "plan", "departures"];

function row({ name, area, claim = "", hunts, size }: GuardResult): readonly (string | number)[] {
  const runsOf = (strategy: string) => {
    const hunt = hunts.find((one) => one.strategy === strategy);
    return hunt === undefined ? "" : (median(hunt.found) ?? `> ${hunt.tried}`);
  };
  const { lines = "", departures = "", confirmed = 0 } = size ?? {};
  const small =
    size === undefined
      ? ""
      : confirmed === quick.confirmations
        ? departures
        : `${departures}, confirmed ${confirmed} of ${quick.confirmations}`;
  return [name, area, claim, runsOf("random"), runsOf("pct"), lines, small];
}

/** One line for machines. */
export function guardsTotals(results: readonly GuardResult[], canary: readonly Exploration[]): string {
  const count = (is: (one: GuardResult) => boolean): number => results.filter(is).length;
  const runs = canary.reduce((all, { schedules }) => all + schedules, 0);
  const broke = canary.reduce((all, { violated, unknown }) => all + violated + unknown, 0);
  return [
    `GUARDS guards=${results.length} found=${count(({ verdict, harmless }) => verdict === "holds" && harmless === undefined)}`,
    `not_found=${count(({ verdict, harmless }) => verdict !== "holds" && harmless === undefined)}`,
    `harmless=${count(({ harmless }) => harmless !== undefined)} canary_runs=${runs} canary_broke=${broke}`,
  ].join(" ");
}

function strategyOf({ manner }: Exploration): string {
  return manner.strategy;
}
