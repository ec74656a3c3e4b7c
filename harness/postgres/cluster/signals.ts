/**
 * Signals to backends of this machine, and whether one sleeps. All three answer at once: a read of /proc takes a few
 * microseconds, and the gate asks before every stop.
 */
import { readFileSync } from "node:fs";
import type { Signals } from "../server.ts";
import { hasProc, processState } from "./processes.ts";

/** undefined where there is no /proc, for then nobody can tell whether a backend sleeps. */
export function localSignals(): Signals | undefined {
  if (process.platform === "win32" || !hasProc()) return undefined;
  return {
    stop: (pid) => send(pid, "SIGSTOP"),
    cont: (pid) => send(pid, "SIGCONT"),
    asleep: (pid) => processState(pid)?.state === "S",
  };
}

/** Sends a signal; a process that has ended meanwhile needs none. */
export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
  }
}

/**
 * Whether this pid, as the server names it, is a PostgreSQL process of this machine, judged by its title, which
 * everybody may read; with a database, whether it serves that one.
 */
export function isPostgresProcess(pid: number, database?: string): boolean {
  try {
    const title = readFileSync(`/proc/${pid}/cmdline`, "utf8");
    return title.startsWith("postgres:") && (database === undefined || title.includes(` ${database} `));
  } catch {
    return false;
  }
}
