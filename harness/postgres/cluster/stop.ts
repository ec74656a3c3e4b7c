/**
 * Ends a server at once, without waiting for the event loop, so that it also works while the lab's own process is
 * ending. Backends may be stopped (SIGSTOP): each gets SIGQUIT first, then the postmaster, and only then may they go
 * on, into their death. The other way round, one that had just been granted its lock still went through.
 */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { isAlive, postmasterFile, postmasterPid, processState, serverProcesses } from "./processes.ts";
import { send } from "./signals.ts";

/** An immediate stop takes some 15 ms; a machine under load may take its time. */
const QUIT_WITHIN_MS = 2_000;
const KILL_WITHIN_MS = 2_000;

/** Returns false when something is still running after all. */
export function stopAtOnce(dataDirectory: string): boolean {
  const pids = serverProcesses(dataDirectory);
  if (pids.length === 0) return true;
  const memory = sharedMemory(dataDirectory);
  const postmaster = postmasterPid(dataDirectory);
  const headed = postmaster !== undefined && pids.includes(postmaster);
  const children = pids.filter((pid) => pid !== postmaster);
  const stopped = children.filter((pid) => processState(pid)?.state === "T");
  for (const pid of headed ? stopped : children) send(pid, "SIGQUIT");
  if (headed) send(postmaster, "SIGQUIT");
  for (const pid of pids) send(pid, "SIGCONT");
  if (waitUntil(() => !pids.some(isAlive), QUIT_WITHIN_MS) && serverProcesses(dataDirectory).length === 0) return true;

  // The postmaster first: it would start new children.
  const left = [...new Set([...pids.filter(isAlive), ...serverProcesses(dataDirectory)])];
  for (const pid of left.sort((a, b) => Number(b === postmaster) - Number(a === postmaster))) send(pid, "SIGKILL");
  const ended = waitUntil(() => serverProcesses(dataDirectory).length === 0, KILL_WITHIN_MS);
  if (ended && memory !== undefined) removeSharedMemory(memory);
  return ended;
}

/** Sleeps in place: there may be no event loop to come back to. */
function waitUntil(done: () => boolean, withinMs: number): boolean {
  const cell = new Int32Array(new SharedArrayBuffer(4));
  for (const end = performance.now() + withinMs; ;) {
    if (done()) return true;
    if (performance.now() > end) return false;
    Atomics.wait(cell, 0, 0, 1);
  }
}

interface SharedMemory {
  readonly id: string;
  readonly postmaster: string;
}

function sharedMemory(dataDirectory: string): SharedMemory | undefined {
  const lines = postmasterFile(dataDirectory);
  const id = lines[6]?.trim().split(/\s+/)[1];
  const postmaster = lines[0]?.trim();
  return id === undefined || postmaster === undefined ? undefined : { id, postmaster };
}

/** A killed postmaster leaves its small System V segment behind. Removed only when its creator and its emptiness prove it. */
function removeSharedMemory({ id, postmaster }: SharedMemory): void {
  try {
    const rows = readFileSync("/proc/sysvipc/shm", "utf8")
      .split("\n")
      .map((line) => line.trim().split(/\s+/));
    const row = rows.find((columns) => columns[1] === id);
    if (row?.[4] === postmaster && row[6] === "0") spawnSync("ipcrm", ["-m", id], { stdio: "ignore" });
  } catch {
    // Without /proc nothing is proven, and the segment has no more than a few bytes.
  }
}
