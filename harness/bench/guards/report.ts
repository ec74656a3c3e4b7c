/**
 * Time to the bug over the whole catalogue: each guard taken away, in how many runs and how long the lab notices by each of
 * its strategies, and the same system run free under load, for ten times as long as the sooner of them took. What is run free
 * is a sale, so a guard that another workload misses is not looked for there.
 */

import type { Progress } from "../../cli/progress.ts";
import { table } from "../../cli/table.ts";
import { pctDepth, type Sampling } from "../../verdict/exploration.ts";
import { openServer } from "../../postgres/cluster/open.ts";
import type { ServerChoice } from "../../postgres/server.ts";
import { explorables } from "../../shop/explore/explorable.ts";
import { explore } from "../../shop/explore/explore.ts";
import { removalOf, type Guard } from "../../shop/explore/guard.ts";
import { openDatabase } from "../../shop/lab.ts";
import { PlainShop } from "../../shop/plainShop.ts";
import type { Workload } from "../../shop/workload/workload.ts";
import { search, told, type Search } from "../search.ts";
import { median } from "../suite.ts";
import { freeSale } from "./freeSale.ts";

const runsMax = 300;
const patience = 10;
/** Where the lab itself takes long, the free run would take an hour for a guard: it has no longer than this, ms. */
const freeMsMax = 60_000;
/** Free runs of the shipped system, none of which may be found broken: else the others say nothing. */
const shippedRuns = 50;

/** @param times searches of each guard by each way. */
export async function guardsReport(
  choice: ServerChoice,
  workloads: readonly Workload[],
  times: number,
  progress: Progress,
): Promise<string> {
  const lab = await openDatabase(choice);
  const server = await openServer(choice); // Of its own: in the lab the database is stopped now and then.
  const plain = await PlainShop.open(server.address);
  const all = explorables({ experiments: [], pairs: [], workloads });
  const inTheLab = async (guard: Guard, manner: Pick<Sampling, "strategy" | "depth">, nth: number): Promise<Search> => {
    const explorable = all.find(({ name }) => name === removalOf(guard.name))!;
    const beganAt = performance.now();
    const sampling = { ...manner, from: 1, runs: runsMax, control: true as const };
    const { first, schedules } = await explore(lab, explorable, { seed: nth * runsMax, manner: sampling });
    return { runs: first?.schedule ?? schedules, ms: performance.now() - beganAt, found: first !== undefined };
  };
  const free = async (parts: Guard["parts"], runs: number, ms: number, nth: number): Promise<Search> =>
    search(async (run) => (await freeSale(plain, parts, nth * 1_000_000 + run)).length > 0, runs, ms);
  const repeated = async (one: (nth: number) => Promise<Search>): Promise<readonly Search[]> => {
    const made: Search[] = [];
    for (let nth = 1; nth <= times; nth++) made.push(await one(nth));
    return made;
  };
  try {
    progress.show("the shipped system, run free");
    const shipped = await free({}, shippedRuns, Infinity, 0);
    if (shipped.found) throw new Error(`the shipped system, run free, was found broken in run ${shipped.runs}`);
    const rows: (readonly (string | number)[])[] = [];
    const guards = workloads
      .filter(({ damaged }) => damaged !== true)
      .flatMap(({ of, guards: some = [] }) => some.map((guard) => ({ ...guard, ofASale: of === undefined })))
      .filter(({ harmless }) => harmless === undefined);
    for (const [nth, guard] of guards.entries()) {
      progress.show(`without ${guard.name}  (${nth + 1} of ${guards.length})`);
      const walks = await repeated(async (nth) => inTheLab(guard, { strategy: "random" }, nth));
      const priorities = await repeated(async (nth) => inTheLab(guard, { strategy: "pct", depth: pctDepth }, nth));
      const soonest = Math.min(...[walks, priorities].map((searches) => median(searches.map(({ ms }) => ms))));
      const bound = Math.min(patience * soonest, freeMsMax);
      const loose = guard.ofASale ? [await repeated(async (nth) => free(guard.parts, Infinity, bound, nth))] : [];
      rows.push([guard.name, ...[walks, priorities, ...loose].flatMap(told)]);
    }
    progress.clear();
    const head = ["without", "random walk", "ms", "found", "PCT", "ms", "found", "free", "ms", "found"];
    return table(head, rows, ["left", ...head.slice(1).map(() => "right" as const)], 140);
  } finally {
    await plain.close();
    await server.close();
    await lab.close();
  }
}
