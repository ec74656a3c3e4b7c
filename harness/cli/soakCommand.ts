/**
 * `soak`: explores by chance for a long time, under runs that no other soak of the same page has had, and writes what it found to `soak.txt`:
 * when the time is over, or as far as it came when it is interrupted.
 */
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { checkFolder, measured } from "../evidence/files.ts";
import { plural, type Way } from "../evidence/run.ts";
import { joined, struck } from "../explore/joined.ts";
import { claimOf } from "../explore/reduce.ts";
import { soakPieces } from "../explore/soakPieces.ts";
import { readSoaks, renderSoak, renderSoaks, type Soaked } from "../explore/soakText.ts";
import { explorationVerdict, type Exploration, type ExploredCard } from "../verdict/exploration.ts";
import { worst } from "../verdict/result.ts";
import { describeServer } from "./choose.ts";
import { evidenceFolder, keepPage, mayBeKept } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { exploreOne } from "./exploreCommand.ts";
import { keepFailure, type Kept } from "./keepFailure.ts";
import type { Lab, Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { headline } from "./reporter/plain.ts";
import { withLab, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

const soakPage = "soak.txt";
/** The first run of the first soak: the numbers below are everybody's. */
const firstRun = 1_000_001;

export interface SoakRequest {
  /** At least one. */
  readonly explored: readonly ExploredCard[];
  readonly seed: number;
  readonly forMs: number;
  /** With the wrong part of their control, to see whether that would be found. Then no page is written. */
  readonly control: boolean;
  readonly place: Place;
  /** How a run is asked for again. */
  readonly way: Way;
  /** Where the page is; undefined: beside what else is measured. */
  readonly evidence: string | undefined;
}

export async function soakCommand(suite: Suite, request: SoakRequest, surroundings: Surroundings): Promise<number> {
  const { explored, seed, forMs, control, place } = request;
  const { out, err, nowMs, columns } = surroundings;
  const code = surroundings.code();
  const progress = progressOn(surroundings);
  const folder = folderOf(request, surroundings.root);
  const before = folder === undefined ? [] : await soaksIn(folder, seed);
  const from = Math.max(firstRun, ...before.map(({ next }) => next));
  const standing = new Standing();
  const begunMs = nowMs();
  let next = from;
  const pieces = soakPieces(explored, from, control);

  const soaked = await withLab(suite, place, surroundings, async (use) => {
    out(headline(`seed ${seed}, runs from ${from}`, plural(explored.length, "thing"), use));
    const lanes = Array.from({ length: use.atOnce }, (_, lane) => lane);
    const working = use.each(lanes, async () => {
      while (nowMs() - begunMs < forMs) {
        const { card, manner } = pieces.next().value;
        next = manner.from + manner.runs;
        const found = await exploreOne(use, card, seed, manner);
        progress.show(standing.add(found));
        if (!standing.isNew(found)) continue;
        const kept = await keepFailure(use, found, { ...request, root: surroundings.root, progress });
        progress.clear();
        standing.keep(found, kept);
        out(`\n${[...told(found), ...(kept?.lines ?? [])].join("\n")}\n`);
      }
      return true;
    });
    let whole = true;
    for (const lane of working) if ((await lane) === undefined) whole = false;
    progress.clear();
    // Before the lab is closed: whoever interrupts does not wait long for that.
    const where = `${describeServer(use.server)}, ${plural(use.atOnce, "worker")}`;
    return conclude(whole, where, use.gate);
  });
  if (soaked !== undefined) return soaked;
  err("interrupted before the first runs were done\n");
  return exitCodes.interrupted;

  async function conclude(whole: boolean, where: string, gate: Lab["gate"]): Promise<number | undefined> {
    const found = standing.found(explored);
    if (found.length === 0) return undefined;
    const look = { seed, canHappen: suite.canHappen ?? {}, columns };
    out(`\n${renderSoak(found, look).join("\n")}\n`);
    if (folder !== undefined && mayBeKept(gate, request.evidence)) {
      const sum = (of: (one: Exploration) => number): number => found.reduce((all, one) => all + of(one), 0);
      const soak: Soaked = {
        ...{ from, next, where, code },
        minutes: Math.round((nowMs() - begunMs) / 6_000) / 10,
        runs: sum(({ schedules }) => schedules),
        violations: sum(({ violated }) => violated),
        unknown: sum(({ unknown }) => unknown),
      };
      const text = renderSoaks([...before, soak], found, { ...look, columns: pageColumns });
      await keepPage(folder, soakPage, text, out);
    }
    const verdict = worst(found.map(explorationVerdict));
    return whole || verdict !== "holds" ? exitCodeOf(verdict) : exitCodes.interrupted;
  }
}

const pageColumns = 100;

/** Where the page is gone on with; undefined where none is written: of wrong parts, or of a server that is not the lab's. */
function folderOf({ control, place, evidence }: SoakRequest, root: string): string | undefined {
  if (control) return undefined;
  const folder = evidenceFolder(true, place.server, evidence, root);
  return folder === undefined || evidence !== undefined ? folder : join(folder, measured);
}

/** Rejects with a LabError when what is there cannot be gone on with, or nothing can be written there. */
async function soaksIn(folder: string, seed: number): Promise<readonly Soaked[]> {
  await checkFolder(folder);
  const page = join(folder, soakPage);
  return existsSync(page) ? readSoaks(await readFile(page, "utf8").catch(() => ""), seed) : [];
}

function told({ name, first }: Exploration): readonly string[] {
  return [`BROKE ${name}, run ${first?.schedule}`, ...(first?.about ?? [])];
}

/** What has been found by now. Parts are counted as they come, and put together at the end. */
class Standing {
  readonly #parts = new Map<string, Exploration[]>();
  readonly #confirmed = new Map<string, number>();
  readonly #broken = new Set<string>();
  #runs = 0;
  #faults = 0;
  #violations = 0;

  /** @returns how it stands, in words. */
  add(part: Exploration): string {
    const parts = this.#parts.get(part.name) ?? [];
    this.#parts.set(part.name, parts);
    parts.push(part);
    this.#runs += part.schedules;
    this.#faults += struck(part);
    this.#violations += part.violated;
    return [plural(this.#runs, "run"), plural(this.#faults, "fault"), plural(this.#violations, "violation")].join("  ");
  }

  /** Whether something broke in this part, and that in this thing for the first time. */
  isNew({ name, first }: Exploration): boolean {
    return first !== undefined && !this.#broken.has(`${name}: ${claimOf(first.about)}`);
  }

  keep({ name, first }: Exploration, kept: Kept | undefined): void {
    this.#broken.add(`${name}: ${claimOf(first?.about ?? [])}`);
    if (kept !== undefined) this.#confirmed.set(name, Math.min(kept.confirmed, this.#confirmed.get(name) ?? Infinity));
  }

  /** In the order in which they were asked for. */
  found(explored: readonly ExploredCard[]): readonly Exploration[] {
    return explored.flatMap(({ name }) => {
      const parts = this.#parts.get(name) ?? [];
      const [one] = parts;
      const confirmed = this.#confirmed.get(name);
      return one === undefined ? [] : [{ ...one, ...joined(parts), ...(confirmed === undefined ? {} : { confirmed }) }];
    });
  }
}
