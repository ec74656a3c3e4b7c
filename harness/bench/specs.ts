/**
 * Schedules a second, of every order in which two sessions can take their steps: by the stock `isolationtester`, by our own
 * runner of specs, and by an exhaustive exploration in the lab. All three work on one server, with the same statements and
 * the same reset before every order; connecting is part of a turn.
 */

import { table } from "../cli/table.ts";
import { searchAll } from "../explore/exhaustive.ts";
import { usableBinaries, type Binaries } from "../postgres/cluster/binaries.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { LabDatabase } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { runSpec, type Ran } from "../spec/run.ts";
import type { Permutation, Spec } from "../spec/spec.ts";
import { runStock } from "../spec/stock.ts";
import { specText } from "../spec/text.ts";
import { inTheLab } from "./inTheLab.ts";
import { schema, type Race } from "./races.ts";
import { specOf } from "./specOf.ts";
import { median } from "./suite.ts";

/** In one turn each order runs so often, so that connecting does not count for much. */
const repeated = 5;
/** Until V8 has compiled what matters. */
const warmUpMs = 3_000;
/** More departures than a run of these sessions has choices. */
const unbounded = 20;

/** The statements of each session. */
type Sessions = readonly (readonly string[])[];

/** A buyer's session, on one row. */
const buyer = (id: number): readonly string[] => [
  "BEGIN",
  `SELECT value FROM item WHERE id = ${id} FOR UPDATE`,
  `UPDATE item SET value = value - 1 WHERE id = ${id}`,
  "COMMIT",
];

const meetings: Readonly<Record<string, Sessions>> = {
  "two buyers on one row: waits for its lock": [buyer(1), buyer(1)],
  "two buyers on two rows: nobody waits": [buyer(1), buyer(2)],
};

/** @param rounds each way takes its turn so often. */
export async function specsReport(
  choice: Extract<ServerChoice, { kind: "embedded" }>,
  rounds: number,
): Promise<string> {
  const binaries = await usableBinaries(choice.major);
  const lab = await LabDatabase.open(await openServer(choice), schema);
  try {
    const rows: (readonly (string | number)[])[] = [];
    for (const [title, sessions] of Object.entries(meetings)) {
      const spec = specOf(sessions);
      const { ran: orders } = await spoken(lab, spec, true);
      const often = Array.from({ length: repeated }, () => orders).flat();
      const ways = [
        () => stock(lab, binaries, spec, often),
        async () => (await spoken(lab, { ...spec, permutations: often })).possible,
        () => explored(lab, sessions),
      ];
      const [theirs = 0, ...ours] = await rates(ways, rounds);
      const ratios = ours.map((rate) => (rate / theirs).toFixed(1));
      rows.push([title, orders.length, ...[theirs, ...ours].map((rate) => rate.toFixed(0)), ...ratios]);
    }
    const head = [
      "every order, schedules/s",
      "orders",
      "isolationtester",
      "spec",
      "explored",
      "spec : it",
      "explored : it",
    ];
    return table(head, rows, ["left", ...head.slice(1).map(() => "right" as const)], 140);
  } finally {
    await lab.close();
  }
}

/**
 * Schedules a second of each way, median over the rounds.
 * @param ways each takes one turn and tells how many schedules it ran.
 */
async function rates(ways: readonly (() => Promise<number>)[], rounds: number): Promise<readonly number[]> {
  const all = ways.map((): number[] => []);
  for (const way of ways) {
    const beganAt = performance.now();
    while (performance.now() - beganAt < warmUpMs) await way();
  }
  for (let round = 0; round < rounds; round++) {
    for (const [i, way] of ways.entries()) {
      const beganAt = performance.now();
      const schedules = await way();
      all[i]!.push((1000 * schedules) / (performance.now() - beganAt));
    }
  }
  return all.map(median);
}

async function stock(
  { address }: LabDatabase,
  binaries: Binaries,
  spec: Spec,
  orders: readonly Permutation[],
): Promise<number> {
  const { code, err } = await runStock(specText(spec, orders), binaries, address, "bench");
  if (code !== 0) throw new Error(`isolationtester ended with ${String(code)}: ${err}`);
  return orders.length;
}

async function spoken({ address }: LabDatabase, spec: Spec, all = false): Promise<Ran> {
  return runSpec(spec, address, { name: "bench", all, out: () => undefined, complain: () => undefined });
}

async function explored(lab: LabDatabase, sessions: Sessions): Promise<number> {
  const actors = sessions.map((statements): Race["actors"][number] => async (ask) => {
    for (const text of statements) await ask(text);
  });
  let schedules = 0;
  for (let time = 0; time < repeated; time++) {
    await searchAll(unbounded, async (strategy) => {
      await inTheLab(lab, { actors }, strategy);
      schedules += 1;
      return [];
    });
  }
  return schedules;
}
