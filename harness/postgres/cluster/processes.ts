/**
 * What is known about processes of this machine, read from /proc without waiting; elsewhere, as far as `ps` tells.
 * Nothing here sends a signal.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename, join, sep } from "node:path";

export interface ProcessState {
  /** As in /proc/<pid>/stat: S asleep, R running, T stopped, Z ended and not yet collected … */
  readonly state: string;
  readonly parent: number;
  /** Clock ticks after boot. Together with the pid it names one process, whatever pids are given out again. */
  readonly startedAt: string;
}

export const hasProc = (): boolean => existsSync("/proc/self/stat");

/** undefined = there is no such process, or this system has no /proc. */
export function processState(pid: number): ProcessState | undefined {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return undefined;
  }
  // The name in parentheses may itself contain spaces and parentheses, so the fields begin after the last one.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  const [state, parent, startedAt] = [fields[0], fields[1], fields[19]];
  if (state === undefined || parent === undefined || startedAt === undefined) return undefined;
  return { state, parent: Number(parent), startedAt };
}

/** True while the process can still do something: a zombie cannot. */
export function isAlive(pid: number): boolean {
  if (hasProc()) {
    const found = processState(pid);
    return found !== undefined && found.state !== "Z" && found.state !== "X";
  }
  const { stdout, status } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return status === 0 && !stdout.trim().startsWith("Z");
}

/**
 * The PostgreSQL processes that work in this data directory: the postmaster and all its children, also orphans of a
 * dead postmaster. A pid in a file proves nothing (it may have been given out again), the working directory does.
 */
export function serverProcesses(dataDirectory: string): readonly number[] {
  if (!hasProc()) return serverProcessesWithoutProc(dataDirectory);
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(pid, dataDirectory) && isAlive(pid));
}

function worksIn(pid: number, directory: string): boolean {
  try {
    const at = readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, "");
    if (at !== directory && !at.startsWith(directory + sep)) return false;
    return basename(readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, "")) === "postgres";
  } catch {
    return false; // Ended meanwhile, or another user's: neither is ours.
  }
}

/** Only the postmaster can be proven here, by its command line; its children end by themselves once it is gone. */
function serverProcessesWithoutProc(dataDirectory: string): readonly number[] {
  const pid = postmasterPid(dataDirectory);
  if (pid === undefined) return [];
  const { stdout, status } = spawnSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" });
  return status === 0 && stdout.includes(dataDirectory) && isAlive(pid) ? [pid] : [];
}

/** The lines of postmaster.pid: pid, data directory, start, port, socket directory, address, shared memory, status. */
export function postmasterFile(dataDirectory: string): readonly string[] {
  try {
    return readFileSync(join(dataDirectory, "postmaster.pid"), "utf8").split("\n");
  } catch {
    return [];
  }
}

export function postmasterPid(dataDirectory: string): number | undefined {
  const pid = Number(postmasterFile(dataDirectory)[0]);
  return Number.isInteger(pid) && pid > 1 ? pid : undefined;
}
