/** What an exploration found, in words: `evidence/completeness.txt`, and what `explore` prints. Free of times. */
import { renderHappened } from "../evidence/happenedText.ts";
import { plainWay, plural, type Way } from "../evidence/run.ts";
import type { Catalogue } from "../verdict/happened.ts";
import { distinct, happenedIn, hashOf } from "./joined.ts";
import {
  explorationVerdict,
  isControl,
  type Exploration,
  type Again,
  type Sampling,
  type Searched,
  type Violation,
} from "../verdict/exploration.ts";

/** Of what does not hold under one schedule, so many sentences; and of its departures. */
const shownMax = 3;
const departuresShownMax = 4;

const steps = "steps = statement and commit, timers to 120 s";

/** What it takes to read a statement. */
export interface StatementLook {
  readonly seed: number;
  readonly way: Way;
}

/** How a statement is to be read: the head of the page. */
const method: readonly string[] = [
  "Two things happen at once, from a situation that has been prepared. The default schedule is total: continue the last",
  "task; else a granted lock, the first blocked first; else the other tasks in their order; else the oldest message; else",
  "the earliest timer. A departure is a decision that picks something else. Steps are the execution of a statement, the",
  "commit of one outside a transaction, the use of a granted lock, the delivery of a message, a timer. Every list of",
  "departures up to the bound was run until the last timer; then, under the default schedule, recovery as in the crash",
  "grid and everything once more, judged by the claims of the crash grid.",
  "Faults are dealt one at a time, to every message of every such schedule. In departures the faulted search goes less far.",
  "A control is the search without faults with a wrong part, until the first violation; fewer departures come first.",
];

/** The whole page; ends with a newline. */
export function renderCompleteness(explorations: readonly Exploration[], seed: number, canHappen: Catalogue): string {
  return [
    `holdfast completeness   seed ${seed}   ${plural(explorations.length, "pair")}`,
    "",
    ...method,
    ...explorations.flatMap((one) => ["", ...renderExploration(one, { seed, way: plainWay })]),
    "",
    ...renderHappened(happenedIn(explorations), canHappen),
    totalsLine(explorations),
    "",
  ].join("\n");
}

/** The statement, what it rests on, and what it found. */
export function renderExploration(exploration: Exploration, look: StatementLook): readonly string[] {
  const { control, faulted } = exploration;
  return [
    statement(exploration, look.seed),
    ...renderTrouble(exploration, exploration, look),
    ...(control === undefined ? [] : renderControl(control, exploration, look)),
    ...renderFired(exploration),
    `  traces   sha256 ${hashOf(exploration)}`,
    ...(faulted === undefined ? [] : renderFaulted(faulted, exploration, look)),
  ];
}

/** The same with a message fault besides. */
function renderFaulted(
  faulted: NonNullable<Exploration["faulted"]>,
  exploration: Exploration,
  look: StatementLook,
): readonly string[] {
  const { bound, schedules, violated } = faulted;
  const word = completeness(faulted, exploration);
  const cost = `≤ ${counted(bound, "departure")} and ≤ 1 message fault (request lost, reply lost, request twice)`;
  const found = `${counted(schedules, "schedule")}, ${counted(violated, "violation")}`;
  return [
    `${word}: every schedule of ${exploration.title} with ${cost}, ${steps}: ${found}`,
    ...renderTrouble(faulted, exploration, look),
    `  traces   sha256 ${hashOf(faulted)}`,
  ];
}

function completeness({ unknown }: Searched, { partial }: Exploration): string {
  if (partial === true) return "not complete, interrupted";
  return unknown === 0 ? "complete" : "not complete";
}

function renderTrouble(
  { first, unknown, doubts }: Searched,
  exploration: Exploration,
  look: StatementLook,
): readonly string[] {
  return [
    ...(first === undefined ? [] : renderViolation("  BROKE    schedule", first, again(exploration, first, look))),
    ...(unknown === 0 ? [] : [`  unknown  ${unknown} of them; the first: ${doubts.join("; ")}`]),
  ];
}

