/**
 * The same races by four tools: a plain loop, the stock `isolationtester`, fast-check's scheduler and the lab, each used as its
 * own documentation says, on one server, with the same reset before every run.
 */

import { table } from "../../cli/table.ts";
import { usableBinaries } from "../../postgres/cluster/binaries.ts";
import { openServer } from "../../postgres/cluster/open.ts";
import { LabDatabase } from "../../postgres/lab.ts";
import type { ServerChoice } from "../../postgres/server.ts";
import { FreeLoop } from "../freeLoop.ts";
import { schema } from "../races.ts";
import { median } from "../suite.ts";
import { compared } from "./compared.ts";
import { fastCheck } from "./fastCheck.ts";
import { holdfast } from "./holdfast.ts";
import { isolationtester } from "./tester.ts";
import { until, type Search, type Tool } from "./tool.ts";

const searches = 5;
/** What was found is shown again so often. */
const repeats = 10;

export async function comparisonReport(choice: Extract<ServerChoice, { kind: "embedded" }>): Promise<string> {
  const lab = await LabDatabase.open(await openServer(choice), schema);
  const loop = await FreeLoop.open(lab);
  const tools: readonly Tool[] = [
    { name: "Promise.all in a loop", search: async ({ race }) => until(() => loop.run(race)) },
    isolationtester(lab, await usableBinaries(choice.major)),
    fastCheck(loop),
    holdfast(lab),
  ];
  try {
    const rows: (readonly (string | number)[])[] = [];
    for (const one of compared) {
      for (const [nth, tool] of tools.entries()) {
        const all: Search[] = [];
        for (let search = 1; search <= searches; search++) all.push(await tool.search(one, search));
        rows.push([nth === 0 ? one.race.name : "", tool.name, ...(await told(all))]);
      }
    }
    const head = ["race", "tool", `found, of ${searches}`, "runs", "ms", `again, of ${repeats}`];
    return table(head, rows, ["left", "left", "right", "right", "right", "right"], 140);
  } finally {
    await loop.close();
    await lab.close();
  }
}

/** Runs and time of those that found it, or of all when none did; medians. */
async function told(all: readonly Search[]): Promise<readonly (string | number)[]> {
  const found = all.filter((search) => search.found);
  const shown = found.length > 0 ? found : all;
  const [runs, ms] = [median(shown.map((one) => one.runs)), median(shown.map((one) => one.ms))];
  return [found.length, runs, ms.toFixed(1), await shownAgain(found[0])];
}

async function shownAgain(search: Search | undefined): Promise<string | number> {
  if (search?.again === undefined) return "";
  let lost = 0;
  for (let time = 0; time < repeats; time++) if (await search.again()) lost += 1;
  return lost;
}
