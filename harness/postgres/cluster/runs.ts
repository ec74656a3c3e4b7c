/**
 * A run is the directory of one server, with a record of the lab that owns it. As long as that lab lives nobody else
 * touches it; when it has gone without cleaning up, killed for instance, the next lab of the same user does.
 */
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync } from "node:fs";
import { statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { serverAccount } from "./account.ts";
import { UNFINISHED } from "./cache.ts";
import { isGone, thisProcess, type Owner } from "./owner.ts";
import { existingPlaces, placeForRuns } from "./places.ts";
import { stopAtOnce } from "./stop.ts";

export interface Run {
  readonly directory: string;
  readonly data: string;
  readonly socket: string;
  readonly log: string;
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

/** Stops the run's server, whatever state it is in, and removes the directory. False = it could not be stopped. */
export function removeRun({ directory, data }: Run): boolean {
  if (!stopAtOnce(data)) return false; // Its files are of use to whoever has to look; the next start tries again.
  const gone = join(dirname(directory), `${UNFINISHED}gone-${process.pid}-${directory.slice(-6)}`);
  try {
    renameSync(directory, gone); // Two labs may find the same leftover: one of them gets it.
  } catch {
    return true;
  }
  rmSync(gone, { recursive: true, force: true, maxRetries: 3 });
  removeIfEmpty(dirname(directory));
  return true;
}

/** Removes what labs of this user have left that are no longer there. Returns how many servers that were. */
export function sweepLeftovers(): number {
  let swept = 0;
  for (const place of existingPlaces()) {
    for (const name of readdirSync(place)) {
      const directory = join(place, name);
      if (name.startsWith("run-") && isAbandoned(directory)) {
        if (removeRun(runAt(directory))) swept++;
      } else if (name.startsWith(UNFINISHED) && isOld(directory)) {
        rmSync(directory, { recursive: true, force: true });
      }
    }
  }
  return swept;
}

/** Without a readable record it has just been removed by its owner, or is not one of ours. */
function isAbandoned(directory: string): boolean {
  try {
    return isGone(JSON.parse(readFileSync(join(directory, "owner.json"), "utf8")) as Owner) === true;
  } catch {
    return false;
  }
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
