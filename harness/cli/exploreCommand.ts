/**
 * `explore`: pairs of things that happen at once, experiments and workloads, under schedule after schedule. All pairs,
 * searched to their own bounds at the default seed on an embedded server with its gate on, write
 * `evidence/completeness.txt`; any other run prints.
 */
import { checkFolder } from "../evidence/files.ts";
import { plural } from "../evidence/run.ts";
import { renderSteps } from "../evidence/trace.ts";
import { nothingSearched } from "../explore/joined.ts";
import type { Exploration, ExploredCard, Manner, Part } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { exitCodes } from "./exitCode.ts";
import { exhaustEach } from "./exhausting.ts";
import {
  completenessFolder,
  conclude,
  explorationHeadline,
  told,
  type Asked,
  type Telling,
  type Told,
} from "./exploreReport.ts";
import { keepFailure, type Kept } from "./keepFailure.ts";
import type { Lab, Suite } from "./lab.ts";
import { progressOn, type Progress } from "./progress.ts";
import { sample } from "./sampling.ts";
import { withLab, type LabUse, type Place } from "./session.ts";
import { partOfSample, wholePart } from "./shard.ts";
import { writeShard } from "./shardFile.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ExploreRequest extends Asked, Telling {
  /** A sample for so long, ms, and not for a number of runs. */
  readonly forMs: number | undefined;
  readonly place: Place;
  /** Show every decision, of a single schedule. */
  readonly trace: boolean;
  /** The part of the work that is this machine's; its outcome is a document for `merge`. */
  readonly shard: Part | undefined;
}

/** What has been explored, and what has become of its first violation. */
interface Done {
  readonly found: Exploration;
  readonly whole: boolean;
  readonly kept: Kept | undefined;
}

export async function exploreCommand(
  suite: Suite,
  request: ExploreRequest,
  surroundings: Surroundings,
): Promise<number> {
  const { place, json, shard, evidence } = request;
  const { out, err, color, root } = surroundings;
  const progress = progressOn(surroundings);
  const tell = json || shard !== undefined ? err : out; // A document has the output to itself.
  const folder = completenessFolder(request, evidence, place.server, root);
  if (folder !== undefined && shard === undefined) await checkFolder(folder);

  const all: Done[] = [];
  const tolds: Told[] = [];
  const lab = await withLab(suite, place, surroundings, async (use) => {
    tell(explorationHeadline(request, use));
    for await (const one of exploreEach(use, request, progress, surroundings)) {
      progress.clear();
      all.push(one);
      if (shard !== undefined) {
        tell(`shard ${shard.nth} of ${shard.of} of ${one.found.title}: ${plural(one.found.schedules, "schedule")}\n`);
        continue;
      }
      const { lines, found } = told(one.found, one.kept, request, color);
      tolds.push({ lines, found, whole: one.whole });
      tell(`\n${lines.join("\n")}\n`);
      if (request.trace) tell(`\n${renderSteps(found.trace?.steps ?? []).join("\n")}\n`);
    }
    const { server, gate } = use;
    return { server, gate };
  });
  if (shard !== undefined) return tellShard(all, shard, request, lab, surroundings);
  return conclude(tolds, request, request, lab, surroundings);
}

/** Its exit code says whether its share is done; whether all hold is known when the shards are merged. */
function tellShard(
  all: readonly Done[],
  shard: Part,
  request: ExploreRequest,
  lab: Pick<Lab, "server" | "gate"> | undefined,
  { out, err, code }: Surroundings,
): number {
  const { explored, named, seed, manner, way } = request;
  if (lab === undefined || all.filter(({ whole }) => whole).length < explored.length) {
    err(`interrupted: shard ${shard.nth} of ${shard.of} is not done, and nothing of it is handed on\n`);
    return exitCodes.interrupted;
  }
  const parts = all.map(({ found, kept }) => ({ found, kept }));
  out(writeShard({ code: code(), shard, asked: { explored, named, seed, manner, way }, lab, parts }));
  return exitCodes.holds;
}

/** In their order; what was interrupted before it was begun is left out. */
async function* exploreEach(
  use: LabUse,
  request: ExploreRequest,
  progress: Progress,
  { root, nowMs }: Surroundings,
): AsyncGenerator<Done> {
  const { explored, seed, manner, forMs, way, shard = wholePart } = request;
  const done = async (found: Exploration): Promise<Done> => {
    if (found.first === undefined && found.faulted?.first === undefined) return { found, whole: true, kept: undefined };
    const [keeping] = use.each([found], async (one) => keepFailure(use, one, { seed, way, root, progress }));
    return { found, whole: true, kept: await keeping };
  };
  const show = ({ name }: ExploredCard): void => {
    progress.show(`${name}  (${explored.findIndex((one) => one.name === name) + 1} of ${explored.length})`);
  };
  switch (manner.strategy) {
    case "random":
    case "pct": {
      const ours = partOfSample(manner, shard);
      for (const card of explored) {
        const how = { manner: ours, nowMs, progress, ...(forMs === undefined ? {} : { forMs }) };
        const { found, whole } = await sample(use, card, how, async (piece) => exploreOne(use, card, seed, piece));
        yield whole ? await done(found) : { found, whole, kept: undefined };
        if (!whole) return;
      }
      return;
    }
    case "exhaustive": {
      const each = exhaustEach(use, explored, shard, async (card, share) => {
        show(card);
        return exploreOne(use, card, seed, { ...manner, share });
      });
      for await (const { found, whole } of each) yield whole ? await done(found) : { found, whole, kept: undefined };
      return;
    }
    case "replay":
      for (const running of use.each(explored, async (card) => exploreOne(use, card, seed, manner))) {
        const found = await running;
        if (found !== undefined) yield await done(found);
      }
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
