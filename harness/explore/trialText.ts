/** The reconciler's trial in words: `evidence/reconciler.txt`. Free of times. */

import { table } from "../cli/table.ts";
import type { Exploration } from "../verdict/exploration.ts";
import { neverCame, triedOf, trialVerdict, type Tried, type TrialCard } from "../verdict/trial.ts";
import { hashOf } from "./joined.ts";

const width = 150;

const method: readonly string[] = [
  "The books at the end of sales, in which everything holds, are damaged one fact at a time: every row that a damage can hit,",
  "three times each where there is a choice (where to, by how much). Of books that agree nothing may be said, and of damaged ones",
  "exactly what that damage calls for: these labels about these orders, reservations or units, and no others. What one fact moves",
  "for all books together (CONFIRMED_NOT_PAID, STOCK_DRIFT, NET_NOT_PAID_SUM) is reported besides.",
];

/** The whole page; ends with a newline. */
export function renderTrial(card: TrialCard, found: Exploration, seed: number): string {
  const tried = triedOf(card, found);
  const never = neverCame(card, tried);
  const unseen = tried.filter(({ unseenCases }) => unseenCases > 0);
  const cases = tried.reduce((all, one) => all + one.cases, 0);
  return [
    `holdfast reconciler   seed ${seed}   ${found.schedules} sales   ${tried.length} damages   ${card.labels.length} labels`,
    "",
    ...method,
    "",
    table(["damage", "cases", "reported under"], tried.map(row), ["left", "right", "left"], width).trimEnd(),
    "",
    table(["label", "damages", "cases"], byLabel(card, tried), ["left", "right", "right"], width).trimEnd(),
    "",
    "What no rule sees, and why:",
    ...unseen.map(({ name, cases, unseenCases, unseen: why = "" }) => `  ${name}, ${unseenCases} of ${cases}: ${why}`),
    "",
    ...(found.first?.about ?? []).map((sentence) => `misreported, sale ${found.first?.schedule}: ${sentence}`),
    ...found.doubts.map((doubt) => `unknown: ${doubt}`),
    ...never.map((name) => `never: ${name}`),
    `traces   sha256 ${hashOf(found)}`,
    [
      `RECONCILER ${trialVerdict(found, never)} sales=${found.schedules} misreported=${found.violated} unknown=${found.unknown}`,
      `cases=${cases} damages=${tried.length} labels=${card.labels.length} never=${never.length}`,
    ].join(" "),
    "",
  ].join("\n");
}

function row({ name, cases, labels }: Tried): readonly (string | number)[] {
  return [name, cases, labels.map(({ label, cases: times }) => `${label} ${times}`).join(", ")];
}

function byLabel({ labels }: TrialCard, tried: readonly Tried[]): readonly (readonly (string | number)[])[] {
  return labels.map((label) => {
    const under = tried.flatMap((one) => one.labels.filter((each) => each.label === label));
    return [label, under.length, under.reduce((all, { cases }) => all + cases, 0)];
  });
}
