/** One lab of the bench in a process of its own: two buyers on one row, run after run, in the lab or bare. */

import { readFileSync } from "node:fs";
import { randomWalk } from "../../kernel/randomWalk.ts";
import { World } from "../../kernel/world.ts";
import { OwnBackend } from "../../postgres/backend.ts";
import { openServer } from "../../postgres/cluster/open.ts";
import { LabDatabase } from "../../postgres/lab.ts";
import { BareBuyers, come, stock } from "../buyers.ts";

/** What it is to do, for how long. */
export interface Order {
  readonly way: "lab" | "bare";
  readonly ms: number;
}

/** What one turn came to. */
export interface Turn {
  readonly runs: number;
  /** By the clock, ms. */
  readonly ms: number;
  /** Of the processors, by this process, ms. */
  readonly labMs: number;
  /** Of the processors, by the processes of its server, ms. */
  readonly serverMs: number;
}

/** Of a clock tick in /proc, ms; the same on every Linux. */
const tickMs = 10;

const lab = await LabDatabase.open(await openServer({ kind: "embedded", major: 18 }), stock);
const asking = await OwnBackend.open(lab.address);
const bare = await BareBuyers.open(lab.address);
let seed = 0;

async function inTheLab(): Promise<void> {
  const world = new World({ strategy: randomWalk(++seed) });
  const run = await lab.begin(world);
  come(world, run);
  await world.run();
  await run.end(false);
}

async function turn({ way, ms: forMs }: Order): Promise<Turn> {
  const [labBefore, serverBefore] = [onProcessorMs(process.pid), await serverMs()];
  const beganAt = performance.now();
  const passed = (): number => performance.now() - beganAt;
  let runs = 0;
  for (; passed() < forMs; runs++) await (way === "lab" ? inTheLab() : bare.inTurn());
  const ms = passed();
  return { runs, ms, labMs: onProcessorMs(process.pid) - labBefore, serverMs: (await serverMs()) - serverBefore };
}

async function serverMs(): Promise<number> {
  const all = await asking.ask<{ pid: number }>("SELECT pid FROM pg_stat_activity");
  return all.reduce((sum, { pid }) => sum + onProcessorMs(pid), 0);
}

/** In user mode and in the system's, since the process began. */
function onProcessorMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, "latin1");
  // The name in parentheses may contain spaces, so the fields begin after the last one: state is the third of all.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return tickMs * (Number(fields[14 - 3]) + Number(fields[15 - 3]));
}

process.on("message", (order: Order) => {
  turn(order).then(
    (done) => process.send?.(done),
    (error: unknown) => {
      throw error;
    },
  );
});
process.on("disconnect", () => {
  const leave = (): void => process.exit(0);
  asking
    .close()
    .then(() => lab.close())
    .then(leave, leave);
});
process.send?.("ready");
