/**
 * What soaks found, as a page, `evidence/measured/soak.txt`: a line for each soak, and of the last one what was run and what
 * happened. It says where the next has to begin.
 */
import { table } from "../cli/table.ts";
import { renderHappened } from "../evidence/happenedText.ts";
import { plural } from "../evidence/run.ts";
import { LabError } from "../verdict/failure.ts";
import { explorationVerdict, type Exploration } from "../verdict/exploration.ts";
import type { Catalogue } from "../verdict/happened.ts";
import { distinct, happenedIn, struck } from "./joined.ts";

/** One soak among others. */
export interface Soaked {
  /** Runs are numbered; from the first to before the last one's successor. */
  readonly from: number;
  readonly next: number;
  readonly minutes: number;
  /** Where: `PostgreSQL 18, embedded`, and how many processes. */
  readonly where: string;
  /** The state of the program. */
  readonly code: string;
  readonly runs: number;
  readonly violations: number;
  readonly unknown: number;
}

export interface SoakLook {
  readonly seed: number;
  readonly canHappen: Catalogue;
  readonly columns: number;
}

const method: readonly string[] = [
  "Workloads (by a random walk and by PCT), pairs and experiments (by a random walk) by turns, each run under a number of its own:",
  "run n draws from seed s + n - 1. A soak begins where the one before it ended, so no run is made twice.",
];
const headLine = /^holdfast soak {3}seed (\d+) {3}(\d+) soaks? {3}the next begins with run \d+$/;
const soakedLine =
  /^runs (\d+) to (\d+) {3}([\d.]+) min {3}(.*) {3}state (\w+) {3}made (\d+) {3}violations (\d+) {3}unknown (\d+)$/;

/** Ends with a newline. @param last the things that the last of the soaks has run. */
export function renderSoaks(soaks: readonly Soaked[], last: readonly Exploration[], look: SoakLook): string {
  const next = Math.max(0, ...soaks.map((soak) => soak.next));
  return [
    `holdfast soak   seed ${look.seed}   ${plural(soaks.length, "soak")}   the next begins with run ${next}`,
    "",
    ...method,
    "",
    ...soaks.map(lineOf),
    "",
    "the last of them:",
    ...renderSoak(last, look),
    "",
  ].join("\n");
}

function lineOf({ from, next, minutes, where, code, runs, violations, unknown }: Soaked): string {
  return `runs ${from} to ${next - 1}   ${minutes} min   ${where}   state ${code}   made ${runs}   violations ${violations}   unknown ${unknown}`;
}

/** A table, what happened, and one line for machines. */
export function renderSoak(found: readonly Exploration[], { canHappen, columns }: SoakLook): readonly string[] {
  const rows = found.map((one) => [
    ...[one.name, one.schedules, distinct(one), struck(one) || "", one.violated, one.unknown],
    explorationVerdict(one),
  ]);
  const head = ["explored", "runs", "distinct", "faults", "violations", "unknown", ""];
  const aligns = ["left", "right", "right", "right", "right", "right", "left"] as const;
  const sum = (of: (one: Exploration) => number): number => found.reduce((all, one) => all + of(one), 0);
  const doubts = found.flatMap(({ name, unknown, doubts: [doubt] }) =>
    unknown === 0 ? [] : [`unknown: ${unknown} of ${name}; the first: ${doubt ?? ""}`],
  );
  return [
    table(head, rows, aligns, columns).trimEnd(),
    ...doubts,
    "",
    ...renderHappened(happenedIn(found), canHappen),
    [
      `SOAK runs=${sum(({ schedules }) => schedules)} distinct=${sum(distinct)} faults=${sum(struck)}`,
      `violations=${sum(({ violated }) => violated)} unknown=${sum(({ unknown }) => unknown)}`,
    ].join(" "),
  ];
}

/**
 * The soaks of a page that was written before, of which the next is one more.
 * @throws LabError, wrong use, when it is of another seed, whose runs are partly the same ones, or is no such page.
 */
export function readSoaks(text: string, seed: number): readonly Soaked[] {
  const [head = "", ...lines] = text.split("\n");
  const [, of, count] = headLine.exec(head) ?? [];
  const soaks = soakedIn(lines);
  if (of === undefined || soaks.length !== Number(count)) {
    throw noneToGoOnWith("It cannot be read.", "Put it right or remove it");
  }
  if (Number(of) !== seed) throw noneToGoOnWith(`It is of seed ${of}; this is seed ${seed}.`, `Give --seed ${of}`);
  return soaks;
}

function noneToGoOnWith(why: string, next: string): LabError {
  return new LabError("The page of soaks there is cannot be gone on with.", {
    why,
    next: `${next}, or give another folder with --evidence: a page of its own then begins there.`,
    exitCode: 2,
  });
}

function soakedIn(lines: readonly string[]): readonly Soaked[] {
  return lines.flatMap((line): readonly Soaked[] => {
    const [, from, to, minutes, where, code, runs, violations, unknown] = soakedLine.exec(line) ?? [];
    if (where === undefined || code === undefined) return [];
    return [
      {
        ...{ from: Number(from), next: Number(to) + 1, minutes: Number(minutes), where, code },
        ...{ runs: Number(runs), violations: Number(violations), unknown: Number(unknown) },
      },
    ];
  });
}
