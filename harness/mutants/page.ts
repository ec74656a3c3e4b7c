/** What came of the mutants, in words: `evidence/measured/mutants.txt`. */

import { table } from "../cli/table.ts";
import { isLeft, type Judged } from "./explanation.ts";
import { onOneLine } from "./mutant.ts";
import { shownBlock, type Budget } from "./trial.ts";

const width = 130;
const shownMax = 100;

/** Of mutants that could be told from the system, how many in a hundred have to be noticed. */
export const scoreMin = 95;

/** What was hunted on, and in: PostgreSQL, and the state of the program. */
interface Where {
  readonly major: number;
  readonly code: string;
}

/** The whole page; ends with a newline. */
export function renderMutants(judged: readonly Judged[], budget: Budget, { major, code }: Where): string {
  const files = [...new Set(judged.map(({ mutant }) => mutant.file))].sort();
  const of = (file: string): readonly Judged[] => judged.filter(({ mutant }) => mutant.file === file);
  const left = judged.filter(({ mutant }) => isLeft(mutant));
  return [
    `holdfast mutants   seed ${budget.seed}   PostgreSQL ${major}   code ${code}   ${judged.length} mutants of ${files.length} files`,
    "",
    ...methodOf(budget),
    "",
    table(head, [...files.map((file) => row(file, of(file))), row("together", judged)], aligns, width).trimEnd(),
    "",
    ...howLines(judged),
    "",
    ...left.flatMap(({ mutant, explanation }) => [
      `${mutant.file}:${mutant.line}   ${mutant.operator}${mutant.fate.kind === "not reached" ? ", not reached" : ""}`,
      `    ${clip(mutant.was)}   =>   ${clip(mutant.becomes) || "(nothing)"}`,
      `    ${explanation === undefined ? "NOT EXPLAINED" : `${explanation.equivalent ? "equivalent" : "missed"}: ${explanation.because}`}`,
    ]),
    "",
    totals(judged),
    "",
  ].join("\n");
}

function methodOf({ experiments, workload, runs }: Budget): readonly string[] {
  return [
    `Each mutant is put through ${experiments.length} experiments, then the runs ${runs.map(shownBlock).join(", ")} of \`${workload}\`,`,
    "those by random and those by PCT (d = 3), always the same and in this order, as far as they carry it out, until one is not as with the",
    "shipped system. That is the whole budget. Plans grow up to run 100. StrykerJS makes the mutants of TypeScript; left out are words",
    "for people, empty records, all texts in quotes (most do not compile), and SQL. SQL has operators of its own: conditions, list items and clauses dropped, comparisons and signs turned, values kept.",
    "The score counts what was noticed among all but the equivalent ones: those that nobody could tell from the system.",
  ];
}

const head = ["file", "mutants", "by experiments", "by sales", "otherwise", "equivalent", "missed", "score"];
const aligns = ["left", ...head.slice(1).map(() => "right" as const)] as const;

function row(name: string, some: readonly Judged[]): readonly (string | number)[] {
  const { all, equivalent, missed, score } = counted(some);
  const by = (is: (by: string) => boolean): number =>
    some.filter(({ mutant: { fate } }) => fate.kind === "noticed" && is(fate.by)).length;
  const experiment = (text: string): boolean => /^(C29|HF)-/.test(text);
  const sale = (text: string): boolean => text.includes(", random ") || text.includes(", pct ");
  const others = by((text) => !experiment(text) && !sale(text));
  return [name, all, by(experiment), by(sale), others, equivalent, missed, score];
}

/** Invalid ones are no mutants. */
function counted(some: readonly Judged[]) {
  const valid = some.filter(({ mutant }) => mutant.fate.kind !== "invalid");
  const left = valid.filter(({ mutant }) => isLeft(mutant));
  const equivalent = left.filter(({ explanation }) => explanation?.equivalent === true).length;
  const missed = left.length - equivalent;
  const told = valid.length - equivalent;
  const score = told === 0 ? "" : `${(Math.floor((1000 * (told - missed)) / told) / 10).toFixed(1)} %`;
  return { all: valid.length, equivalent, missed, told, score };
}

/** In how many ways they were noticed. */
function howLines(judged: readonly Judged[]): readonly string[] {
  const how = (word: string): number =>
    judged.filter(({ mutant: { fate } }) => fate.kind === "noticed" && fate.how === word).length;
  return [
    `noticed because something broke: ${how("breaks")}; because something could not be told any more: ${how("unknown")};`,
    `because the lab could not go on: ${how("stopped")}; because it had no end: ${how("endless")}. None of these happens with the shipped system.`,
  ];
}

/** Whether enough of them were noticed. */
export function isEnough(judged: readonly Judged[]): boolean {
  const { told, missed } = counted(judged);
  return (told - missed) * 100 >= scoreMin * told;
}

/** One line for machines. */
function totals(judged: readonly Judged[]): string {
  const { all, equivalent, missed, score } = counted(judged);
  return `MUTANTS mutants=${all} noticed=${all - equivalent - missed} equivalent=${equivalent} missed=${missed} score=${score.replace(" ", "")}`;
}

function clip(text: string): string {
  const line = onOneLine(text);
  return line.length <= shownMax ? line : `${line.slice(0, shownMax - 2)} …`;
}
