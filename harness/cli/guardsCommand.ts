/**
 * `guards`: takes each guard of the system away, explores what is left until it breaks, and tells how soon that was noticed. All
 * of them at the default seed and budget on an embedded server with its gate on write `evidence/guards.txt`, and under several
 * seeds `evidence/measured/guards-medians.txt`.
 */
import { join } from "node:path";
import { checkFolder, measured } from "../evidence/files.ts";
import { plural } from "../evidence/run.ts";
import { renderMedians } from "../explore/guardMedians.ts";
import { renderGuards } from "../explore/guardsText.ts";
import { explorationVerdict, type Exploration } from "../verdict/exploration.ts";
import { median, type GuardCard, type GuardResult } from "../verdict/guards.ts";
import { worst } from "../verdict/result.ts";
import { evidenceFolder, keepPage, mayBeKept } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { defaultSeed, type Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { headline } from "./reporter/plain.ts";
import { withLab, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";
import { canaries, fly, takeAway, type HuntRequest } from "./takeAway.ts";

export const defaultGuardRuns = 300;

export interface GuardsRequest extends HuntRequest {
  readonly guards: readonly GuardCard[];
  /** Whether the user named some. */
  readonly named: boolean;
  readonly place: Place;
}

export async function guardsCommand(suite: Suite, request: GuardsRequest, surroundings: Surroundings): Promise<number> {
  const { guards, seed, seeds, runs, place } = request;
  const { out, err, root, code } = surroundings;
  const folder = folderOf(request, root);
  if (folder !== undefined) await checkFolder(folder);
  const progress = progressOn(surroundings);
  const results: GuardResult[] = [];
  const canary: Exploration[] = [];
  let done = 0;
  const ran = await withLab(suite, place, surroundings, async (use) => {
    out(headline(seeds === 1 ? `seed ${seed}` : `${seeds} seeds from ${seed}`, plural(guards.length, "guard"), use));
    const running = use.each([...canaries(guards), ...guards], async (one) => {
      if ("strategy" in one) {
        progress.show(`canary, ${one.workload}, ${one.strategy}`);
        return fly(use, one, request);
      }
      progress.show(`${one.name}  (${guards.indexOf(one) + 1} of ${guards.length})`);
      const result = await takeAway(use, one, request);
      if (seeds > 1) {
        progress.clear();
        err(`${told(result, ++done, guards.length)}\n`);
      }
      return result;
    });
    for (const one of running) {
      const came = await one;
      if (came === undefined) continue;
      if ("area" in came) results.push(came);
      else canary.push(came);
    }
    return { gate: use.gate, major: use.server.major };
  });
  progress.clear();
  const page = renderGuards(results, canary, { seed, seeds, runs, canHappen: suite.canHappen ?? {} });
  out(`\n${page}`);
  if (results.length < guards.length) {
    err(`interrupted: ${guards.length - results.length} of ${guards.length} not taken away\n`);
    return exitCodes.interrupted;
  }
  if (folder !== undefined && ran !== undefined && mayBeKept(ran.gate, undefined)) {
    const { major } = ran;
    if (seeds === 1) await keepPage(folder, "guards.txt", page, out);
    else await keepPage(folder, "guards-medians.txt", renderMedians(results, { ...request, major, code: code() }), out);
  }
  return exitCodeOf(worst([...results.map(({ verdict }) => verdict), ...canary.map(explorationVerdict)]));
}

/** Where the page goes; undefined where none is written. */
function folderOf({ named, seed, seeds, runs, place }: GuardsRequest, root: string): string | undefined {
  const usual = !named && (seeds > 1 || (seed === defaultSeed && runs === defaultGuardRuns));
  const folder = evidenceFolder(usual, place.server, undefined, root);
  return folder === undefined || seeds === 1 ? folder : join(folder, measured);
}

/** A line for each guard, in the order in which they are done: under several seeds all of them take hours. */
function told({ name, hunts, verdict }: GuardResult, done: number, of: number): string {
  const runs = hunts.map(({ strategy, found, tried }) => {
    const caught = found.filter((run) => run !== undefined);
    return `   ${strategy} ${median(found) ?? `> ${tried}`}, ${caught.length} of ${found.length}`;
  });
  return `${done} of ${of}: ${name}${runs.join("")}   ${verdict}`;
}
