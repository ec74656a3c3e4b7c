/**
 * Time to the bug: in how many runs, and how long, the lab finds a race by each of two strategies, and a loop in which the
 * same actors just run at once (`Promise.all`), on the same server, with the same reset before every run. A loop that has not
 * found it in ten times the time of PCT has not found it.
 */

import { table } from "../cli/table.ts";
import { pct } from "../explore/pct.ts";
import type { Strategy } from "../kernel/action.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { LabDatabase } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { FreeLoop } from "./freeLoop.ts";
import { inTheLab } from "./inTheLab.ts";
import { races, schema } from "./races.ts";
import { search, told, type Search } from "./search.ts";
import { median } from "./suite.ts";

/** Searches of each race, from seeds far apart. */
const searches = 11;
const runsMax = 2_000;
const patience = 10;
/** Of PCT: what most of the races need, and about as many choices as a run of one has. */
const [depth, choices] = [3, 15];

export async function timeToBugReport(choice: ServerChoice): Promise<string> {
  const lab = await LabDatabase.open(await openServer(choice), schema);
  const loop = await FreeLoop.open(lab);
  try {
    const rows: (readonly (string | number)[])[] = [];
    for (const race of races) {
      const inLab = (strategy: (seed: number) => Strategy) =>
        repeated((nth) => search((run) => inTheLab(lab, race, strategy(nth * runsMax + run)), runsMax, Infinity));
      const walks = await inLab(randomWalk);
      const priorities = await inLab((seed) => pct({ seed, depth, choices }));
      const bound = patience * median(priorities.map(({ ms }) => ms));
      const loops = await repeated(() => search(() => loop.run(race), Infinity, bound));
      rows.push([race.name, ...told(walks), ...told(priorities), ...told(loops)]);
    }
    const head = ["until the race is lost", "random walk", "ms", "found", "PCT", "ms", "found", "loop", "ms", "found"];
    return table(head, rows, ["left", ...head.slice(1).map(() => "right" as const)], 140);
  } finally {
    await loop.close();
    await lab.close();
  }
}

async function repeated(one: (nth: number) => Promise<Search>): Promise<readonly Search[]> {
  const all: Search[] = [];
  for (let nth = 1; nth <= searches; nth++) all.push(await one(nth));
  return all;
}
