/** The grid of one flow: its run without a fault gives the rows, and each fault that has a meaning there a run. */

import type { LabDatabase } from "../../postgres/lab.ts";
import type { GridCell, GridFlow, GridRow, ShownCell } from "../../verdict/grid.ts";
import { plainWay } from "../../evidence/run.ts";
import { LabError } from "../../verdict/failure.ts";
import type { Flow } from "./flow.ts";
import { judge } from "./judge.ts";
import { meaningless, type Point } from "./points.ts";
import { secondCrashes } from "./second.ts";
import { faultNames } from "./strike.ts";
import { Striker, type StrikerOptions } from "./striker.ts";

export async function gridOf(lab: LabDatabase, flow: Flow, options: StrikerOptions): Promise<GridFlow> {
  const striker = new Striker(lab, flow, options);
  const { name, says, host, wrong } = flow;
  const { points, ...unstruck } = await striker.unstruck();
  const about = { name, says, host, unstruck, ...(wrong === undefined ? {} : { wrong: wrong.says }) };
  if (unstruck.verdict !== "holds") return { ...about, rows: [], seconds: [], ...striker.flown() };
  const rows: GridRow[] = [];
  for (const point of points) rows.push(await rowOf(striker, point));
  const seconds = wrong === undefined ? await secondCrashes(striker, points) : [];
  return { ...about, rows, seconds, ...striker.flown() };
}

async function rowOf(striker: Striker, point: Point): Promise<GridRow> {
  const { without, because } = meaningless(point);
  const cells: GridCell[] = [];
  for (const fault of faultNames.filter((one) => !without.includes(one))) {
    cells.push({ fault, ...(await striker.judged({ flow: striker.strike(point, fault) })) });
  }
  return { words: point.words, cells, because };
}

/**
 * One cell, with every decision of its run. `point` is the row, from 1.
 * @throws LabError when there is no such cell.
 */
export async function cellOf(
  lab: LabDatabase,
  flow: Flow,
  { point: nth, fault: named }: { readonly point: number; readonly fault: string },
  options: StrikerOptions,
): Promise<ShownCell> {
  const striker = new Striker(lab, flow, { ...options, keepSource: true });
  const { points, ...unstruck } = await striker.unstruck();
  const point = points[nth - 1];
  if (point === undefined) {
    const why = unstruck.verdict === "unknown" ? unstruck.about.join("; ") : `At this seed it has ${points.length}.`;
    throw noCell(`${flow.name} has no point ${nth}.`, why, flow, unstruck.verdict === "unknown" ? 3 : 2);
  }
  const { without, because } = meaningless(point);
  const fault = faultNames.find((one) => one === named && !without.includes(one));
  if (fault === undefined) {
    throw noCell(
      `${named} does not apply to point ${nth} of ${flow.name}, "${point.words}".`,
      `Its row says: "${because}".`,
      flow,
    );
  }
  const flight = await striker.fly({ flow: striker.strike(point, fault) });
  const { steps } = flight.trace;
  return { fault, words: point.words, ...judge(flight), trace: { steps, sha256: flight.trace.sha256() } };
}

function noCell(what: string, why: string, { name }: Flow, exitCode: 2 | 3 = 2): LabError {
  return new LabError(what, { why, next: `"${plainWay.command} crash ${name}" shows the whole table.`, exitCode });
}
