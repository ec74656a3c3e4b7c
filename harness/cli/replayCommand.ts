/**
 * `replay`: a failure that `explore` has kept, run again. It tells whether the same claim breaks, and where the run parts from
 * the recorded one, as it does when the system has changed meanwhile.
 */
import { inColumnsOf } from "../explore/columns.ts";
import { mannerOf, partsAt, readFailure, type FailureFile } from "../explore/failureFile.ts";
import { claimOf } from "../explore/reduce.ts";
import type { Exploration } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { exploreOne } from "./exploreCommand.ts";
import { givenFile } from "./givenFile.ts";
import type { Suite } from "./lab.ts";
import { noSpec, replaySpec } from "./replaySpec.ts";
import { withLab, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export interface ReplayRequest {
  readonly path: string;
  /** Tell it as an isolation spec too, and have PostgreSQL's own tester run that. */
  readonly spec: boolean;
  readonly place: Place;
}

export async function replayCommand(
  suite: Suite,
  { path, spec, place }: ReplayRequest,
  surroundings: Surroundings,
): Promise<number> {
  const failure = readFailure(path, await givenFile(path, "Give a file that explore wrote to failures/."));
  const explored = (suite.explored ?? []).find(({ name }) => name === failure.explored);
  if (explored === undefined) throw nothingOf(path, failure.explored);
  if (spec && explored.kind !== "SQL race") throw noSpec(path, failure);
  const { seed, departures } = failure;
  const [run, stock] =
    (await withLab(suite, place, surroundings, async (use) => {
      const [shown] = use.each([explored], (one) => exploreOne(use, one, seed, mannerOf(failure)));
      return [await shown, spec ? await use.inStock?.(explored.name, departures) : undefined] as const;
    })) ?? [];
  if (run === undefined) return exitCodes.interrupted;
  const lines = [...replayText(failure, run), ...(stock === undefined ? [] : await replaySpec(path, failure, stock))];
  surroundings.out(`${lines.join("\n")}\n`);
  const doubted = run.unknown > 0 || stock?.amiss.length === 0;
  return exitCodeOf(run.violated > 0 && !doubted ? "breaks" : doubted ? "unknown" : "holds");
}

/** What came of it, and the run as a table. */
function replayText(failure: FailureFile, run: Exploration): readonly string[] {
  const now = (run.trace?.steps ?? []).map(({ text }) => text);
  const parts = partsAt(failure.decisions, now);
  const broken = run.first === undefined ? undefined : claimOf(run.first.about);
  return [
    `${run.title}, departures ${failure.departures}${failure.control ? ", with the wrong part" : ""}`,
    ...inColumnsOf(run),
    broken === undefined
      ? run.unknown > 0
        ? `unknown: ${run.doubts.join("; ")}`
        : `holds now: ${failure.claim}`
      : `${broken === failure.claim ? "breaks again" : "another claim breaks"}: ${run.first!.about.join("\n              ")}`,
    parts === undefined
      ? `the same ${now.length} decisions as recorded`
      : `the worlds part at decision ${parts}: recorded "${failure.decisions[parts - 1] ?? "the end"}", now "${now[parts - 1] ?? "the end"}"`,
  ];
}

function nothingOf(path: string, name: string): LabError {
  return new LabError(`There is no "${name}" to explore.`, {
    why: `${path} names it, and this version of the suite does not have it.`,
    next: "Run it with the version that wrote it, or explore again.",
    exitCode: 2,
  });
}