/** One line that can stand by itself. */
function statement(exploration: Exploration, seed: number): string {
  const { kind, title, manner, bound, violated, schedules } = exploration;
  const found = `${counted(schedules, "schedule")}, ${counted(violated, "violation")}`;
  const sampled = `${counted(distinct(exploration), "distinct schedule")} in ${counted(schedules, "run")}, ${counted(violated, "violation")}`;
  const wrong = isControl(manner) ? ", with the wrong part" : "";
  const faultless = kind === "pair" ? ", without faults" : "";
  const searched = kind === "experiment" ? "steps = statement and commit" : steps;
  switch (manner.strategy) {
    case "exhaustive": {
      const word = completeness(exploration, exploration);
      return `${word}: every schedule of ${title} with ≤ ${counted(bound ?? 0, "departure")}, ${searched}${faultless}: ${found}`;
    }
    case "random":
      return `sampled: ${title}${wrong}, random walk${runs(manner, seed)}, ${searched}${faultless}: ${sampled}`;
    case "pct":
      return `sampled: ${title}${wrong}, PCT of depth ${manner.depth}${runs(manner, seed)}, ${searched}${faultless}: ${sampled}`;
    case "replay":
      return `replayed: ${title}, ${replayed(manner)}: ${found}`;
  }
}

function renderControl(
  { says, schedules, unknown, first }: NonNullable<Exploration["control"]>,
  exploration: Exploration,
  look: StatementLook,
): readonly string[] {
  const head = `  control  ${says}:`;
  if (first === undefined) {
    const doubt = unknown === 0 ? "" : `, ${unknown} of them unknown`;
    return [`${head} not found broken by ${counted(schedules, "schedule")}${doubt}`];
  }
  const departures = first.says.length === 0 ? "no departure" : counted(first.says.length, "departure");
  return renderViolation(
    `${head} found broken with ${departures}, by schedule`,
    first,
    `${again(exploration, first, look)} --control`,
  );
}

function renderViolation(head: string, { schedule, says, about }: Violation, command: string): readonly string[] {
  const lines = [...atMost(says, departuresShownMax), ...atMost(about, shownMax), `again: ${command}`];
  return [`${head} ${schedule}`, ...lines.map((line) => `             ${line}`)];
}

function atMost(sentences: readonly string[], most: number): readonly string[] {
  const more = sentences.length - most;
  return more > 1 ? [...sentences.slice(0, most), `and ${more} more`] : sentences;
}

function again(exploration: Exploration, violation: Violation, { seed, way }: StatementLook): string {
  const { name, manner } = exploration;
  const { departures, fault, plan, schedule } = violation;
  if (plan !== undefined && "from" in manner) {
    const chosen = `--strategy ${manner.strategy}${manner.depth === undefined ? "" : ` --depth ${manner.depth}`}`;
    const wrong = isControl(manner) ? " --control" : "";
    return `${way.command} explore ${name} ${chosen} --from ${schedule} --runs 1 --seed ${seed}${way.options}${wrong}`;
  }
  const befell = fault === undefined ? "" : ` --fault ${fault}`;
  return `${way.command} explore ${name} --departures ${departures}${befell} --seed ${seed}${way.options} --trace${isControl(manner) ? " --control" : ""}`;
}

function replayed({ departures, fault, control }: Again): string {
  const befell = fault === undefined ? [] : [`fault ${fault}`];
  return [`departures ${departures}`, ...befell, ...(control === true ? ["with the wrong part"] : [])].join(", ");
}

/** One line for machines. */
export function totalsLine(explorations: readonly Exploration[]): string {
  const searches = explorations.flatMap((one): readonly Searched[] => [one, one.faulted ?? []].flat());
  const sum = (of: (one: Searched) => number): number => searches.reduce((all, one) => all + of(one), 0);
  const controls = explorations.flatMap(({ control }) => control ?? []);
  return [
    `EXPLORE explored=${explorations.length} schedules=${sum((one) => one.schedules)}`,
    `violations=${sum((one) => one.violated)} unknown=${sum((one) => one.unknown)}`,
    `controls=${controls.length} controls_broke=${controls.filter(({ violated }) => violated > 0).length}`,
    `hold=${explorations.filter((one) => explorationVerdict(one) === "holds").length}`,
  ].join(" ");
}

function runs({ from, runs: count }: Sampling, seed: number): string {
  return count === 1 ? `, run ${from} of seed ${seed}` : `, runs ${from} to ${from + count - 1} of seed ${seed}`;
}

/** Which kinds of fault struck, and how often. */
function renderFired({ fired }: Searched): readonly string[] {
  const kinds = Object.entries(fired).map(([kind, times]) => `${kind} ${times}`);
  return kinds.length === 0 ? [] : [`  faults   ${kinds.join(", ")}`];
}

/** `1,428 schedules` */
function counted(count: number, noun: string): string {
  const digits = String(count).replace(/\B(?=(\d{3})+$)/g, ",");
  return `${digits} ${noun}${count === 1 ? "" : "s"}`;
}
