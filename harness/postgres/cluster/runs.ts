/**
 * A run is the directory of one server, with a record of the lab that owns it. As long as that lab lives nobody else
 * touches it; when it has gone without cleaning up, killed for instance, the next lab of the same user does.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serverAccount } from "./account.ts";
import { UNFINISHED } from "./cache.ts";
import { existingPlaces, placeForRuns } from "./places.ts";
import { isAlive, processState } from "./processes.ts";
import { stopAtOnce } from "./stop.ts";

export interface Run {
  readonly directory: string;
  readonly data: string;
  readonly socket: string;
  readonly log: string;
}

/** Names one process of one boot and one pid namespace: pids alone are given out again. */
interface Owner {
  readonly pid: number;
  readonly startedAt: string;
  readonly boot: string;
  readonly namespace: string;
}

/** How long something unfinished may be in the making before it counts as abandoned. */
const UNFINISHED_MS_MAX = 10 * 60_000;

export function runAt(directory: string): Run {
  return { directory, data: join(directory, "d"), socket: join(directory, "s"), log: join(directory, "log") };
}

/** Makes the directory of a new run, owned by this process. */
export function makeRun(): Run {
  for (let attempt = 1; ; attempt++) {
    try {
      const draft = mkdtempSync(join(placeForRuns(), UNFINISHED));
      writeFileSync(join(draft, "owner.json"), JSON.stringify(thisProcess()), { mode: 0o600 });
      chmodSync(draft, serverAccount() === undefined ? 0o700 : 0o711);
      // It gets its name when it has its owner, so that no run is ever seen without one.
      const directory = join(dirname(draft), draft.slice(draft.lastIndexOf(UNFINISHED)).replace(UNFINISHED, "run-"));
      renameSync(draft, directory);
      return runAt(directory);
    } catch (error) {
      // A lab that ends removes an empty place, maybe between two of these lines.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || attempt === 5) throw error;
    }
  }
}

/** Stops the run's server, whatever state it is in, and removes the directory. */
export function removeRun({ directory, data }: Run): void {
  if (!stopAtOnce(data)) return; // Its files are of use to whoever has to look; the next start tries again.
  const gone = join(dirname(directory), `${UNFINISHED}gone-${process.pid}-${directory.slice(-6)}`);
  try {
    renameSync(directory, gone); // Two labs may find the same leftover: one of them gets it.
  } catch {
    return;
  }
  rmSync(gone, { recursive: true, force: true, maxRetries: 3 });
  removeIfEmpty(dirname(directory));
}

/** Removes what labs of this user have left that are no longer there. Returns how many servers that were. */
export function sweepLeftovers(): number {
  let swept = 0;
  for (const place of existingPlaces()) {
    for (const name of readdirSync(place)) {
      const directory = join(place, name);
      if (name.startsWith("run-") && isAbandoned(directory)) {
        removeRun(runAt(directory));
        swept++;
      } else if (name.startsWith(UNFINISHED) && isOld(directory)) {
        rmSync(directory, { recursive: true, force: true });
      }
    }
  }
  return swept;
}

function isAbandoned(directory: string): boolean {
  let owner: Owner;
  try {
    owner = JSON.parse(readFileSync(join(directory, "owner.json"), "utf8")) as Owner;
  } catch {
    return false; // Just removed by its owner; or not one of ours.
  }
  const here = thisProcess();
  if (owner.boot !== here.boot) return true;
  // A pid of another namespace says nothing here: it may belong to a lab in a container that shares the directory.
  if (owner.namespace !== here.namespace) return false;
  return !isAlive(owner.pid) || (processState(owner.pid)?.startedAt ?? "") !== owner.startedAt;
}

function isOld(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && Date.now() - found.mtimeMs > UNFINISHED_MS_MAX;
}

function removeIfEmpty(place: string): void {
  try {
    rmdirSync(place);
  } catch {
    // Something else lives there.
  }
}

function thisProcess(): Owner {
  return {
    pid: process.pid,
    startedAt: processState(process.pid)?.startedAt ?? "",
    boot: attempt(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()),
    namespace: attempt(() => readlinkSync("/proc/self/ns/pid")),
  };
}

function attempt(read: () => string): string {
  try {
    return read();
  } catch {
    return "";
  }
}
