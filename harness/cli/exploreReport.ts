/** What `explore` says, and `merge` of what several machines have explored: the same words in the same order. */
import { renderHappened } from "../evidence/happenedText.ts";
import { plural, type RanOn, type Way } from "../evidence/run.ts";
import { happenedIn, withoutOrder } from "../explore/joined.ts";
import { renderCompleteness, renderExploration, totalsLine } from "../explore/statement.ts";
import { explorationVerdict, type Exploration, type ExploredCard, type Manner } from "../verdict/exploration.ts";
import type { Catalogue } from "../verdict/happened.ts";
import { worst } from "../verdict/result.ts";
import { evidenceFolder, keepPage, mayBeKept } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { explorationTable } from "./explorationTable.ts";
import type { Kept } from "./keepFailure.ts";
import { defaultSeed, type Lab } from "./lab.ts";
import { headline, mark } from "./reporter/plain.ts";
import type { Surroundings } from "./surroundings.ts";

/** An exploration, as it was asked for. */
export interface Asked {
  readonly explored: readonly ExploredCard[];
  /** Whether the user named any. */
  readonly named: boolean;
  readonly seed: number;
  readonly manner: Manner;
  /** How a run is asked for again. */
  readonly way: Way;
}

/** How it is to be told. */
export interface Telling {
  readonly json: boolean;
  /** Write `completeness.txt` there, whatever was run. */
  readonly evidence: string | undefined;
  readonly canHappen: Catalogue;
}

/** One that has been explored; without what only joining needs. */
export interface Told {
  readonly found: Exploration;
  readonly whole: boolean;
  readonly lines: readonly string[];
}

export function explorationHeadline({ seed, explored }: Asked, lab: Parameters<typeof headline>[2]): string {
  return headline(`seed ${seed}`, nounOf(explored), lab);
}

/** @param kept what has become of its first violation, if there is one. */
export function told(explored: Exploration, kept: Kept | undefined, { seed, way }: Asked, color: boolean): Told {
  const found: Exploration = {
    ...withoutOrder(explored),
    ...(explored.faulted === undefined ? {} : { faulted: withoutOrder(explored.faulted) }),
    ...(kept === undefined ? {} : { confirmed: kept.confirmed }),
  };
  const lines = [`${mark(explorationVerdict(found), color)} ${renderExploration(found, { seed, way }).join("\n")}`];
  if (kept !== undefined) lines.push("", ...kept.lines);
  return { found, whole: true, lines };
}

/**
 * The table and the totals, or the document; then the page. Gives the exit code.
 * @param lab where it was explored; undefined: it was interrupted before that was open.
 */
export async function conclude(
  all: readonly Told[],
  asked: Asked,
  { json, evidence, canHappen }: Telling,
  lab: Pick<Lab, "server" | "gate"> | undefined,
  surroundings: Surroundings,
): Promise<number> {
  const { out, err, columns, root } = surroundings;
  const { explored, seed, manner } = asked;
  const done = all.map(({ found }) => found);
  const left = explored.length - all.filter(({ whole }) => whole).length;
  if (json) {
    const found = { format: "holdfast-exploration-2", seed, manner, interrupted: left > 0, explorations: done };
    out(`${JSON.stringify(found, undefined, 2)}\n`);
  } else if (done.length > 0) {
    const lines = [...renderHappened(happenedIn(done), canHappen), totalsLine(done)];
    out(`\n${explorationTable(done, columns)}${lines.join("\n")}\n`);
  }
  if (lab === undefined || left > 0) {
    err(`interrupted: ${left} of ${explored.length} not explored to the end\n`);
    return exitCodes.interrupted;
  }
  const folder = completenessFolder(asked, evidence, lab.server, root);
  if (folder !== undefined && mayBeKept(lab.gate, evidence)) {
    await keepPage(folder, "completeness.txt", renderCompleteness(done, seed, canHappen), json ? err : out);
  }
  return exitCodeOf(worst(done.map(explorationVerdict)));
}

/** Where the page goes, if anywhere. The folder that is committed takes nothing but all pairs to their own bounds. */
export function completenessFolder(
  { named, manner, seed }: Asked,
  evidence: string | undefined,
  server: Pick<RanOn, "kind">,
  root: string,
): string | undefined {
  const whole = manner.strategy === "exhaustive" && manner.bound === undefined && !named;
  return evidenceFolder(whole && seed === defaultSeed, server, evidence, root);
}

/** `10 pairs`; `pay-cancel` when it is one. */
function nounOf(explored: readonly ExploredCard[]): string {
  const [first] = explored;
  if (explored.length === 1) return first!.name;
  const kinds = [...new Set(explored.map(({ kind }) => kind))];
  return kinds.map((kind) => plural(explored.filter((one) => one.kind === kind).length, kind)).join(", ");
}
