/**
 * The one race that the gate can lose: a waiter has to be stopped before its own deadlock detector runs, after
 * `deadlock_timeout` of real time. On a machine that gives this process no core for that long the run ends with a named
 * error, and since a run is a function of its seed it can simply be run again.
 */

import { KernelError, type KernelRule } from "../kernel/failure.ts";
import type { LabDatabase } from "./lab.ts";

const lost: readonly KernelRule[] = ["machine too slow for the gate", "deadlock nobody asked for"];
/** Enough to reach a timeout of seconds, by fours. */
const attemptsMax = 5;

/** Runs an attempt, each time a whole run with a world of its own, until the machine was fast enough for it. */
export async function undisturbed<T>(lab: LabDatabase, attempt: () => Promise<T>): Promise<T> {
  for (let nth = 1; ; nth++) {
    try {
      return await attempt();
    } catch (error) {
      const tooSlow = error instanceof KernelError && lost.includes(error.rule);
      if (!tooSlow || nth === attemptsMax) throw error;
      await lab.giveMoreTime();
    }
  }
}
