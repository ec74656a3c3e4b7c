/**
 * One experiment over many seeds, counted as the runs come in; no trace is kept. Claims and expected answers must hold
 * under every seed. A control must break its claim under at least one: a wrong part need not do harm every time.
 */
import { doubt } from "../evidence/output.ts";
import { isDoubted, plural } from "../evidence/run.ts";
import { addHappened, nothingHappened, type Happened } from "../verdict/happened.ts";
import { worst, type ExperimentResult, type Verdict } from "../verdict/result.ts";
import { gather, occurred, type Spreads } from "./counts.ts";
import { difference } from "./difference.ts";
import type { ExperimentCard } from "./lab.ts";

const troublesMax = 5;

export interface Trouble {
  readonly seed: number;
  readonly sentence: string;
}

export interface Swept {
  readonly card: ExperimentCard;
  /** Runs in all, repetitions included. */
  runs: number;
  /** Seeds that were run at least once. */
  seeds: number;
  /** Distinct traces of the story. */
  readonly schedules: Set<string>;
  /** Seeds by the verdict of the claims and expected answers. */
  readonly verdicts: Record<Verdict, number>;
  /** Under how many seeds each control was tried, and under how many it broke its claim. */
  readonly controls: Map<string, { tried: number; broke: number }>;
  /** Seeds whose repetition differed. */
  differing: number;
  /** The first few things that went wrong; `troubleCount` counts all. */
  readonly troubles: Trouble[];
  troubleCount: number;
  readonly spreads: Spreads;
  happened: Happened;
  /** The current seed's first run, with which its repetitions are compared. */
  first: ExperimentResult | undefined;
}

export function startSwept(card: ExperimentCard): Swept {
  return {
    card,
    runs: 0,
    seeds: 0,
    schedules: new Set(),
    verdicts: { holds: 0, breaks: 0, unknown: 0 },
    controls: new Map(),
    differing: 0,
    troubles: [],
    troubleCount: 0,
    spreads: new Map(),
    happened: nothingHappened,
    first: undefined,
  };
}

/** Takes one run; `time` 1 is a seed's first, later ones must be the same. */
export function addRun(swept: Swept, result: ExperimentResult, time: number): void {
  swept.runs += 1;
  if (time > 1 && swept.first !== undefined) {
    const differs = difference(storyOf(swept.first), storyOf(result));
    if (differs === undefined) return;
    swept.differing += 1;
    addTrouble(swept, result.seed, `run ${time}: ${differs}`);
    return;
  }
  swept.first = result;
  swept.seeds += 1;
  swept.schedules.add(result.trace.sha256);
  gather(swept.spreads, result.lines);
  if (result.happened !== undefined) swept.happened = addHappened([swept.happened, result.happened]);
  judge(swept, result);
}

function judge(swept: Swept, result: ExperimentResult): void {
  const own = result.findings.filter(({ kind }) => kind !== "control");
  const controls = result.findings.filter(({ kind }) => kind === "control");
  const verdicts = own.map(({ verdict }) => verdict);
  // Nothing checked, or waiters that raced: unknown under this seed, however well the findings read.
  if (isDoubted(result)) {
    verdicts.push(result.verdict);
    addTrouble(swept, result.seed, [`${result.verdict}: ${doubt(result)}`, ...result.warnings].join("; "));
  }
  for (const { verdict, says, about } of own) {
    if (verdict !== "holds") addTrouble(swept, result.seed, `${verdict}: ${says}: ${about.join("; ")}`);
  }
  // An experiment may consist of its control alone: then there is nothing else to hold.
  swept.verdicts[verdicts.length === 0 ? "holds" : worst(verdicts)] += 1;
  for (const { says, verdict } of controls) {
    const control = swept.controls.get(says) ?? { tried: 0, broke: 0 };
    swept.controls.set(says, { tried: control.tried + 1, broke: control.broke + (verdict === "holds" ? 1 : 0) });
  }
}

function addTrouble(swept: Swept, seed: number, sentence: string): void {
  swept.troubleCount += 1;
  if (swept.troubles.length < troublesMax) swept.troubles.push({ seed, sentence });
}

/** What must occur under some seed and did not. */
export function neverOccurred({ card, seeds, spreads }: Swept): readonly string[] {
  const never = (card.occurs ?? []).filter((name) => !occurred(spreads, name));
  return never.map((name) => `${name} never occurred under ${plural(seeds, "seed")}`);
}

/** Controls that did no harm under any seed: they show nothing about the claims they were to break. */
export function harmless({ card, controls }: Swept): readonly string[] {
  if (card.control !== undefined && controls.size === 0) return [card.control];
  return [...controls].flatMap(([says, { broke }]) => (broke === 0 ? [says] : []));
}

/** A run without its controls, which not every run of a seed includes. */
function storyOf({ id, title, seed, lines, trace, warnings, findings: all }: ExperimentResult): ExperimentResult {
  const findings = all.filter(({ kind }) => kind !== "control");
  const verdict = worst(findings.map((finding) => finding.verdict));
  return { id, title, seed, verdict, findings, lines, trace, warnings };
}

export function sweptVerdict(swept: Swept): Verdict {
  const { breaks, unknown, holds } = swept.verdicts;
  if (breaks > 0 || swept.differing > 0 || harmless(swept).length > 0) return "breaks";
  // What did not occur within these seeds may under others.
  return unknown > 0 || holds === 0 || neverOccurred(swept).length > 0 ? "unknown" : "holds";
}
