/**
 * What all experiments take together after set-up, and each one's share, its controls included: the lab's own command
 * line as a process of its own, and what it notes in `environment.json`.
 */

import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { table } from "../cli/table.ts";
import { median } from "./suite.ts";

interface Noted {
  readonly durationMs: number;
  readonly experimentMs: Readonly<Record<string, number>>;
}

/** @param program the compiled composition root of a suite of experiments. */
export async function experimentsReport(program: string, times: number): Promise<string> {
  const noted: Noted[] = [];
  for (let i = 0; i < times; i++) noted.push(await runOnce(program));
  const ids = Object.keys(noted[0]?.experimentMs ?? {});
  const each = ids.map((id) => [id, median(noted.map(({ experimentMs }) => experimentMs[id] ?? 0))] as const);
  const all = median(noted.map(sum));
  const around = median(noted.map((one) => one.durationMs - sum(one)));
  const rows = [
    ...each.map(([id, ms]) => [id, ms.toFixed(0), ((100 * ms) / all).toFixed(0)]),
    ["all experiments", all.toFixed(0), "100"],
    ["set-up, and writing the evidence", around.toFixed(0), ""],
  ];
  return table([`every experiment with its controls, ${times} times`, "ms", "%"], rows, ["left", "right", "right"]);
}

const sum = ({ experimentMs }: Noted): number => Object.values(experimentMs).reduce((total, ms) => total + ms, 0);

async function runOnce(program: string): Promise<Noted> {
  const folder = await mkdtemp(join(tmpdir(), "holdfast-bench-"));
  try {
    await promisify(execFile)(process.execPath, [program, "run", "--evidence", folder]);
    return JSON.parse(await readFile(join(folder, "environment.json"), "utf8")) as Noted;
  } finally {
    await rm(folder, { recursive: true });
  }
}
