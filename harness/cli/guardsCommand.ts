/**
 * `guards`: takes each guard of the system away, explores what is left until it breaks, and tells how soon that was noticed. All
 * of them at the default seed and budget on an embedded server with its gate on write `evidence/guards.txt`.
 */
import { checkFolder } from "../evidence/files.ts";
import { plural } from "../evidence/run.ts";
import { renderGuards } from "../explore/guardsText.ts";
import { renderExploration } from "../explore/statement.ts";
import {
  confirmations,
  explorationVerdict,
  pctDepth,
  samplingStrategies,
  type Exploration,
  type Sampling,
} from "../verdict/exploration.ts";
import { everySeedFound, type GuardCard, type GuardResult, type Hunt } from "../verdict/guards.ts";
import { addSeen } from "../verdict/happened.ts";
import { worst } from "../verdict/result.ts";
import { evidenceFolder, keepPage, mayBeKept } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { exploreOne } from "./exploreCommand.ts";
import { defaultSeed, type Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { headline } from "./reporter/plain.ts";
import { withLab, type LabUse, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export const defaultGuardRuns = 300;
/** What a failure is made smaller by costs more runs than finding it: here it is to be small, not the smallest. */
const reducingRuns = 30;

export interface GuardsRequest {
  readonly guards: readonly GuardCard[];
  /** Whether the user named some. */
  readonly named: boolean;
  /** The first of them, and how many. */
  readonly seed: number;
  readonly seeds: number;
  /** Runs at most, of each guard under each seed by each strategy. */
  readonly runs: number;
  readonly place: Place;
}

export async function guardsCommand(suite: Suite, request: GuardsRequest, surroundings: Surroundings): Promise<number> {
  const { guards, named, seed, seeds, runs, place } = request;
  const { out, err, root } = surroundings;
  const usual = !named && seed === defaultSeed && seeds === 1 && runs === defaultGuardRuns;
  const folder = evidenceFolder(usual, place.server, undefined, root);
  if (folder !== undefined) await checkFolder(folder);
  const progress = progressOn(surroundings);
  const results: GuardResult[] = [];
  const canary: Exploration[] = [];
  const gate = await withLab(suite, place, surroundings, async (use) => {
    out(headline(`seed ${seed}`, plural(guards.length, "guard"), use));
    const running = use.each([...canaries(guards), ...guards], async (one) => {
      if ("strategy" in one) {
        progress.show(`canary, ${one.workload}, ${one.strategy}`);
        return fly(use, one, request);
      }
      progress.show(`${one.name}  (${guards.indexOf(one) + 1} of ${guards.length})`);
      return takeAway(use, one, request);
    });
    for (const one of running) {
      const done = await one;
      if (done === undefined) continue;
      if ("area" in done) results.push(done);
      else canary.push(done);
    }
    return use.gate;
  });
  progress.clear();
  const page = renderGuards(results, canary, { seed, seeds, runs, canHappen: suite.canHappen ?? {} });
  out(`\n${page}`);
  if (results.length < guards.length) {
    err(`interrupted: ${guards.length - results.length} of ${guards.length} not taken away\n`);
    return exitCodes.interrupted;
  }
  if (folder !== undefined && mayBeKept(gate, undefined)) await keepPage(folder, "guards.txt", page, out);
  return exitCodeOf(worst([...results.map(({ verdict }) => verdict), ...canary.map(explorationVerdict)]));
}

interface Canary {
  readonly workload: string;
  readonly strategy: Hunt["strategy"];
}

/** What guards are taken away from, as it is shipped. */
function canaries(guards: readonly GuardCard[]): readonly Canary[] {
  const workloads = new Map(guards.map((guard) => [guard.workload, strategiesOf(guard)]));
  return [...workloads].flatMap(([workload, some]) => some.map((strategy) => ({ workload, strategy })));
}

/** One of them where both would make the same runs. */
function strategiesOf({ ownSchedule }: GuardCard): readonly Hunt["strategy"][] {
  return ownSchedule === true ? ["random"] : samplingStrategies;
}

/** The shipped system under the same budget. */
async function fly(
  use: LabUse,
  { workload: name, strategy }: Canary,
  { seed, runs }: GuardsRequest,
): Promise<Exploration> {
  const workload = { kind: "workload", name, title: name, says: "" } as const;
  return exploreOne(use, workload, seed, mannerOf(strategy, runs));
}

function mannerOf(strategy: Hunt["strategy"], runs: number): Sampling {
  return { strategy, from: 1, runs, ...(strategy === "pct" ? { depth: pctDepth } : {}) };
}

async function takeAway(use: LabUse, guard: GuardCard, { seed, seeds, runs }: GuardsRequest): Promise<GuardResult> {
  const { name, says, harmless } = guard;
  const removal = { kind: "removal", name: guard.removal, title: `without ${name}`, says } as const;
  if (harmless !== undefined) {
    const found = await exploreOne(use, removal, seed, { strategy: "exhaustive" });
    const [statement = ""] = renderExploration(found, { seed, way: { command: "", options: "" } });
    return {
      ...guard,
      hunts: [],
      statement,
      doubts: found.doubts,
      verdict: explorationVerdict(found),
      seen: found.seen,
    };
  }
  const hunts: Hunt[] = [];
  const all: { readonly found: Exploration; readonly seed: number }[] = [];
  for (const strategy of strategiesOf(guard)) {
    const found: (number | undefined)[] = [];
    for (let nth = 0; nth < seeds; nth++) {
      const from = seed + nth * runs; // The nth run of a seed is drawn from the seed n - 1 after it: so no two searches share one.
      const explored = await exploreOne(use, removal, from, { ...mannerOf(strategy, runs), control: true });
      all.push({ found: explored, seed: from });
      found.push(explored.first?.schedule);
    }
    hunts.push({ strategy, found });
  }
  const doubts = all.flatMap(({ found }) => (found.unknown === 0 ? [] : found.doubts)).slice(0, 1);
  const caught = all.find(({ found }) => found.first !== undefined);
  const shrunk = await smallestOf(use, removal.name, caught);
  const sure = (shrunk.smallest?.confirmed ?? confirmations) === confirmations;
  const verdict = everySeedFound(hunts) && sure ? "holds" : doubts.length > 0 || !sure ? "unknown" : "breaks";
  const seen = addSeen(all.map(({ found }) => found.seen));
  return { ...guard, hunts, doubts, verdict, seen, ...shrunk };
}

async function smallestOf(
  { reduce }: LabUse,
  name: string,
  caught: { readonly found: Exploration; readonly seed: number } | undefined,
): Promise<Pick<GuardResult, "claim" | "smallest">> {
  const violation = caught?.found.first;
  if (caught === undefined || violation === undefined || reduce === undefined) return {};
  const asked = { seed: caught.seed, control: true, violation, runsMax: reducingRuns };
  const { claim, told, departures, confirmed } = await reduce(name, asked);
  const departed = departures === "none" ? 0 : departures.split(",").length;
  return { claim, smallest: { lines: told.length, departures: departed, confirmed } };
}
