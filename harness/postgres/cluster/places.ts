/**
 * Where the lab keeps files outside the checkout: what is worth keeping (templates) under the temporary directory, what
 * lives as long as a server in memory-backed storage when that has room. Each place is a directory of this user's own;
 * one that somebody else made under the same name is never used.
 */
import { accessSync, chmodSync, constants, lstatSync, mkdirSync, realpathSync, statfsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LabError } from "../../verdict/failure.ts";
import { ownUid, reachable, serverAccount } from "./account.ts";

/** A cluster takes some 25 MB and grows with what an experiment writes. */
const ROOM_BYTES = 200 * 1024 * 1024;
/** The system's limit for a socket path is 108 bytes on Linux and 104 on macOS, its closing zero included. */
const SOCKET_PATH_BYTES_MAX = process.platform === "darwin" ? 103 : 107;
/** The longest that is appended to a place: a run's directory, the socket's directory and its file. */
const LONGEST_SOCKET_SUFFIX = "/run-XXXXXX/s/.s.PGSQL.5432";

export const MEMORY_DIRECTORY = "/dev/shm";

export function freeBytes(directory: string): number | undefined {
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Memory-backed storage with enough room that this user may write to. */
export function memoryDirectory(): string | undefined {
  return writable(MEMORY_DIRECTORY) && (freeBytes(MEMORY_DIRECTORY) ?? 0) >= ROOM_BYTES
    ? real(MEMORY_DIRECTORY)
    : undefined;
}

/** Makes and returns the directory below which servers run. */
export function placeForRuns(): string {
  return firstPlace([memoryDirectory(), ...temporaryDirectories()]);
}

/** Makes and returns the directory for what later runs use again. */
export function placeForKeeping(): string {
  return firstPlace(temporaryDirectories());
}

/** Every place that may hold something of an earlier lab of this user, whether or not this one would choose it. */
export function existingPlaces(): readonly string[] {
  const parents = [real(MEMORY_DIRECTORY), ...temporaryDirectories()];
  return [...new Set(parents.map(placeBelow))].filter((place) => isOwn(place));
}

function temporaryDirectories(): readonly string[] {
  return [real(tmpdir()), real("/tmp")];
}

/** The working directory of a process is read back without symbolic links, so paths are kept without them too. */
function real(directory: string): string {
  try {
    return realpathSync(directory);
  } catch {
    return directory;
  }
}

const placeBelow = (parent: string): string => join(parent, `holdfast-${ownUid()}`);

function firstPlace(parents: readonly (string | undefined)[]): string {
  for (const parent of parents) {
    if (parent === undefined || !writable(parent) || !reachable(parent)) continue;
    const place = placeBelow(parent);
    if (Buffer.byteLength(place + LONGEST_SOCKET_SUFFIX) > SOCKET_PATH_BYTES_MAX) continue;
    if (make(place)) return place;
  }
  throw new LabError("There is no directory in which a server could run.", {
    why: `Tried ${parents.filter((parent) => parent !== undefined).join(", ")}: not writable, not reachable for the server's account, too long a path for a socket, or a holdfast-${ownUid()} made by somebody else.`,
    next: "Set TMPDIR to a short, writable directory of your own.",
    exitCode: 2,
  });
}

function writable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function make(place: string): boolean {
  // The server's account passes through, and sees no names, when it is not the lab's own.
  const mode = serverAccount() === undefined ? 0o700 : 0o711;
  try {
    mkdirSync(place, { mode });
    chmodSync(place, mode);
  } catch {
    // It is there already, or cannot be made: the check tells.
  }
  return isOwn(place);
}

/** A directory, not a link to one, of this user, in which nobody else can write. */
function isOwn(place: string): boolean {
  const found = lstatSync(place, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && found.uid === ownUid() && (found.mode & 0o022) === 0;
}
