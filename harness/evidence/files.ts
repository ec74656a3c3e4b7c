/**
 * Writes the evidence folder: the lab book, and for each experiment its verdict and its trace. Every file appears whole
 * or not at all, and what belongs to experiments that are no more is removed. `environment.json` holds what differs
 * between machines and runs; it is the one file that is not committed.
 */
import { mkdir, readdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { LabError } from "../verdict/failure.ts";
import { experimentToJson } from "./json.ts";
import { renderOutput } from "./output.ts";
import type { Run } from "./run.ts";
import { renderTraces, traceHead } from "./trace.ts";

/** Versions, times and durations: true of one run on one machine. */
export interface Environment {
  readonly node: string;
  readonly platform: string;
  readonly server: string;
  readonly startedAt: string;
  readonly durationMs: number;
  readonly experimentMs: Readonly<Record<string, number>>;
}

/** Figures that depend on time live here and are written by their own commands. */
export const measured = "measured";

/** Rejects when no evidence can be written there, and leaves nothing behind: better known before the first experiment. */
export async function checkFolder(folder: string): Promise<void> {
  const made: string[] = [];
  try {
    await makeFolders(folder, (path) => made.push(path));
    const probe = join(folder, `.${process.pid}.unfinished`);
    await writeFile(probe, "room for a page?".padEnd(4096)).finally(() => rm(probe, { force: true }));
  } catch (error) {
    throw explained("Evidence cannot be written", folder, error, 2);
  } finally {
    for (const path of made.reverse()) await rmdir(path).catch(() => undefined);
  }
}

export async function writeEvidence(folder: string, run: Run, environment: Environment): Promise<void> {
  try {
    await makeFolders(folder);
    for (const result of run.results) {
      await makeFolders(join(folder, result.id));
      await writeWhole(join(folder, result.id, "verdict.json"), json(experimentToJson(result, { steps: false })));
      await writeWhole(join(folder, result.id, "trace.txt"), renderTraces(result, traceHead));
    }
    await removeOthers(folder, new Set(run.results.map(({ id }) => id)));
    await writeWhole(join(folder, "environment.json"), json(environment));
    // The book comes last: when it is new, everything it speaks of is there.
    await writeWhole(join(folder, "output.txt"), renderOutput(run));
  } catch (error) {
    throw explained("The evidence could not be written", folder, error, 3);
  }
}

/** One page of its own, beside whatever else is there. */
export async function writePage(folder: string, name: string, text: string): Promise<void> {
  try {
    await makeFolders(folder);
    await writeWhole(join(folder, name), text);
  } catch (error) {
    throw explained("The evidence could not be written", folder, error, 3);
  }
}

/** One level at a time: where no folder can be made, as below /proc, Node's own recursive mkdir never ends. */
async function makeFolders(folder: string, made?: (path: string) => void): Promise<void> {
  const missing: string[] = [];
  for (let path = resolve(folder); !(await isThere(path)); path = dirname(path)) missing.unshift(path);
  for (const path of missing) {
    await mkdir(path);
    made?.(path);
  }
}

async function isThere(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** What is there already stays untouched, so a checkout that cannot be written still passes when nothing changed. */
async function writeWhole(path: string, text: string): Promise<void> {
  const before = await readFile(path, "utf8").catch(() => undefined);
  if (before === text) return;
  const unfinished = `${path}.${process.pid}.unfinished`;
  try {
    await writeFile(unfinished, text);
    await rename(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

/** Only folders that hold a verdict are ours to remove; whatever else a person put there stays. */
async function removeOthers(folder: string, ids: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isDirectory() || ids.has(entry.name) || entry.name === measured) continue;
    const path = join(folder, entry.name);
    const ours = await stat(join(path, "verdict.json")).catch(() => undefined);
    if (ours !== undefined) await rm(path, { recursive: true });
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, undefined, 2)}\n`;
}

const causes: Readonly<Record<string, readonly [why: string, next: string]>> = {
  ENOSPC: ["The disk is full.", "Free some space and run again."],
  EDQUOT: ["The disk quota is used up.", "Free some space and run again."],
  EACCES: ["This user may not write there.", "Change the folder's owner, or give another one with --evidence DIR."],
  EPERM: ["This user may not write there.", "Change the folder's owner, or give another one with --evidence DIR."],
  EROFS: ["The file system is read-only.", "Give another folder with --evidence DIR."],
  ENOTDIR: ["A file lies where a folder is needed.", "Move it away, or give another folder with --evidence DIR."],
  ENOENT: ["No folder can be made there.", "Give another place with --evidence DIR."],
  EEXIST: ["A file lies where a folder is needed.", "Move it away, or give another folder with --evidence DIR."],
};

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

function explained(what: string, folder: string, error: unknown, exitCode: 2 | 3): unknown {
  if (!(error instanceof Error) || codeOf(error) === "") return error;
  const cause = causes[codeOf(error)];
  const path = "path" in error ? String(error.path).replace(/\/?\.\d+\.unfinished$/, "") : folder;
  return new LabError(`${what}: ${path}`, {
    why: cause?.[0] ?? error.message,
    next: cause?.[1] ?? "Run again; the evidence from before is untouched where it was not yet replaced.",
    exitCode,
    cause: error,
  });
}
