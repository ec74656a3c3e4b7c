/** One blow: a lab at work is struck, and what is left of it is counted after the next start. */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { familyOf, lives, type Member } from "./family.ts";

/** Who is struck, and how: SIGKILL to the lab alone, SIGKILL to it and all its processes but the servers, Ctrl-C. */
export const ways = ["lab killed", "all killed", "Ctrl-C"] as const;
export type Way = (typeof ways)[number];

export interface Aim {
  readonly way: Way;
  /** So long after it has begun its work, ms; `early`: after its start. */
  readonly afterMs: number;
  readonly early: boolean;
  /** Experiments that it verifies meanwhile. */
  readonly work: readonly string[];
  readonly round: number;
}

export interface Struck {
  readonly way: Way;
  readonly afterMs: number;
  /** It had opened its servers and begun. */
  readonly atWork: boolean;
  readonly servers: number;
  /** Backends that its gate had stopped. */
  readonly stopped: number;
  /** Processes of the lab beside the first. */
  readonly children: number;
  /** Workers whose server was not there: it had crashed, and was not back yet. */
  readonly crashing: number;
  /** What was not as it has to be, one sentence each. */
  readonly troubles: string[];
}

/** A process that has been told to go, or that has lost its lab, is gone within this. */
const goneWithinMs = 15_000;

export async function blow(lab: string, { way, afterMs, early, work, round }: Aim): Promise<Struck> {
  const target = start(lab, ["verify", ...work, "--times", "1000", "--seed", String(round), "--workers", "2"]);
  const closed = once(target.process, "close"); // Then all that it said has been read.
  const ended = once(target.process, "exit") as Promise<[number | null, NodeJS.Signals | null]>;
  while (!early && target.process.exitCode === null && target.process.signalCode === null && !begun(target.said()))
    await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  const family = familyOf(target.process.pid!);
  const servers = new Set(family.flatMap(({ run }) => run ?? []));
  const nodes = family.filter(({ program }) => program === "node");
  const atWork = begun(target.said());
  strike(way, target.process, nodes);
  const [code, signal] = await ended;

  const troubles = early || atWork ? [] : [`it never began: ${target.said()}`];
  if (way === "Ctrl-C") {
    await closed;
    // Before the lab can hear of it, the signal itself ends it.
    if (code !== 130 && (atWork || signal !== "SIGINT")) troubles.push(`it ended with ${String(code)}, not 130`);
    if (atWork && !/\ninterrupted; /.test(target.said())) troubles.push("it did not tell what it had found");
    troubles.push(...(await left(family, servers)));
  } else {
    troubles.push(...(await left(nodes, new Set())));
  }
  const next = start(lab, ["run", "C29-04", "--seed", "7"]);
  const [nextCode] = (await once(next.process, "exit")) as [number | null];
  if (nextCode !== 0) troubles.push(`the next start ended with ${String(nextCode)}: ${next.said()}`);
  troubles.push(...(await left(family, servers)));
  return {
    way,
    afterMs,
    atWork,
    servers: servers.size,
    stopped: family.filter(({ program, state }) => program === "postgres" && state === "T").length,
    children: nodes.length - 1,
    crashing: atWork ? Math.max(0, 2 - servers.size) : 0,
    troubles,
  };
}

const begun = (said: string): boolean => said.includes("seed ");

function start(lab: string, args: readonly string[]): { readonly process: ChildProcess; readonly said: () => string } {
  const child = spawn(process.execPath, [lab, ...args], { stdio: ["ignore", "pipe", "pipe"], detached: true });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (data: Buffer) => (text += data.toString()));
  return { process: child, said: () => text };
}

function strike(way: Way, target: ChildProcess, nodes: readonly Member[]): void {
  if (way === "all killed") {
    for (const node of nodes) if (lives(node)) process.kill(node.pid, "SIGKILL");
  } else {
    target.kill(way === "Ctrl-C" ? "SIGINT" : "SIGKILL");
  }
}

/** What is still there when there has been time enough to go. */
async function left(members: readonly Member[], runs: ReadonlySet<string>): Promise<readonly string[]> {
  const until = performance.now() + goneWithinMs;
  const there = (): readonly string[] => [
    ...members.filter(lives).map(({ program, state }) => `a process of ${program} is left, in state ${state}`),
    ...[...runs].filter((run) => existsSync(run)).map(() => "the directory of a server is left"),
  ];
  while (there().length > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
  return there();
}
