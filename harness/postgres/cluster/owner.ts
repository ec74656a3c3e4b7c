/** Who owns something that the lab made outside its own memory, in words that a later lab can check. */
import { readFileSync, readlinkSync } from "node:fs";
import { isAlive, processState } from "./processes.ts";

/** Names one process of one boot and one pid namespace: pids alone are given out again. */
export interface Owner {
  readonly pid: number;
  readonly startedAt: string;
  readonly boot: string;
  readonly namespace: string;
}

export function thisProcess(): Owner {
  return {
    pid: process.pid,
    startedAt: processState(process.pid)?.startedAt ?? "",
    boot: orNothing(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace: orNothing(() => readlinkSync("/proc/self/ns/pid")),
  };
}

/** Whether this owner has ended; undefined = it cannot be told from here. On this machine only: another has another boot. */
export function isGone(owner: Owner): boolean | undefined {
  const here = thisProcess();
  if (owner.boot !== here.boot) return true;
  // A pid of another namespace says nothing here: it may belong to a lab in a container that shares the directory.
  if (owner.namespace !== here.namespace) return undefined;
  return !isAlive(owner.pid) || (processState(owner.pid)?.startedAt ?? "") !== owner.startedAt;
}

function orNothing(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
