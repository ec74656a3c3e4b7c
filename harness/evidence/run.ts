/**
 * One run of the lab over several experiments, as plain data, and how it is counted. Evidence files, reporters and the
 * exit code all read this and nothing else.
 */
import type { Server } from "../postgres/server.ts";
import { addHappened, type Catalogue, type Happened } from "../verdict/happened.ts";
import { worst, type ExperimentResult, type Verdict } from "../verdict/result.ts";

/** An experiment that was asked for and did not run (an interrupt). */
export interface NotRun {
  readonly id: string;
  readonly title: string;
  /** How many findings it would have had to show at least: its claims and its control. What its story expects is not
   * known before it runs. */
  readonly findings: number;
}

/** Who served a run. Evidence never says so: it comes out the same on each. */
export type RanOn = Pick<Server, "kind" | "major">;

export interface Run {
  readonly seed: number;
  readonly server: RanOn;
  /** off = waiting backends raced inside the server, so this run may not repeat. */
  readonly gate: "on" | "off";
  readonly results: readonly ExperimentResult[];
  readonly notRun: readonly NotRun[];
  /** The user stopped it before its end. */
  readonly interrupted: boolean;
  /** What can happen in its runs. */
  readonly canHappen: Catalogue;
  readonly warnings: readonly string[];
}

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  readonly unknown: number;
  readonly not_run: number;
}

/** Counts findings, not experiments. Doubt about an experiment as a whole counts once more: it must not vanish. */
export function tally(run: Run): Tally {
  const verdicts = run.results.flatMap((result) => {
    const found = result.findings.map(({ verdict }) => verdict);
    return isDoubted(result) ? [...found, result.verdict] : found;
  });
  const count = (wanted: Verdict) => verdicts.filter((verdict) => verdict === wanted).length;
  return {
    passed: count("holds"),
    failed: count("breaks"),
    unknown: count("unknown"),
    not_run: run.notRun.reduce((sum, { findings }) => sum + findings, 0),
  };
}

/** Whether an experiment is worth less than its findings say: nothing was checked, or its waiters raced. */
export function isDoubted({ findings, verdict }: ExperimentResult): boolean {
  return findings.length === 0 || worst(findings.map((finding) => finding.verdict)) !== verdict;
}

/** The worst of all experiments; one that did not run is unknown. */
export function runVerdict(run: Run): Verdict {
  return worst([...run.results.map(({ verdict }) => verdict), ...run.notRun.map(() => "unknown" as const)]);
}

/** What happened in all experiments together. */
export function happenedIn({ results }: Pick<Run, "results">): Happened {
  return addHappened(results.flatMap(({ happened }) => happened ?? []));
}

/** `24 experiments: 23 hold, 1 breaks, 0 unknown, 0 not run` */
export function experimentsLine({ results, notRun }: Run): string {
  const count = (wanted: Verdict) => results.filter(({ verdict }) => verdict === wanted).length;
  const counts = `${count("holds")} hold, ${count("breaks")} break, ${count("unknown")} unknown, ${notRun.length} not run`;
  return `${plural(results.length + notRun.length, "experiment")}: ${counts}`;
}

export function summaryLine(run: Run): string {
  const { passed, failed, unknown, not_run } = tally(run);
  return `SUMMARY passed=${passed} failed=${failed} unknown=${unknown} not_run=${not_run}`;
}

/** What to type before and after an experiment and its seed. */
export interface Way {
  readonly command: string;
  /** Empty, or a space and what else the run was asked for with: ` --postgres 17`. */
  readonly options: string;
}

/** What evidence shows: it holds for every server. */
export const plainWay: Way = { command: "./run.sh", options: "" };

/** The command that shows one experiment again. */
export function again(id: string, seed: number, { command, options }: Way = plainWay): string {
  return `${command} ${id} --seed ${seed}${options}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
