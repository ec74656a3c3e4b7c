/**
 * A fresh data directory in a few dozen milliseconds: `initdb` runs once for each version, and every server gets a copy.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { chmodSync, chownSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { LabError } from "../../verdict/failure.ts";
import { ownUid, serverAccount } from "./account.ts";
import { binary, type Binaries } from "./binaries.ts";
import { copyContent, kept } from "./cache.ts";
import { placeForKeeping } from "./places.ts";

const INITDB_ARGUMENTS = [
  "--username=postgres",
  "--auth=trust",
  "--encoding=UTF8",
  "--locale=C",
  "--no-sync",
  "--no-instructions",
  "--wal-segsize=1", // The 16 MB of the default would be half of every copy.
] as const;

/** Fills an existing empty directory, which ends up as the server's own. */
export async function freshDataDirectory(binaries: Binaries, directory: string): Promise<void> {
  const how = createHash("sha256").update(INITDB_ARGUMENTS.join(" ")).digest("hex").slice(0, 8);
  const name = `template-${binaries.version}-${process.arch}-${how}`;
  const template = await kept(placeForKeeping(), name, async (content) => {
    await initialise(binaries, content);
    // Nobody but the lab's user may touch what later servers are copied from.
    if (serverAccount() !== undefined) takeOver(content);
  });
  copyContent(template, directory, serverAccount() ?? "unchanged");
  giveToServer(directory);
}

/** Makes a directory that the server alone may enter. */
export function makeServerDirectory(directory: string): void {
  mkdirSync(directory, { mode: 0o700 });
  giveToServer(directory);
}

function giveToServer(directory: string): void {
  chmodSync(directory, 0o700);
  const account = serverAccount();
  if (account === undefined) return;
  try {
    chownSync(directory, account.uid, account.gid);
  } catch (cause) {
    throw new LabError(`Nothing can be given to uid ${account.uid} here.`, {
      why: "PostgreSQL refuses to run as root, and this root may not act for another user (a rootless container, perhaps).",
      next: "Run the lab as an ordinary user.",
      exitCode: 2,
      cause,
    });
  }
}

async function initialise(binaries: Binaries, directory: string): Promise<void> {
  giveToServer(directory);
  const command = [binary(binaries, "initdb"), ...INITDB_ARGUMENTS, `--pgdata=${directory}`];
  let ended = await run(command, directory);
  if (ended.said.includes(NO_SUCH_ACCOUNT)) {
    const again = await run([...AS_NOBODY, ...command], directory);
    if (again.code === 0) ended = again;
  }
  if (ended.code === 0) return;
  throw new LabError("A fresh data directory could not be made.", {
    why: `initdb ended with ${ended.code}: ${ended.said.trim() || "it said nothing"}`,
    next: ended.said.includes(NO_SUCH_ACCOUNT)
      ? "PostgreSQL wants its user in /etc/passwd: run the lab as a user that is listed there, or as root."
      : 'The command "doctor" shows what this machine lacks.',
    exitCode: 3,
  });
}

/** initdb, unlike the server, refuses a user that /etc/passwd does not list (a container run with a bare uid). */
const NO_SUCH_ACCOUNT = "could not look up effective user ID";
/** Lends it a listed one in a user namespace, where the system allows that; the files belong to the real user. */
const AS_NOBODY = ["unshare", "--user", "--map-user=65534", "--map-group=65534"] as const;

interface Ended {
  readonly code: number | string;
  readonly said: string;
}

async function run([program = "", ...args]: readonly string[], cwd: string): Promise<Ended> {
  const child = spawn(program, args, {
    cwd,
    // A bare environment: neither the user's language nor their PG* variables may get in.
    env: { LC_ALL: "C", PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
    stdio: ["ignore", "pipe", "pipe"],
    ...serverAccount(),
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
  const code = await new Promise<number | string>((resolve) => {
    child.on("error", (error) => resolve(error.message));
    child.on("close", (status, signal) => resolve(status ?? signal ?? "no status"));
  });
  return { code, said };
}

function takeOver(directory: string): void {
  chownSync(directory, ownUid(), process.getgid?.() ?? 0);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    if (entry.isDirectory()) takeOver(path);
    else chownSync(path, ownUid(), process.getgid?.() ?? 0);
  }
}
