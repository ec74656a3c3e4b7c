/** One spec under both testers, ours and the stock one, each on an empty database of the same server. */
import { createHash } from "node:crypto";
import type { Binaries } from "../postgres/cluster/binaries.ts";
import type { Server } from "../postgres/server.ts";
import type { Verdict } from "../verdict/result.ts";
import { withEmptyDatabase } from "./database.ts";
import type { SpecFile } from "./file.ts";
import { runSpec, type Ran } from "./run.ts";
import { firstDifference, runStock, type Difference, type StockRun } from "./stock.ts";
import { specText } from "./text.ts";

export interface Comparison {
  readonly path: string;
  readonly name: string;
  readonly sessions: number;
  readonly steps: number;
  /** Permutations that ran. */
  readonly permutations: number;
  readonly impossible: number;
  /** Of our output, hex. */
  readonly sha256: string;
  /** holds: the stock tester wrote the same. */
  readonly verdict: Verdict;
  /** Why it is not so, or why it cannot be told. */
  readonly about: readonly string[];
}

export interface CompareOptions {
  readonly server: Server;
  readonly binaries: Binaries;
  /** Every order of the steps that is possible, instead of the permutations that the file names. */
  readonly all: boolean;
}

export async function compareSpec(file: SpecFile, options: CompareOptions): Promise<Comparison> {
  const { spec, name, text } = file;
  const { server, binaries, all } = options;
  const ours = { out: "", err: "" };
  const ran = await withEmptyDatabase(server, (address) =>
    runSpec(spec, address, {
      ...{ name, all },
      out: (more) => void (ours.out += more),
      complain: (more) => void (ours.err += more),
    }),
  );
  const { possible, impossible } = ran;
  const told = {
    ...{ path: file.path, name, permutations: possible, impossible, sessions: spec.sessions.length },
    steps: spec.sessions.reduce((sum, { steps }) => sum + steps.length, 0),
    sha256: createHash("sha256").update(ours.out).digest("hex"),
  };
  const hopeless = whyNotStock(ran);
  if (hopeless !== undefined) return { ...told, verdict: "unknown", about: [hopeless] };
  const asked = all ? specText(spec, ran.ran) : text;
  const stock = await withEmptyDatabase(server, (address) => runStock(asked, binaries, address, name));
  // Of the permutations that were found possible the stock tester has no complaint: it is not asked for the others.
  const about = differences({ ...ours, err: all ? stock.err : ours.err, ended: ran.stopped === undefined }, stock);
  if (about.length > 0) return { ...told, verdict: "breaks", about };
  if (ran.stopped === undefined) return { ...told, verdict: "holds", about };
  return { ...told, verdict: "unknown", about: [`it does not run to its end under either tester: ${ran.stopped}`] };
}

/** Why the stock tester could show nothing, or would not come to an end. */
function whyNotStock({ lacks, endless, stopped, cancelled }: Ran): string | undefined {
  if (lacks.length > 0) return `it asks for ${lacks.join(", ")}, which the embedded server does not have`;
  if (endless) return `${stopped ?? ""}, and the stock tester comes to no end there`;
  if (cancelled.length === 0) return undefined;
  const steps = [...new Set(cancelled)].join(", ");
  return `nothing is left that could end the wait of ${steps}, where the stock tester stands still for six minutes (--all leaves that out)`;
}

function differences(
  ours: { readonly out: string; readonly err: string; readonly ended: boolean },
  stock: StockRun,
): readonly string[] {
  const told = [
    ...lines("output", firstDifference(ours.out, stock.out)),
    ...lines("complaints", firstDifference(complaints(ours.err), complaints(stock.err))),
  ];
  if (told.length === 0 && (stock.code === 0) === ours.ended) return [];
  return stock.code === 0 ? told : [...told, `the stock tester ended with ${stock.code}: ${stock.err.trim()}`];
}

/** Without what libpq adds to an error behind its first line. */
function complaints(text: string): string {
  const first = /^(unused step|(setup|teardown)\b|step|active steps|failed)/;
  return text
    .split("\n")
    .filter((line) => first.test(line))
    .join("\n");
}

function lines(where: string, difference: Difference | undefined): readonly string[] {
  if (difference === undefined) return [];
  const { line, ours, stock } = difference;
  return [`line ${line} of the ${where}`, `ours   ${shown(ours)}`, `stock  ${shown(stock)}`];
}

function shown(line: string | undefined): string {
  return line === undefined ? "(it has ended)" : JSON.stringify(line);
}
