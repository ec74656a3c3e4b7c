/**
 * The real surroundings of the command line: the one place that reads argv and the environment, and that ends the
 * process. `scenarios/main.ts` calls it with its suite.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { onInterrupt } from "../postgres/cluster/ending.ts";
import { codeOf } from "./code.ts";
import type { Fact } from "./doctorFacts.ts";
import { exitCodes } from "./exitCode.ts";
import type { Suite } from "./lab.ts";
import { holdfast } from "./program.ts";
import type { Surroundings } from "./surroundings.ts";

const columnsOfAFile = 100;
/** A server of the user's own is left over the network, which may not answer. */
const closeWithinMs = 5_000;

export async function main(suite: Suite, machineFacts: () => Promise<readonly Fact[]>): Promise<never> {
  // A defect must not look like a broken claim, which is what Node's own exit code 1 would say.
  const crash = (error: unknown): never => {
    process.stderr.write(
      `holdfast: a defect of the lab itself\n${error instanceof Error ? error.stack : String(error)}\n`,
    );
    process.exit(exitCodes.unknown);
  };
  process.on("uncaughtException", crash);
  process.on("unhandledRejection", crash);
  const root = projectRoot();
  const { env, stdout, stderr } = process;
  let interrupt = () => {};
  const surroundings: Surroundings = {
    out: (text) => stdout.write(text),
    err: (text) => stderr.write(text),
    terminal: stderr.isTTY && isUnset(env["CI"]) && env["TERM"] !== "dumb",
    columns: stdout.isTTY ? stdout.columns : columnsOfAFile,
    command: env["HOLDFAST_COMMAND"] ?? "holdfast",
    color: stdout.isTTY && isUnset(env["NO_COLOR"]),
    databaseUrl: isUnset(env["HOLDFAST_DATABASE_URL"]) ? undefined : env["HOLDFAST_DATABASE_URL"],
    shopDatabaseUrl: isUnset(env["DATABASE_URL"]) ? undefined : env["DATABASE_URL"],
    root,
    version: versionOf(root),
    code: (places) => codeOf(root, places),
    interrupted: new Promise((resolve) => {
      interrupt = resolve;
    }),
    nowMs: () => performance.now() + performance.timeOrigin,
    machineFacts,
  };
  const finished = holdfast(process.argv.slice(2), suite, surroundings);
  // `./run.sh | head` closes the pipe: nobody reads any more, so stop without a word, and take the server along.
  const output = { unread: false };
  const hangUp = (error: Error): void => {
    if (output.unread) return;
    if (!("code" in error && error.code === "EPIPE")) {
      stderr.write(`holdfast: The output cannot be written.\n  why:  ${error.message}\n`);
      process.exit(exitCodes.unknown);
    }
    output.unread = true;
    setTimeout(() => process.exit(exitCodes.nobodyReads), closeWithinMs);
    interrupt();
  };
  stdout.on("error", hangUp);
  stderr.on("error", hangUp);
  // The command ends in its own order: it prints what it found and closes its lab, then the process goes.
  const signalled = { yet: false };
  onInterrupt(async () => {
    signalled.yet = true;
    interrupt();
    await finished;
  });
  const code = await finished;
  // The signal decides the exit code then (130, 143), and its handler ends the process.
  if (signalled.yet) await new Promise<never>(() => {});
  // Whether the last words were read is known one turn later.
  await new Promise((resolve) => setImmediate(resolve));
  process.exit(output.unread ? exitCodes.nobodyReads : code);
}

function isUnset(value: string | undefined): boolean {
  return value === undefined || value === "";
}

/** The nearest folder above with a package.json: sources and compiled files lie at different depths. */
function projectRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!isPackage(folder)) folder = dirname(folder);
  return folder;
}

function isPackage(folder: string): boolean {
  try {
    readFileSync(join(folder, "package.json"));
    return true;
  } catch {
    if (folder === dirname(folder)) throw new Error("holdfast was moved away from its package.json");
    return false;
  }
}

function versionOf(root: string): string {
  const about: unknown = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return about !== null && typeof about === "object" && "version" in about ? String(about.version) : "unknown";
}
