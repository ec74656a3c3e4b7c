/**
 * Directories that are expensive to make and the same every time: made once, kept, used by every later lab. One appears
 * under its name only when it is whole, and is made again when something has nibbled at it (temporary directories are
 * swept by age, file by file).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { chmodSync, chownSync, copyFileSync, lstatSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { beforeExit } from "./ending.ts";

/** Begins the name of a directory that is not whole yet. */
export const UNFINISHED = "making-";

/**
 * Returns the directory `content` kept under this name, making it when it is not there. `make` fills the empty
 * directory it is given. Several labs may do so at once: the first to finish wins and the others use its work.
 */
export async function kept(place: string, name: string, make: (content: string) => Promise<void>): Promise<string> {
  const home = join(place, name);
  if (isWhole(home)) return join(home, "content");
  const draft = mkdtempSync(join(place, UNFINISHED));
  const removeDraft = (): void => rmSync(draft, { recursive: true, force: true });
  const forget = beforeExit(removeDraft);
  try {
    chmodSync(draft, 0o755);
    mkdirSync(join(draft, "content"));
    chmodSync(join(draft, "content"), 0o755);
    await make(join(draft, "content"));
    writeFileSync(join(draft, "entries"), String(countEntries(join(draft, "content"))));
    moveInto(draft, home);
  } finally {
    removeDraft();
    forget();
  }
  return join(home, "content");
}

function moveInto(draft: string, home: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      renameSync(draft, home);
      return;
    } catch (error) {
      if (isWhole(home)) return;
      if (attempt === 3) throw error;
      // A damaged one is in the way. It is moved aside first, so that nobody sees it half removed.
      const aside = mkdtempSync(`${draft}-`);
      try {
        renameSync(home, join(aside, "old"));
      } catch {
        // Somebody else did.
      }
      rmSync(aside, { recursive: true, force: true });
    }
  }
}

function isWhole(home: string): boolean {
  try {
    return Number(readFileSync(join(home, "entries"), "utf8")) === countEntries(join(home, "content"));
  } catch {
    return false;
  }
}

function countEntries(directory: string): number {
  let count = 0;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    count += 1 + (entry.isDirectory() ? countEntries(join(directory, entry.name)) : 0);
  }
  return count;
}

/** Whose the copies are: the lab's own (unchanged), this account's, or the lab's own and readable for everybody. */
export type CopiesFor = "unchanged" | "everybody" | Account;

/** Copies a directory's content into an existing one. Keeps links, and modes unless the copies are for everybody. */
export function copyContent(from: string, to: string, copiesFor: CopiesFor): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target);
      continue;
    }
    if (entry.isDirectory()) {
      mkdirSync(target);
      copyContent(source, target, copiesFor);
    } else {
      copyFileSync(source, target);
    }
    // Explicit modes, for the user's mask cuts what mkdir makes; files have got theirs with the copy.
    if (copiesFor === "everybody") chmodSync(target, openMode(lstatSync(source).mode));
    else if (entry.isDirectory()) chmodSync(target, lstatSync(source).mode & 0o777);
    if (typeof copiesFor === "object") chownSync(target, copiesFor.uid, copiesFor.gid);
  }
}

/** What the owner may read and enter, everybody may. */
const openMode = (mode: number): number => (mode & 0o700) | ((mode & 0o500) >> 3) | ((mode & 0o500) >> 6);
