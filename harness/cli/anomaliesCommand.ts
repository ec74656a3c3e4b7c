/**
 * `anomalies`: looks for each published anomaly at each isolation level, and compares what it finds with the published
 * answers. At the usual number of seeds on an embedded server it writes `evidence/anomalies.txt`.
 */
import { join } from "node:path";
import type { Found } from "../anomalies/anomaly.ts";
import { renderAnomalies, verdictOf } from "../anomalies/text.ts";
import { checkFolder, writePage } from "../evidence/files.ts";
import { LabError } from "../verdict/failure.ts";
import { worst } from "../verdict/result.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import type { Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import type { Surroundings } from "./surroundings.ts";

export const defaultAnomalySeeds = 200;

export interface AnomaliesRequest {
  readonly server: ServerChoice;
  readonly seeds: number;
}

export async function anomaliesCommand(
  { anomalies }: Suite,
  { server, seeds }: AnomaliesRequest,
  surroundings: Surroundings,
): Promise<number> {
  if (anomalies === undefined) throw nothingHere();
  const { out, err, root } = surroundings;
  const folder = server.kind === "embedded" && seeds === defaultAnomalySeeds ? join(root, "evidence") : undefined;
  if (folder !== undefined) await checkFolder(folder);
  const progress = progressOn(surroundings);
  const found: Found[] = [];
  const state = { interrupted: false };
  surroundings.interrupted.then(
    () => (state.interrupted = true),
    () => undefined,
  );
  for await (const one of anomalies(server, seeds)) {
    found.push(one);
    progress.show(`${one.id}  ${one.name}  ${one.level}`);
    if (state.interrupted) break;
  }
  progress.clear();
  const lines = renderAnomalies(found, seeds);
  out(`${lines.join("\n")}\n`);
  if (state.interrupted) {
    err("interrupted: the others were not looked for\n");
    return exitCodes.interrupted;
  }
  if (folder !== undefined) {
    await writePage(folder, "anomalies.txt", `${lines.join("\n")}\n`);
    out(`evidence written to ${join(folder, "anomalies.txt")}\n`);
  }
  return exitCodeOf(worst(found.map(verdictOf)));
}

function nothingHere(): LabError {
  return new LabError("This suite has no anomalies to look for.", {
    why: "It was put together without any.",
    next: "Ask for another command.",
    exitCode: 2,
  });
}
