/**
 * `anomalies`: looks for each published anomaly at each isolation level, and compares what it finds with the published
 * answers. One that a level forbids and that happens all the same is kept in `failures/`. With the usual number of schedules on
 * an embedded server with its gate on and the stock tester beside it, it writes `evidence/anomalies.txt`.
 */
import { join } from "node:path";
import type { Found } from "../anomalies/anomaly.ts";
import { renderAnomalies, verdictOf } from "../anomalies/text.ts";
import { checkFolder, writePage } from "../evidence/files.ts";
import { failureName, writeFailure } from "../explore/failureFile.ts";
import { LabError } from "../verdict/failure.ts";
import { worst } from "../verdict/result.ts";
import type { Way } from "../evidence/run.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { evidenceFolder, keepPage } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import type { Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import type { Surroundings } from "./surroundings.ts";

export const defaultAnomalySchedules = 1000;
/** Of the search; a schedule is known by its departures and needs none. */
const firstSeed = 1;

export interface AnomaliesRequest {
  readonly server: ServerChoice;
  /** Of each at most. */
  readonly schedules: number;
  /** How a run is asked for again. */
  readonly way: Way;
}

export async function anomaliesCommand(
  { anomalies }: Suite,
  { server, schedules, way }: AnomaliesRequest,
  surroundings: Surroundings,
): Promise<number> {
  if (anomalies === undefined) throw nothingHere();
  const { out, err, root } = surroundings;
  const folder = evidenceFolder(schedules === defaultAnomalySchedules, server, undefined, root);
  if (folder !== undefined) await checkFolder(folder);
  const progress = progressOn(surroundings);
  const found: Found[] = [];
  const state = { interrupted: false };
  surroundings.interrupted.then(
    () => (state.interrupted = true),
    () => undefined,
  );
  for await (const one of anomalies(server, schedules)) {
    found.push(one);
    progress.show(`${one.id}  ${one.name}  ${one.level}`);
    if (state.interrupted) break;
  }
  progress.clear();
  const lines = renderAnomalies(found);
  out(`${lines.join("\n")}\n`);
  if (state.interrupted) {
    err("interrupted: the others were not looked for\n");
    return exitCodes.interrupted;
  }
  for (const one of found) {
    const path = await keep(one, root);
    if (path !== undefined) out(`forbidden and found; again: ${way.command} replay ${path} --spec${way.options}\n`);
  }
  const told = found.every(({ gate, shown }) => gate === "on" && (shown === undefined || shown.inStock !== undefined));
  if (folder !== undefined && told) await keepPage(folder, "anomalies.txt", `${lines.join("\n")}\n`, out);
  return exitCodeOf(worst(found.map(verdictOf)));
}

/** What is forbidden and was found, as a file to run again; gives its path. */
async function keep({ permitted, story, shown }: Found, root: string): Promise<string | undefined> {
  if (permitted || shown === undefined) return undefined;
  const { departures, claim, about, decisions } = shown;
  const failure = {
    ...{ explored: story, control: false, seed: firstSeed, departures, claim },
    ...{ about: [...about], decisions: [...decisions] },
  };
  await writePage(join(root, "failures"), failureName(failure), writeFailure(failure));
  return join("failures", failureName(failure));
}

function nothingHere(): LabError {
  return new LabError("This suite has no anomalies to look for.", {
    why: "It was put together without any.",
    next: "Ask for another command.",
    exitCode: 2,
  });
}
