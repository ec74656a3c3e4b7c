/**
 * `explore`: pairs of things that happen at once, under schedule after schedule. All pairs, searched to their own bounds at
 * the default seed on an embedded server with its gate on, write `evidence/completeness.txt`; any other run prints.
 */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { checkFolder, writePage } from "../evidence/files.ts";
import { plural, type Way } from "../evidence/run.ts";
import { renderSteps } from "../evidence/trace.ts";
import { inColumnsOf } from "../explore/columns.ts";
import { failureName, mannerOf, writeFailure } from "../explore/failureFile.ts";
import { confirmations, reduce } from "../explore/reduce.ts";
import { renderCompleteness, renderExploration, totalsLine } from "../explore/statement.ts";
import { explorationVerdict, isControl, type Exploration, type Manner, type Searched } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import type { FlowCard } from "../verdict/grid.ts";
import { worst } from "../verdict/result.ts";
import { describeServer } from "./choose.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { defaultSeed, type Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { mark } from "./reporter/plain.ts";
import { withLab, type LabUse, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";
import { table } from "./table.ts";

export interface ExploreRequest {
  readonly pairs: readonly FlowCard[];
  /** Whether the user named pairs. */
  readonly named: boolean;
  readonly seed: number;
  readonly manner: Manner;
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
  const { pairs, seed, manner, place, way, json } = request;
  const { out, err, color } = surroundings;
  const progress = progressOn(surroundings);
  const tell = json ? err : out; // A document has the output to itself.
  const folder = evidenceFolder(request, surroundings.root);
  if (folder !== undefined) await checkFolder(folder);

  const done: Exploration[] = [];
  const gate = await withLab(suite, place, surroundings, async (use) => {
    tell(`seed ${seed}   ${plural(pairs.length, "pair")}   ${describeServer(use.server)}   gate ${use.gate}\n`);
    const running = use.each(pairs, async (pair) => {
      progress.show(`${pair.name}  (${pairs.indexOf(pair) + 1} of ${pairs.length})`);
      const found = await exploreOne(use, pair, request);
      return { found, kept: await keep(use, pair, found, request, surroundings) };
    });
    for (const run of running) {
      const explored = await run;
      progress.clear();
      if (explored === undefined) continue; // Interrupted; a later one may have been done before.
      const { found, kept } = explored;
      done.push(found);
      const lines = renderExploration(found, { seed, way });
      tell(`\n${mark(explorationVerdict(found), color)} ${lines.join("\n")}\n`);
      if (kept.length > 0) tell(`\n${kept.join("\n")}\n`);
      if (request.trace) tell(`\n${renderSteps(found.trace?.steps ?? []).join("\n")}\n`);
    }
    return use.gate;
  });

  const interrupted = done.length < pairs.length;
  if (json) {
    const found = { format: "holdfast-exploration-1", seed, manner, interrupted, explorations: done };
    out(`${JSON.stringify(found, undefined, 2)}\n`);
  } else if (done.length > 0) out(`\n${summary(done, surroundings.columns)}${totalsLine(done)}\n`);
  if (interrupted) {
    err(`interrupted: ${plural(pairs.length - done.length, "pair")} not explored to the end\n`);
    return exitCodes.interrupted;
  }
  if (folder !== undefined && (gate === "on" || request.evidence !== undefined)) {
    await writePage(folder, "completeness.txt", renderCompleteness(done, seed));
    tell(`evidence written to ${join(folder, "completeness.txt")}\n`);
  }
  return exitCodeOf(worst(done.map(explorationVerdict)));
}

/** Never rejects: a lab that could not go on is an unknown with its reason. */
export async function exploreOne(
  { explore }: LabUse,
  { name }: FlowCard,
  { seed, manner }: Pick<ExploreRequest, "seed" | "manner">,
): Promise<Exploration> {
  try {
    if (explore === undefined) throw new Error("this lab has nothing to explore");
    return await explore(name, { seed, manner });
  } catch (error) {
    if (error instanceof LabError && error.exitCode === 2) throw error;
    const doubts = [error instanceof Error ? error.message : String(error)];
    const sha256 = createHash("sha256").digest("hex");
    return { name, title: name, manner, schedules: 0, violated: 0, unknown: 1, doubts, sha256 };
  }
}

/** A violation, shrunk and confirmed, as a file to run again; lines that show it. A schedule shown again is kept already. */
async function keep(
  use: LabUse,
  pair: FlowCard,
  found: Exploration,
  { seed, manner, way }: ExploreRequest,
  { root }: Surroundings,
): Promise<readonly string[]> {
  const violation = found.first ?? found.faulted?.first;
  if (violation === undefined || manner.strategy === "replay") return [];
  const control = isControl(manner);
  const reduced = await reduce(
    ({ departures, fault }) => exploreOne(use, pair, { seed, manner: mannerOf({ departures, fault, control }) }),
    violation,
  );
  const { departures, fault, claim, about, confirmed } = reduced;
  const decisions = (reduced.run.trace?.steps ?? []).map(({ text }) => text);
  const failure = { pair: pair.name, control, seed, departures, fault, claim, about: [...about], decisions };
  const path = join("failures", failureName(failure));
  await writePage(join(root, "failures"), failureName(failure), writeFailure(failure));
  const before = plural(violation.says.length, "departure");
  const after = plural(departures === "none" ? 0 : departures.split(",").length, "departure");
  const lines = [...inColumnsOf(reduced.run), ...about];
  if (confirmed < confirmations) lines.push(`not confirmed: ${confirmed} of ${confirmations} runs came out the same`);
  return [
    `shrunk from ${before} to ${after}, confirmed ${confirmed} of ${confirmations} times`,
    ...lines,
    `again: ${way.command} replay ${path}${way.options}`,
  ];
}

function summary(done: readonly Exploration[], columns: number): string {
  const found = ({ schedules, violated, unknown }: Searched) => [schedules, violated, unknown];
  const rows = done.flatMap((one) => {
    const { title, bound = "", control, faulted } = one;
    const told =
      control === undefined ? "" : control.violated > 0 ? `found by schedule ${control.schedules}` : "not found";
    const plain = [title, bound, "", ...found(one), told];
    return faulted === undefined ? [plain] : [plain, ["", faulted.bound, 1, ...found(faulted), ""]];
  });
  const head = ["pair", "departures", "faults", "schedules", "violations", "unknown", "control"];
  return table(head, rows, ["left", "right", "right", "right", "right", "right", "left"], columns);
}

/** Where the page goes, if anywhere. The folder that is committed takes nothing but all pairs to their own bounds. */
function evidenceFolder({ evidence, named, manner, place, seed }: ExploreRequest, root: string): string | undefined {
  if (evidence !== undefined) return evidence;
  const whole = manner.strategy === "exhaustive" && manner.bound === undefined && !named;
  return whole && place.server.kind === "embedded" && seed === defaultSeed ? join(root, "evidence") : undefined;
}
