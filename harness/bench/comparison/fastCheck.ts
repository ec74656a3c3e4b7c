/**
 * fast-check's scheduler decides when each statement is sent. What was sent has ended before it decides again, or waits for a
 * lock: it cannot know that, so it takes what has not ended within 10 ms for blocked, as `isolationtester` does, and lets the
 * others go on.
 */

import fc from "fast-check";
import type { FreeLoop } from "../freeLoop.ts";
import { runsMax, type Compared, type Search, type Tool } from "./tool.ts";

const patienceMs = 10;

export function fastCheck(loop: FreeLoop): Tool {
  return {
    name: "fast-check's scheduler",
    search: async (compared, nth) => {
      const beganAt = performance.now();
      const { failed, numRuns, counterexamplePath } = await check(loop, compared, { seed: nth, numRuns: runsMax });
      const ms = performance.now() - beganAt;
      if (!failed || counterexamplePath === null) return { found: false, runs: numRuns, ms } satisfies Search;
      const again = async (): Promise<boolean> => {
        return (await check(loop, compared, { seed: nth, path: counterexamplePath })).failed;
      };
      return { found: true, runs: numRuns, ms, again };
    },
  };
}

async function check(loop: FreeLoop, { race }: Compared, parameters: fc.Parameters<[fc.Scheduler]>) {
  const inFlight = new Set<Promise<unknown>>();
  const act = async (release: () => Promise<void>): Promise<void> => {
    await release();
    await turn(); // It sends its statement.
    await Promise.race([Promise.allSettled(inFlight), pause()]);
    await turn(); // And asks for its next.
  };
  const property = fc.asyncProperty(fc.scheduler({ act }), async (scheduler) => {
    const lost = await loop.run(race, {
      session: (ask) => async (text, values) => {
        await scheduler.schedule(Promise.resolve(), text);
        const answer = ask(text, values);
        inFlight.add(answer);
        return answer.finally(() => inFlight.delete(answer));
      },
      until: (ended) => scheduler.waitFor(ended),
    });
    return !lost;
  });
  return fc.check(property, { ...parameters, endOnFailure: true });
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, patienceMs));
