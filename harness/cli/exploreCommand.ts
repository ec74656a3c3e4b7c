/**
 * `explore`: pairs of things that happen at once, experiments and workloads, under schedule after schedule. All pairs,
 * searched to their own bounds at the default seed on an embedded server with its gate on, write
 * `evidence/completeness.txt`; any other run prints.
 */
import { join } from "node:path";
import { checkFolder, writePage } from "../evidence/files.ts";
import { plural, type Way } from "../evidence/run.ts";
import { renderSteps } from "../evidence/trace.ts";
import { nothingSearched } from "../explore/joined.ts";
import { renderCompleteness, renderExploration, totalsLine } from "../explore/statement.ts";
import { explorationVerdict, type Exploration, type ExploredCard, type Manner } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { worst } from "../verdict/result.ts";
import { describeServer } from "./choose.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { explorationTable } from "./explorationTable.ts";
import { keepFailure } from "./keepFailure.ts";
import { defaultSeed, type Suite } from "./lab.ts";
import { progressOn, type Progress } from "./progress.ts";
import { mark } from "./reporter/plain.ts";
import { sample } from "./sampling.ts";
import { withLab, type LabUse, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ExploreRequest {
  readonly explored: readonly ExploredCard[];
  /** Whether the user named any. */
  readonly named: boolean;
  readonly seed: number;
  readonly manner: Manner;
  /** A sample for so long, ms, and not for a number of runs. */
  readonly forMs: number | undefined;
  readonly place: Place;
  /** How a run is asked for again. */
  readonly way: Way;
  readonly json: boolean;
  /** Show every decision, of a single schedule. */
  readonly trace: boolean;
  /** Write `completeness.txt` there, whatever was run. */
  readonly evidence: string | undefined;
}

export async function exploreCommand(
  suite: Suite,
  request: ExploreRequest,
  surroundings: Surroundings,
): Promise<number> {
  const { explored, seed, manner, place, json } = request;
  const { out, err } = surroundings;
  const progress = progressOn(surroundings);
  const tell = json ? err : out; // A document has the output to itself.
  const folder = evidenceFolder(request, surroundings.root);
  if (folder !== undefined) await checkFolder(folder);

  const told: Told[] = [];
  const gate = await withLab(suite, place, surroundings, async (use) => {
    tell(`seed ${seed}   ${nounOf(explored)}   ${describeServer(use.server)}   gate ${use.gate}\n`);
    for await (const one of exploreEach(use, request, progress, surroundings)) {
      progress.clear();
      told.push(one);
      tell(`\n${one.lines.join("\n")}\n`);
    }
    return use.gate;
  });

  const done = told.map(({ found }) => found);
  const left = explored.length - told.filter(({ whole }) => whole).length;
  if (json) {
    const found = { format: "holdfast-exploration-2", seed, manner, interrupted: left > 0, explorations: done };
    out(`${JSON.stringify(found, undefined, 2)}\n`);
  } else if (done.length > 0) out(`\n${explorationTable(done, surroundings.columns)}${totalsLine(done)}\n`);
  if (left > 0) {
    err(`interrupted: ${left} of ${explored.length} not explored to the end\n`);
    return exitCodes.interrupted;
  }
  if (folder !== undefined && (gate === "on" || request.evidence !== undefined)) {
    await writePage(folder, "completeness.txt", renderCompleteness(done, seed));
    tell(`evidence written to ${join(folder, "completeness.txt")}\n`);
  }
  return exitCodeOf(worst(done.map(explorationVerdict)));
}

/** One that has been explored, and how that is told. */
interface Told {
  readonly found: Exploration;
  readonly whole: boolean;
  readonly lines: readonly string[];
}

/** In their order; what was interrupted before it was begun is left out. */
async function* exploreEach(
  use: LabUse,
  request: ExploreRequest,
  progress: Progress,
  { root, color, nowMs }: Surroundings,
): AsyncGenerator<Told> {
  const { explored, seed, manner, forMs, way } = request;
  const told = async (explored: Exploration, whole = true): Promise<Told> => {
    const kept = whole ? await keepFailure(use, explored, { seed, way, root, progress }) : undefined;
    const found = kept === undefined ? explored : { ...explored, confirmed: kept.confirmed };
    const lines = [`${mark(explorationVerdict(found), color)} ${renderExploration(found, { seed, way }).join("\n")}`];
    if (kept !== undefined) lines.push("", ...kept.lines);
    if (request.trace) lines.push("", ...renderSteps(found.trace?.steps ?? []));
    return { found, whole, lines };
  };
  if ("from" in manner) {
    for (const card of explored) {
      const how = { manner, nowMs, progress, ...(forMs === undefined ? {} : { forMs }) };
      const { found, whole } = await sample(use, card, how, async (piece) => exploreOne(use, card, seed, piece));
      yield await told(found, whole);
      if (!whole) return;
    }
    return;
  }
  const running = use.each(explored, async (card) => {
    progress.show(`${card.name}  (${explored.indexOf(card) + 1} of ${explored.length})`);
    return told(await exploreOne(use, card, seed, manner));
  });
  // Interrupted, a later one may have been done before.
  for (const one of running) {
    const explored = await one;
    if (explored !== undefined) yield explored;
  }
}

/** Never rejects: a lab that could not go on is an unknown with its reason. */
export async function exploreOne(
  { explore }: Pick<LabUse, "explore">,
  { kind, name, title }: ExploredCard,
  seed: number,
  manner: Manner,
): Promise<Exploration> {
  try {
    if (explore === undefined) throw new Error("this lab has nothing to explore");
    return await explore(name, { seed, manner });
  } catch (error) {
    if (error instanceof LabError && error.exitCode === 2) throw error;
    const doubts = [error instanceof Error ? error.message : String(error)];
    return { kind, name, title, manner, ...nothingSearched, unknown: 1, doubts };
  }
}

/** `10 pairs`; `pay-cancel` when it is one. */
function nounOf(explored: readonly ExploredCard[]): string {
  const [first] = explored;
  if (explored.length === 1) return first!.name;
  const kinds = [...new Set(explored.map(({ kind }) => kind))];
  return kinds.map((kind) => plural(explored.filter((one) => one.kind === kind).length, kind)).join(", ");
}

/** Where the page goes, if anywhere. The folder that is committed takes nothing but all pairs to their own bounds. */
function evidenceFolder({ evidence, named, manner, place, seed }: ExploreRequest, root: string): string | undefined {
  if (evidence !== undefined) return evidence;
  const whole = manner.strategy === "exhaustive" && manner.bound === undefined && !named;
  return whole && place.server.kind === "embedded" && seed === defaultSeed ? join(root, "evidence") : undefined;
}
