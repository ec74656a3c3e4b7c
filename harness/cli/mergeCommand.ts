/**
 * `merge`: puts together what the shards of an exploration have found. It prints what one machine alone would have printed,
 * to the byte, and ends with the same exit code.
 */
import { isDeepStrictEqual } from "node:util";
import { checkFolder } from "../evidence/files.ts";
import { exhausted, sampled } from "../explore/joined.ts";
import type { Exploration } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { completenessFolder, conclude, explorationHeadline, told, type Telling } from "./exploreReport.ts";
import { givenFile } from "./givenFile.ts";
import { writeKept } from "./keepFailure.ts";
import { readShard, type ShardFile } from "./shardFile.ts";
import type { Surroundings } from "./surroundings.ts";

export interface MergeRequest extends Telling {
  readonly files: readonly string[];
}

interface Shard extends ShardFile {
  readonly path: string;
}

export async function mergeCommand(request: MergeRequest, surroundings: Surroundings): Promise<number> {
  const { out, err, color, root } = surroundings;
  const code = surroundings.code();
  const shards = await Promise.all(
    request.files.map(async (path): Promise<Shard> => ({
      path,
      ...readShard(path, await givenFile(path, "Give what explore --shard printed, of every shard."), code),
    })),
  );
  requireWhole(shards);
  const { asked, lab } = shards[0]!;
  const folder = completenessFolder(asked, request.evidence, lab.server, root);
  if (folder !== undefined) await checkFolder(folder);

  const tell = request.json ? err : out;
  tell(explorationHeadline(asked, lab));
  const all = [];
  for (const nth of asked.explored.keys()) {
    const { found, kept } = mergedPart(shards, nth);
    if (kept !== undefined) await writeKept(root, kept.file);
    const one = told(found, kept, asked, color);
    tell(`\n${one.lines.join("\n")}\n`);
    all.push(one);
  }
  return conclude(all, asked, request, lab, surroundings);
}

/** Of what was explored as the nth, from 0; the first violation of all is kept as its own shard has kept it. */
function mergedPart(shards: readonly Shard[], nth: number): ShardFile["parts"][number] {
  const { explored, manner } = shards[0]!.asked;
  const parts = shards.map(({ parts: all }) => all[nth]!);
  const explorations = parts.map(({ found }) => found);
  const found = "from" in manner ? sampled(explored[nth]!, manner, explorations) : exhausted(explorations);
  const first = firstOf(found);
  const finder = parts.find((part) => first !== undefined && sameViolation(firstOf(part.found), first));
  return { found, kept: finder?.kept };
}

const firstOf = ({ first, faulted }: Exploration) => first ?? faulted?.first;

/** Of a search each schedule is run once, and of a sample each plan. */
function sameViolation(one: ReturnType<typeof firstOf>, other: NonNullable<ReturnType<typeof firstOf>>): boolean {
  return isDeepStrictEqual({ ...one, schedule: 0 }, { ...other, schedule: 0 });
}

/** Every shard of one exploration, each once. */
function requireWhole(shards: readonly Shard[]): void {
  const [first] = shards;
  if (first === undefined) throw new Error("the command line takes one file at least");
  for (const shard of shards) {
    const different = differences(first, shard);
    if (different === undefined) continue;
    throw new LabError("These shards are not of one exploration.", {
      why: `${first.path} and ${shard.path} differ in ${different}.`,
      next: "Give the shards of one exploration, made with the same words but for --shard.",
      exitCode: 2,
    });
  }
  const { of } = first.shard;
  for (let nth = 1; nth <= of; nth++) {
    const files = shards.filter(({ shard }) => shard.nth === nth).map(({ path }) => path);
    if (files.length === 1) continue;
    const missing = files.length === 0;
    throw new LabError(`Shard ${nth} of ${of} is ${missing ? "missing" : "there more than once"}.`, {
      why: missing ? `${shards.length} of ${of} were given.` : `${files.join(" and ")} are that shard.`,
      next: missing ? `Run the exploration once more with --shard ${nth}/${of}.` : "Give each shard once.",
      exitCode: 2,
    });
  }
}

/** The first thing in which two shards differ though they may not, with both values. */
function differences(one: Shard, other: Shard): string | undefined {
  const facts = ({ shard, asked, lab }: Shard): Readonly<Record<string, unknown>> => ({
    "the number of shards": shard.of,
    "what was explored": asked.explored.map(({ name }) => name),
    "the seed": asked.seed,
    "the strategy and its bounds": asked.manner,
    "the server": lab,
    "how it was asked for": [asked.named, asked.way],
  });
  const [ours, theirs] = [facts(one), facts(other)];
  const name = Object.keys(ours).find((key) => !isDeepStrictEqual(ours[key], theirs[key]));
  return name === undefined ? undefined : `${name}: ${JSON.stringify(ours[name])} and ${JSON.stringify(theirs[name])}`;
}
