/** A full disk, recognised in whatever words it comes: the system's code, or what a server's program wrote before it ended. */
import { LabError } from "../../verdict/failure.ts";
import { freeBytes } from "./places.ts";

const CODES: readonly string[] = ["ENOSPC", "EDQUOT"];
const WORDS = /No space left on device|Disk quota exceeded/;
/** A server's directory, and the template it is copied from. */
const SERVER_MB = 60;
const BINARIES_MB = 60;

export function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = "code" in error ? String(error.code) : "";
  return CODES.includes(code) || WORDS.test(error.message);
}

/**
 * @param places where the server and what is kept for later ones lie; the fullest is named.
 * @param binariesToo where they are installed the server's account cannot reach them, so they are copied as well.
 */
export function noRoom(places: readonly string[], binariesToo: boolean, cause: unknown): LabError {
  const needed = SERVER_MB + (binariesToo ? BINARIES_MB : 0);
  const free = places.map((place) => ({ place, mb: Math.floor((freeBytes(place) ?? 0) / 1024 / 1024) }));
  const { place, mb } = free.reduce((fullest, one) => (one.mb < fullest.mb ? one : fullest));
  return new LabError("The PostgreSQL server has no room.", {
    why: `No room in ${place}: ${mb} MB free, about ${needed} MB needed.`,
    next: "Free some space there, or set TMPDIR to another place.",
    exitCode: 2,
    cause,
  });
}
