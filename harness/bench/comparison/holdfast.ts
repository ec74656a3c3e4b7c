/** The lab searches all schedules with up to two departures from the default one, fewer first, as `explore` does. */

import { departing, Recorder, writeDepartures, readDepartures } from "../../explore/departures.ts";
import { searchAll } from "../../explore/exhaustive.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import { inTheLab } from "../inTheLab.ts";
import type { Tool } from "./tool.ts";

const bound = 2;

export function holdfast(lab: LabDatabase): Tool {
  return {
    name: "Holdfast",
    search: async ({ race }) => {
      const beganAt = performance.now();
      let runs = 0;
      let by: string | undefined;
      await searchAll(bound, async (strategy) => {
        runs += 1;
        if (!(await inTheLab(lab, race, strategy))) return [];
        by = writeDepartures(strategy.departed);
        return "stop";
      });
      const search = { found: by !== undefined, runs, ms: performance.now() - beganAt };
      if (by === undefined) return search;
      const departures = readDepartures(by) ?? [];
      return { ...search, again: () => inTheLab(lab, race, new Recorder(departing(departures))) };
    },
  };
}
