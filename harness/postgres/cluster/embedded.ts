/**
 * A PostgreSQL server of the lab's own: a private data directory, a unix socket that only this user reaches, and the
 * binaries from the package registry. Nothing of it outlives the lab.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { LabError } from "../../verdict/failure.ts";
import type { Server } from "../server.ts";
import { reachable, serverAccount } from "./account.ts";
import { binary, installedBinaries, usableBinaries, type Binaries, type Major } from "./binaries.ts";
import { beforeExit, whileOpen } from "./ending.ts";
import { placeForKeeping, placeForRuns } from "./places.ts";
import { postmasterFile } from "./processes.ts";
import { makeRun, removeRun, sweepLeftovers, type Run } from "./runs.ts";
import { isNoRoom, noRoom } from "./room.ts";
import { configurationText, serverSettings, sessionSettingsFor } from "./settings.ts";
import { localSignals } from "./signals.ts";
import { stopAtOnce } from "./stop.ts";
import { freshDataDirectory, makeServerDirectory } from "./template.ts";

type Settings = Readonly<Record<string, string>>;

const PORT = 5432; // Names the socket's file; nothing listens on the network.
const READY_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 2;
const NO_GATE_HERE = "no gate: this system has no /proc, so waiters may race";

/** @param settings of the server as a whole, beside the lab's own and before them. */
export async function openEmbedded(major: Major, settings: Settings = {}): Promise<Server> {
  refuseWindows();
  sweepLeftovers();
  try {
    return await open(major, settings);
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    // What was half made is gone again: what is free now is what there was.
    const binariesToo = !reachable(binary(installedBinaries(major), "postgres"));
    throw noRoom([placeForRuns(), placeForKeeping()], binariesToo, error);
  }
}

async function open(major: Major, settings: Settings): Promise<Server> {
  const binaries = await usableBinaries(major);
  const run = makeRun();
  const forget = beforeExit(() => void removeRun(run));
  const remove = (): void => {
    if (!removeRun(run)) throw stillRunning(run);
    forget();
  };
  try {
    makeServerDirectory(run.data);
    makeServerDirectory(run.socket);
    await freshDataDirectory(binaries, run.data);
    writeConfiguration(major, run, settings);
    await launch(binaries, run);
  } catch (error) {
    remove();
    throw error;
  }
  const signals = localSignals();
  return whileOpen({
    kind: "embedded",
    major,
    address: { host: run.socket, port: PORT, user: "postgres", database: "postgres" },
    signals,
    warnings: signals === undefined ? [NO_GATE_HERE] : [],
    crash: async () => {
      if (!stopAtOnce(run.data)) throw stillRunning(run);
      await launch(binaries, run); // Begins in the same turn: whoever closes this server meanwhile finds it running.
    },
    close: async () => remove(),
  });
}

function stillRunning({ data }: Run): LabError {
  return new LabError("The PostgreSQL server could not be stopped.", {
    why: `A process that works in ${data} has survived SIGKILL: the system itself holds it.`,
    next: "The next start of the lab tries again.",
    exitCode: 3,
  });
}

function refuseWindows(): void {
  if (process.platform !== "win32") return;
  throw new LabError("The embedded server is not available on Windows.", {
    why: "It is reached over a unix socket in a directory that only its user may enter.",
    next: "Use --postgres container, or point HOLDFAST_DATABASE_URL at a server of your own.",
    exitCode: 2,
  });
}

function writeConfiguration(major: Major, run: Run, further: Settings): void {
  const settings = {
    ...serverSettings(major),
    ...sessionSettingsFor(major),
    ...further,
    port: String(PORT),
    unix_socket_directories: run.socket,
    unix_socket_permissions: "0700",
  };
  writeFileSync(join(run.data, "postgresql.conf"), configurationText(settings));
}

/** Starts the postmaster and waits until it accepts connections. */
async function launch(binaries: Binaries, run: Run): Promise<void> {
  const log = openSync(run.log, "a", 0o600);
  let ended: string | undefined;
  let child: ChildProcess;
  try {
    child = spawn(binary(binaries, "postgres"), ["-D", run.data], {
      // From its first moment it works in its data directory: that is how a leftover is known.
      cwd: run.data,
      // Ctrl-C in the terminal is for the lab, which ends its server in its own order.
      detached: true,
      env: { LC_ALL: "C", TZ: "UTC", PATH: process.env["PATH"] ?? "/usr/bin:/bin" },
      stdio: ["ignore", log, log],
      ...serverAccount(),
    });
  } finally {
    closeSync(log);
  }
  child.on("error", (error) => (ended = error.message));
  child.on("exit", (code, signal) => (ended = `it ended with ${code ?? signal}`));
  child.unref();
  for (const until = performance.now() + READY_WITHIN_MS; performance.now() < until;) {
    const lines = postmasterFile(run.data);
    if (Number(lines[0]) === child.pid && lines[7]?.trim() === "ready") return;
    if (ended !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  const said = readFileSync(run.log, "utf8").trim().split("\n").slice(-5).join("\n        ");
  throw new LabError("The PostgreSQL server did not start.", {
    why: `${ended ?? `not ready within ${READY_WITHIN_MS / 1000} s`}: ${said || "it said nothing"}`,
    next: 'The command "doctor" shows what this machine lacks.',
    exitCode: 3,
  });
}
