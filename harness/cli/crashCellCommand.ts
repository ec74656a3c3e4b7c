/** `crash FLOW --point N --fault NAME`: one cell of the grid again, and with `--trace` every decision of its run. */
import { renderSteps } from "../evidence/trace.ts";
import { plural } from "../evidence/run.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import type { CellAddress, Suite } from "./lab.ts";
import { mark } from "./reporter/plain.ts";
import { withLab, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export interface CrashCellRequest {
  readonly at: CellAddress;
  readonly seed: number;
  /** The hosts are child processes, really killed. */
  readonly real: boolean;
  readonly place: Place;
  readonly trace: boolean;
}

export async function crashCellCommand(
  suite: Suite,
  { at, seed, real, place, trace }: CrashCellRequest,
  surroundings: Surroundings,
): Promise<number> {
  const cell = await withLab(suite, place, surroundings, async (use) => {
    const { grid } = use;
    if (grid === undefined) throw new Error("this lab has no crash grid");
    const [shown] = use.each([at], (one) => grid.cell(one, { seed, real }));
    return shown;
  });
  if (cell === undefined) return exitCodes.interrupted;
  const { verdict, words, fault, about, trace: run } = cell;
  const lines = [
    `${mark(verdict, surroundings.color)} ${at.flow} ${at.point}, ${fault}: ${words}`,
    ...about.map((why) => `         ${why}`),
    `         ${plural(run.steps.length, "decision")}   sha256 ${run.sha256}`,
    ...(trace ? ["", ...renderSteps(run.steps)] : []),
  ];
  surroundings.out(`${lines.join("\n")}\n`);
  return exitCodeOf(verdict);
}
