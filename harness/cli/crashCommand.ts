/**
 * `crash`: every flow, struck at each of its decisions by every fault that has a meaning there. All flows at the default
 * seed on an embedded server with its gate on write `evidence/crash-grid.txt`; any other run prints.
 */
import { createHash } from "node:crypto";
import { checkFolder } from "../evidence/files.ts";
import { happenedIn, renderFlow, renderGrid, renderTotals } from "../evidence/gridText.ts";
import { renderHappened } from "../evidence/happenedText.ts";
import { plural, type Way } from "../evidence/run.ts";
import { gridVerdict, type FlowCard, type GridFlow } from "../verdict/grid.ts";
import { worst } from "../verdict/result.ts";
import { evidenceFolder, keepPage, mayBeKept } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { defaultSeed, type GridOptions, type Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { headline, mark } from "./reporter/plain.ts";
import { withLab, type LabUse, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export interface CrashRequest {
  readonly flows: readonly FlowCard[];
  /** Whether the user named flows: then the table of each is shown. */
  readonly named: boolean;
  readonly seed: number;
  /** The hosts are child processes, really killed. */
  readonly real: boolean;
  readonly place: Place;
  /** How a run is asked for again. */
  readonly way: Way;
  readonly json: boolean;
  /** Write `crash-grid.txt` there, whatever was run. */
  readonly evidence: string | undefined;
}

export async function crashCommand(suite: Suite, request: CrashRequest, surroundings: Surroundings): Promise<number> {
  const { flows, seed, real, place, way, json, named, evidence } = request;
  const { faults = [], method = [] } = suite.grid ?? {};
  const { canHappen = {} } = suite;
  const { out, err, color } = surroundings;
  const progress = progressOn(surroundings);
  // A document has the output to itself; what a person follows meanwhile goes beside it.
  const tell = json ? err : out;
  const usual = !named && !real && seed === defaultSeed;
  const folder = evidenceFolder(usual, place.server, evidence, surroundings.root);
  if (folder !== undefined) await checkFolder(folder);

  const done: GridFlow[] = [];
  const gate = await withLab(suite, place, surroundings, async (use) => {
    tell(headline(`seed ${seed}`, plural(flows.length, "flow"), use));
    const running = use.each(flows, async (flow) => {
      progress.show(`${flow.name}  (${flows.indexOf(flow) + 1} of ${flows.length})`);
      return strike(use, flow, { seed, real });
    });
    for (const run of running) {
      const flow = await run;
      progress.clear();
      if (flow === undefined) continue; // Interrupted; a later one may have been done before.
      done.push(flow);
      const table = renderFlow(flow, { seed, faults, way });
      const cells = plural(
        flow.rows.reduce((sum, row) => sum + row.cells.length, 0),
        "cell",
      );
      tell(named ? `\n${table.join("\n")}\n` : `${mark(gridVerdict(flow), color)} ${flow.name}  ${cells}\n`);
    }
    return use.gate;
  });

  const interrupted = done.length < flows.length;
  if (json) out(`${JSON.stringify({ format: "holdfast-grid-1", seed, interrupted, flows: done }, undefined, 2)}\n`);
  else out(`\n${[...renderHappened(happenedIn(done), canHappen), ...renderTotals(done, faults)].join("\n")}\n`);
  if (interrupted) {
    err(`interrupted: ${plural(flows.length - done.length, "flow")} not struck to the end\n`);
    return exitCodes.interrupted;
  }
  if (folder !== undefined && mayBeKept(gate, evidence)) {
    await keepPage(folder, "crash-grid.txt", renderGrid(done, { seed, faults, method, canHappen }), tell);
  }
  return exitCodeOf(worst(done.map(gridVerdict)));
}

/** Never rejects: a lab that could not go on is an unknown with its reason. */
async function strike({ grid }: LabUse, flow: FlowCard, options: GridOptions): Promise<GridFlow> {
  try {
    if (grid === undefined) throw new Error("this lab has no crash grid");
    return await grid.flow(flow.name, options);
  } catch (error) {
    const about = [error instanceof Error ? error.message : String(error)];
    const nothing = { rows: [], seconds: [], runs: 0, seen: {}, sha256: createHash("sha256").digest("hex") };
    return { ...flow, host: "nobody", unstruck: { verdict: "unknown", about }, ...nothing };
  }
}
