/**
 * Under which account the server runs, and what that account can reach. PostgreSQL refuses to run as root; then it runs
 * as `nobody`, which needs no entry in any file. Everybody else runs it as themselves.
 */
import { statSync } from "node:fs";
import { dirname } from "node:path";

export interface Account {
  readonly uid: number;
  readonly gid: number;
}

const NOBODY: Account = { uid: 65534, gid: 65534 };

/** undefined = the lab's own account. */
export function serverAccount(): Account | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

export function ownUid(): number {
  return process.getuid?.() ?? 0;
}

/** Whether the server's account may enter this directory, or run this file, and enter every directory above it. */
export function reachable(path: string): boolean {
  const account = serverAccount();
  if (account === undefined) return true;
  for (let at = path; ; at = dirname(at)) {
    const found = statSync(at, { throwIfNoEntry: false });
    if (found === undefined) return false;
    const bits = found.uid === account.uid ? found.mode >> 6 : found.gid === account.gid ? found.mode >> 3 : found.mode;
    if ((bits & 1) === 0) return false;
    if (dirname(at) === at) return true;
  }
}
