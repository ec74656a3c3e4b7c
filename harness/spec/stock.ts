/** PostgreSQL's own `isolationtester`, which comes with the embedded binaries, and where its output and ours part. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import type { Binaries } from "../postgres/cluster/binaries.ts";
import type { Address } from "../postgres/server.ts";
import { LabError } from "../verdict/failure.ts";

/**
 * The stock tester cancels a step after twice as long. Its own 360 s would be spent in full wherever a race inside the server
 * made a permutation impossible for it that was possible for us.
 */
const halfAStepS = 15;

export interface StockRun {
  readonly out: string;
  readonly err: string;
  readonly code: number | null;
}

/** Whether the binaries have the tester with them. */
export function hasStock({ native }: Binaries): boolean {
  return existsSync(testerIn(native));
}

function testerIn(native: string): string {
  return join(native, "lib/postgresql/pgxs/src/test/isolation/isolationtester");
}

/** @param name the spec's: sessions call themselves `isolation/NAME/SESSION`. */
export async function runStock(
  spec: string,
  { native, version }: Binaries,
  address: Address,
  name: string,
): Promise<StockRun> {
  const lib = join(native, "lib");
  const tester = testerIn(native);
  if (!existsSync(tester)) {
    throw new LabError("The stock isolationtester is not there.", {
      why: `The package of PostgreSQL ${version} does not hold it.`,
      next: "Leave --compare away, or choose another version with --postgres.",
      exitCode: 3,
    });
  }
  const child = spawn(tester, [connectionWords(address, `isolation/${name}`)], {
    env: { LD_LIBRARY_PATH: lib, LC_ALL: "C", PG_TEST_TIMEOUT_DEFAULT: String(halfAStepS) },
    stdio: ["pipe", "pipe", "pipe"],
  });
  const ended = new Promise<number | null>((resolve, reject) => child.on("error", reject).on("close", resolve));
  child.stdin.on("error", () => undefined); // It has ended without reading on: its code and words say why.
  child.stdin.end(spec);
  const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { out, err, code };
}

/** The words by which libpq finds a server. */
function connectionWords({ host, port, user, database, options }: Address, applicationName: string): string {
  const words = { host, port, user, dbname: database, options, application_name: applicationName };
  return Object.entries(words)
    .flatMap(([name, value]) =>
      value === undefined ? [] : `${name}='${String(value).replace(/['\\]/g, (one) => `\\${one}`)}'`,
    )
    .join(" ");
}

export interface Difference {
  /** From 1. */
  readonly line: number;
  /** undefined: that output has ended. */
  readonly ours: string | undefined;
  readonly stock: string | undefined;
}

/** The first line in which two outputs differ; undefined when they are the same to the byte. */
export function firstDifference(ours: string, stock: string): Difference | undefined {
  if (ours === stock) return undefined;
  const [mine, theirs] = [ours.split("\n"), stock.split("\n")];
  const at = mine.findIndex((line, index) => line !== theirs[index]);
  const index = at === -1 ? mine.length : at;
  return { line: index + 1, ours: mine[index], stock: theirs[index] };
}
