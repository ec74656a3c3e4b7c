/**
 * Directories that are expensive to make and the same every time: made once, kept, used by every later lab. One appears
 * under its name only when it is whole, and is made again when something has nibbled at it (temporary directories are
 * swept by age, file by file).
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { copyFileSync, chmodSync, chownSync, lstatSync, readlinkSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Account } from "./account.ts";

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
  try {
    chmodSync(draft, 0o755);
    mkdirSync(join(draft, "content"));
    await make(join(draft, "content"));
    writeFileSync(join(draft, "entries"), String(countEntries(join(draft, "content"))));
    moveInto(draft, home);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
  return join(home, "content");
}

function moveInto(draft: string, home: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      return renameSync(draft, home);
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

/** Copies a directory's content into an existing one; with an account, the copies belong to it. Keeps modes and links. */
export function copyContent(from: string, to: string, account?: Account): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target);
      continue;
    }
    if (entry.isDirectory()) {
      mkdirSync(target, { mode: lstatSync(source).mode & 0o777 });
      copyContent(source, target, account);
    } else {
      copyFileSync(source, target);
    }
    if (account !== undefined) chownSync(target, account.uid, account.gid);
  }
}
