/**
 * Writes the evidence folder: the lab book, and for each experiment its verdict and its trace. Every file appears whole
 * or not at all, and what belongs to experiments that are no more is removed. `environment.json` holds what differs
 * between machines and runs; it is the one file that is not committed.
 */
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
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
const measured = "measured";

export async function writeEvidence(folder: string, run: Run, environment: Environment): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    for (const result of run.results) {
      await mkdir(join(folder, result.id), { recursive: true });
      await writeWhole(join(folder, result.id, "verdict.json"), json(experimentToJson(result, { steps: false })));
      await writeWhole(join(folder, result.id, "trace.txt"), renderTraces(result, traceHead));
    }
    await removeOthers(folder, new Set(run.results.map(({ id }) => id)));
    await writeWhole(join(folder, "environment.json"), json(environment));
    // The book comes last: when it is new, everything it speaks of is there.
    await writeWhole(join(folder, "output.txt"), renderOutput(run));
  } catch (error) {
    throw explained(folder, error);
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
  ENOSPC: ["the disk is full", "free some space and run again"],
  EDQUOT: ["the disk quota is used up", "free some space and run again"],
  EACCES: ["this user may not write there", "change the folder's owner, or give another one with --evidence DIR"],
  EPERM: ["this user may not write there", "change the folder's owner, or give another one with --evidence DIR"],
  EROFS: ["the file system is read-only", "give another folder with --evidence DIR"],
  ENOTDIR: ["a file lies where a folder is needed", "move it away, or give another folder with --evidence DIR"],
  EEXIST: ["a file lies where a folder is needed", "move it away, or give another folder with --evidence DIR"],
};

function explained(folder: string, error: unknown): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const cause = causes[String(error.code)];
  const path = "path" in error ? String(error.path).replace(/\.\d+\.unfinished$/, "") : folder;
  return new LabError(`the evidence could not be written: ${path}`, {
    why: cause?.[0] ?? error.message,
    next: cause?.[1] ?? "run again; the evidence from before is untouched where it was not yet replaced",
    exitCode: 3,
    cause: error,
  });
}
