/** A process with all that descends from it, as /proc shows them at one moment. */
import { readdirSync, readlinkSync } from "node:fs";
import { basename, dirname } from "node:path";
import { isAlive, processState } from "../postgres/cluster/processes.ts";

export interface Member {
  readonly pid: number;
  /** Together with the pid it names one process, whatever pids are given out again. */
  readonly startedAt: string;
  /** T: stopped by a signal. */
  readonly state: string;
  /** The program's file name: node, postgres. */
  readonly program: string;
  /** The directory of the lab's run in which a server's process works. */
  readonly run: string | undefined;
}

export function familyOf(ancestor: number): readonly Member[] {
  const parents = new Map<number, number>();
  const members = new Map<number, Member>();
  for (const pid of readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)) {
    const found = processState(pid);
    if (found === undefined) continue;
    parents.set(pid, found.parent);
    const { state, startedAt } = found;
    const program = linkOf(pid, "exe", basename);
    const run = program === "postgres" ? linkOf(pid, "cwd", dirname) : undefined;
    members.set(pid, { pid, startedAt, state, program: program ?? "", run });
  }
  const descends = (pid: number | undefined): boolean =>
    pid !== undefined && pid > 1 && (pid === ancestor || descends(parents.get(pid)));
  return [...members.values()].filter(({ pid }) => descends(pid));
}

/** The same process, and still able to do something. */
export function lives({ pid, startedAt }: Member): boolean {
  return isAlive(pid) && processState(pid)?.startedAt === startedAt;
}

function linkOf(pid: number, name: string, read: (target: string) => string): string | undefined {
  try {
    return read(readlinkSync(`/proc/${pid}/${name}`).replace(/ \(deleted\)$/, ""));
  } catch {
    return undefined; // Ended meanwhile, or another user's.
  }
}
