/** Actors that each send a few statements and end, run once under the schedule of a seed. */

import { randomWalk } from "../../kernel/randomWalk.ts";
import { World } from "../../kernel/world.ts";
import type { GateCounts } from "../gate.ts";
import type { LabDatabase } from "../lab.ts";

/** One actor: statements inside one transaction (or each by itself), then how it ends. `$1` is the actor's number. */
export interface Program {
  /** How its transaction begins; BEGIN unless said. */
  readonly begin?: string;
  readonly steps: readonly string[];
  readonly end: "COMMIT" | "ROLLBACK" | "autocommit";
}

export interface ProgramsRun {
  readonly sha256: string;
  readonly steps: readonly string[];
  readonly counts: GateCounts;
  /** How each actor ended: the command of its last statement, or the SQLSTATE that ended it. */
  readonly ends: readonly string[];
  /** Actors in the order in which they ended. */
  readonly order: readonly number[];
  /** The rows that `read` found afterwards. */
  readonly rows: readonly Record<string, unknown>[];
}

/** Runs the actors once. `read`: a query over what they left behind; its answer is part of the trace. */
export async function runPrograms(
  lab: LabDatabase,
  programs: readonly Program[],
  seed: number,
  read = "SELECT 1",
): Promise<ProgramsRun> {
  const world = new World({ strategy: randomWalk(seed) });
  const run = await lab.begin(world);
  const ends: string[] = [];
  const order: number[] = [];
  let rows: readonly Record<string, unknown>[] = [];
  const pool = run.pool("actors", programs.length);
  let abandoned = true;
  try {
    programs.forEach((program, i) => {
      world.spawn(`actor-${i + 1}`, "works", async () => {
        const session = await pool.connect();
        const auto = program.end === "autocommit";
        try {
          if (!auto) await session.query(program.begin ?? "BEGIN");
          for (const text of [...program.steps, ...(auto ? [] : [program.end])]) {
            ends[i] = (await session.query(text, text.includes("$1") ? [i] : [])).command;
          }
        } catch (error) {
          ends[i] = (error as { code?: string }).code ?? "lost";
          // Harmless where COMMIT itself failed and the transaction is over.
          if (!auto) await session.query("ROLLBACK");
        }
        order.push(i);
        session.release();
      });
    });
    await world.run();
    world.spawn("reader", "reads", async () => {
      const session = await pool.connect();
      rows = (await session.query(read)).rows;
      session.release();
    });
    await world.run();
    abandoned = false;
  } finally {
    await run.end(abandoned);
  }
  const { counts } = run.gate;
  return { sha256: world.trace.sha256(), steps: world.trace.steps.map((s) => s.text), counts, ends, order, rows };
}
