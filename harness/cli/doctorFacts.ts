/**
 * What this machine allows, and what follows for the lab: one fact a line, gathered without changing anything. How it
 * is shown is somebody else's business.
 */
import { spawn } from "node:child_process";
import { existsSync, statSync } from "node:fs";
import { request } from "node:http";
import { availableParallelism, homedir, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { reachable, serverAccount } from "../postgres/cluster/account.ts";
import { binary, installedBinaries, missingLinks, type Major } from "../postgres/cluster/binaries.ts";
import { freeBytes, MEMORY_DIRECTORY, memoryDirectory } from "../postgres/cluster/places.ts";
import { hasProc, isAlive, processState } from "../postgres/cluster/processes.ts";
import { LabError } from "../verdict/failure.ts";

export interface Fact {
  /** What was looked at: "PostgreSQL 18". */
  readonly subject: string;
  /** What was found there. */
  readonly found: string;
  /** What it means for the lab. */
  readonly follows: string;
  /** fine = nothing is missing; weaker = the lab works, with less; missing = what needs this does not work. */
  readonly level: "fine" | "weaker" | "missing";
}

const NODE_MAJOR_MIN = 20;
const ENGINE_WITHIN_MS = 1_000;

export async function machineFacts(): Promise<readonly Fact[]> {
  return [
    nodeFact(),
    systemFact(),
    accountFact(),
    ...([18, 17, 16] as const).map(binariesFact),
    procFact(),
    await signalsFact(),
    coresFact(),
    memoryFact(),
    diskFact(),
    await engineFact(),
    urlFact(),
  ];
}

function nodeFact(): Fact {
  const major = Number(process.versions.node.split(".")[0]);
  const subject = "Node.js";
  if (major < NODE_MAJOR_MIN) {
    return { subject, found: process.version, follows: `${NODE_MAJOR_MIN} or newer is needed`, level: "missing" };
  }
  return { subject, found: process.version, follows: "supported", level: "fine" };
}

function systemFact(): Fact {
  const report = process.report.getReport() as { header?: { glibcVersionRuntime?: string } };
  const glibc = report.header?.glibcVersionRuntime;
  const subject = "system";
  const found = `${process.platform} ${process.arch}${glibc === undefined ? "" : `, glibc ${glibc}`}`;
  if (process.platform === "linux" && glibc !== undefined) {
    return { subject, found, follows: "the embedded server and the gate work", level: "fine" };
  }
  if (process.platform === "linux") {
    const follows = "the embedded server's binaries need glibc: use --postgres container or HOLDFAST_DATABASE_URL";
    return { subject, found: `${found}, no glibc`, follows, level: "missing" };
  }
  const follows = "no gate with the embedded server: use --postgres container for the full promise";
  return { subject, found, follows, level: "weaker" };
}

function accountFact(): Fact {
  const account = serverAccount();
  const found = account === undefined ? `uid ${process.getuid?.() ?? "unknown"}` : "root";
  const follows =
    account === undefined
      ? "the server runs as this user"
      : `PostgreSQL refuses root: its server runs as uid ${account.uid}`;
  return { subject: "account", found, follows, level: "fine" };
}

function binariesFact(major: Major): Fact {
  const subject = `PostgreSQL ${major}`;
  try {
    const installed = installedBinaries(major);
    const links = missingLinks(installed.native).length;
    const within = reachable(binary(installed, "postgres"));
    const found = `${installed.version}, ${links === 0 ? "all library links" : `${links} library links missing`}`;
    const follows = !within
      ? "not reachable for the server's account: a copy in the temporary directory is used"
      : links > 0
        ? "the links are made at the first start"
        : "ready";
    return { subject, found, follows, level: "fine" };
  } catch (error) {
    const follows = error instanceof LabError ? error.why : String(error);
    return { subject, found: "not installed", follows, level: major === 18 ? "missing" : "weaker" };
  }
}

function procFact(): Fact {
  const subject = "/proc";
  return hasProc()
    ? { subject, found: "there", follows: "the gate can tell whether a backend sleeps", level: "fine" }
    : { subject, found: "not there", follows: "no gate: runs whose waiters may race are unknown", level: "weaker" };
}

/** Stops a process of its own and sees it stop, as the gate will: as the server's account when that is another. */
async function signalsFact(): Promise<Fact> {
  const subject = "signals";
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore", ...serverAccount() });
  const failed = new Promise<string>((resolve) => child.once("error", (error) => resolve(error.message)));
  const works = (async () => {
    await new Promise((resolve) => child.once("spawn", resolve));
    if (!child.kill("SIGSTOP")) return "refused";
    for (let look = 0; look < 200 && child.pid !== undefined && isAlive(child.pid); look++) {
      if (!hasProc() || processState(child.pid)?.state === "T") return undefined;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    return "sent, but the process went on";
  })();
  const trouble = await Promise.race([failed, works]);
  child.kill("SIGKILL");
  return trouble === undefined
    ? { subject, found: "a process was stopped", follows: "the gate can stop backends", level: "fine" }
    : { subject, found: trouble, follows: "no gate: runs whose waiters may race are unknown", level: "weaker" };
}

function coresFact(): Fact {
  const cores = availableParallelism();
  const found = `${cores}, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  return cores >= 2
    ? { subject: "cores", found, follows: "lab and server work side by side", level: "fine" }
    : { subject: "cores", found, follows: "lab and server take turns: slower, with the same results", level: "weaker" };
}

function memoryFact(): Fact {
  const free = freeBytes(MEMORY_DIRECTORY);
  const subject = "memory-backed storage";
  const found = free === undefined ? "none" : `${MEMORY_DIRECTORY}, ${megabytes(free)} free`;
  return memoryDirectory() !== undefined
    ? { subject, found, follows: "servers keep their data there", level: "fine" }
    : { subject, found, follows: "servers keep their data on disk: they start 0.2 s later", level: "weaker" };
}

function diskFact(): Fact {
  const free = freeBytes(tmpdir()) ?? 0;
  const found = `${tmpdir()}, ${megabytes(free)} free`;
  return free > 500 * 1024 * 1024
    ? { subject: "temporary directory", found, follows: "room for the templates of all versions", level: "fine" }
    : { subject: "temporary directory", found, follows: "little room: set TMPDIR to another place", level: "weaker" };
}

async function engineFact(): Promise<Fact> {
  const subject = "container engine";
  for (const socketPath of engineSockets()) {
    if (await answers(socketPath)) {
      return { subject, found: socketPath, follows: "--postgres container works", level: "fine" };
    }
  }
  const follows = "--postgres container does not work; nothing else needs it";
  return { subject, found: "none answered", follows, level: "weaker" };
}

function engineSockets(): readonly string[] {
  const named = process.env["DOCKER_HOST"]?.match(/^unix:\/\/(.+)$/)?.[1];
  const runtime = process.env["XDG_RUNTIME_DIR"];
  return [
    ...(named === undefined ? [] : [named]),
    "/var/run/docker.sock",
    ...(runtime === undefined ? [] : [join(runtime, "docker.sock"), join(runtime, "podman/podman.sock")]),
    join(homedir(), ".docker/run/docker.sock"),
  ].filter((path) => existsSync(path) && statSync(path).isSocket());
}

function answers(socketPath: string): Promise<boolean> {
  return new Promise((resolve) => {
    const asked = request({ socketPath, path: "/_ping", timeout: ENGINE_WITHIN_MS }, (reply) => {
      reply.resume();
      resolve(reply.statusCode === 200);
    });
    asked.on("timeout", () => asked.destroy());
    asked.on("error", () => resolve(false));
    asked.on("close", () => resolve(false));
    asked.end();
  });
}

function urlFact(): Fact {
  const subject = "HOLDFAST_DATABASE_URL";
  return process.env["HOLDFAST_DATABASE_URL"]
    ? { subject, found: "set", follows: "the lab works in a database of its own on that server", level: "fine" }
    : { subject, found: "not set", follows: "the lab starts a server of its own", level: "fine" };
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1024 / 1024)} MB`;
