/**
 * One lab and two labs, each with a server of its own: once each kept on a core of its own, and once wherever the system
 * puts their processes. On a core of its own, also how a lab spends the time, and how the same statements do without it.
 */

import { spawn, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { table } from "../../cli/table.ts";
import { median } from "../suite.ts";
import type { Order, Turn } from "./child.ts";

const turnMs = 2_000;
const program = fileURLToPath(new URL("child.js", import.meta.url));

interface Measured {
  readonly bare: readonly Turn[];
  readonly one: readonly Turn[];
  readonly two: readonly (readonly Turn[])[];
}

/** @param rounds one lab and two take turns so often. */
export async function coresReport(rounds: number): Promise<string> {
  const kept = await measure(rounds, (core) => ["taskset", "--cpu-list", String(core), process.execPath]);
  const free = await measure(rounds, () => [process.execPath]);
  const speeds = (where: string, { one, two }: Measured): readonly string[] => {
    const [alone, together] = [median(one.map(perSecond)), median(two.map((turns) => sum(turns, perSecond)))];
    return [where, alone.toFixed(0), together.toFixed(0), (together / alone).toFixed(2)];
  };
  const right = ["left", "right", "right", "right"] as const;
  return (
    table(
      ["two buyers on one row, runs/s", "one lab", "two labs", "ratio"],
      [speeds("each kept on a core of its own", kept), speeds("wherever the system puts them", free)],
      right,
    ) + shares(kept)
  );
}

/** Of the core that a lab and its server are kept on; the bare buyers come one after another. */
function shares({ one, bare }: Measured): string {
  const total = (turns: readonly Turn[]) => ({
    inServer: sum(turns, ({ serverMs }) => serverMs),
    here: sum(turns, ({ labMs }) => labMs),
    idle: sum(turns, ({ ms, labMs, serverMs }) => ms - labMs - serverMs),
    runs: sum(turns, ({ runs }) => runs),
  });
  const [lab, without] = [total(one), total(bare)];
  const all = lab.inServer + lab.here + lab.idle;
  const row = (what: string, of: "inServer" | "here" | "idle"): readonly string[] => [
    what,
    ((1000 * without[of]) / without.runs).toFixed(0),
    ((1000 * lab[of]) / lab.runs).toFixed(0),
    ((100 * lab[of]) / all).toFixed(0),
  ];
  return table(
    ["where the time of one core goes", "bare, µs a run", "in the lab, µs a run", "%"],
    [row("in PostgreSQL", "inServer"), row("in Node", "here"), row("idle, or taken by others", "idle")],
    ["left", "right", "right", "right"],
  );
}

async function measure(rounds: number, command: (core: number) => readonly string[]): Promise<Measured> {
  const labs = await Promise.all([0, 1].map((core) => BenchLab.start([...command(core), program])));
  try {
    const [bare, one, two]: [Turn[], Turn[], Turn[][]] = [[], [], []];
    for (const way of ["bare", "lab"] as const) await Promise.all(labs.map((lab) => lab.turn(way))); // To warm up.
    for (let round = 0; round < rounds; round++) {
      const lab = labs[round % labs.length]!;
      bare.push(await lab.turn("bare"));
      one.push(await lab.turn("lab"));
      two.push(await Promise.all(labs.map((each) => each.turn("lab"))));
    }
    return { bare, one, two };
  } finally {
    for (const lab of labs) lab.end();
  }
}

const perSecond = ({ runs, ms }: Turn): number => (1000 * runs) / ms;

const sum = <T>(all: readonly T[], of: (one: T) => number): number => all.reduce((total, one) => total + of(one), 0);

class BenchLab {
  readonly #process: ChildProcess;

  private constructor(started: ChildProcess) {
    this.#process = started;
  }

  static async start([program = "", ...args]: readonly string[]): Promise<BenchLab> {
    const lab = new BenchLab(spawn(program, args, { stdio: ["ignore", "ignore", "inherit", "ipc"] }));
    await lab.#told();
    return lab;
  }

  async turn(way: Order["way"]): Promise<Turn> {
    const told = this.#told();
    this.#process.send({ way, ms: turnMs } satisfies Order);
    return (await told) as Turn;
  }

  /** It closes its server and goes. */
  end(): void {
    this.#process.disconnect();
  }

  /** Its next message. */
  #told(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const ended = (why: unknown): void => reject(new Error(`a lab of the bench ended: ${String(why)}`));
      for (const event of ["error", "exit"]) this.#process.once(event, ended);
      this.#process.once("message", (message) => {
        for (const event of ["error", "exit"]) this.#process.off(event, ended);
        resolve(message);
      });
    });
  }
}
