/** `spec`: runs PostgreSQL's isolation specs, or compares what comes out with what the stock tester writes. */
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { usableBinaries } from "../postgres/cluster/binaries.ts";
import { openServer } from "../postgres/cluster/open.ts";
import type { Server, ServerChoice } from "../postgres/server.ts";
import { withEmptyDatabase } from "../spec/database.ts";
import { parseSpec } from "../spec/parse.ts";
import { runSpec, type Ran } from "../spec/run.ts";
import type { Spec } from "../spec/spec.ts";
import { firstDifference, runStock, specText } from "../spec/stock.ts";
import { LabError } from "../verdict/failure.ts";
import { exitCodes } from "./exitCode.ts";
import type { Surroundings } from "./surroundings.ts";

export interface SpecRequest {
  readonly files: readonly string[];
  /** Every order of the steps that is possible, instead of the permutations that a file names. */
  readonly all: boolean;
  /** Says where our output and the stock tester's part, instead of showing ours. */
  readonly compare: boolean;
  readonly server: ServerChoice;
}

interface SpecFile {
  readonly file: string;
  readonly text: string;
  readonly spec: Spec;
}

type Embedded = Extract<ServerChoice, { readonly kind: "embedded" }>;

/** Every file is read before the server is started; they run one after the other. */
export async function specCommand(request: SpecRequest, surroundings: Surroundings): Promise<number> {
  const specs = request.files.map(readSpec);
  const choice = ownServer(request.server, surroundings.command);
  const server = await openServer(choice);
  const interrupted = surroundings.interrupted.then(() => "interrupted" as const);
  let differing = 0;
  try {
    for (const spec of specs) {
      const running = request.compare
        ? compare(spec, request, choice, server, surroundings)
        : show(spec, request, server, surroundings);
      const outcome = await Promise.race([running, interrupted]);
      if (outcome === "interrupted") {
        running.catch(() => undefined); // Its server is being taken away.
        return exitCodes.interrupted;
      }
      if (!outcome) differing += 1;
    }
  } finally {
    await server.close();
  }
  if (request.compare) surroundings.out(`SUMMARY same=${specs.length - differing} different=${differing}\n`);
  return differing === 0 ? exitCodes.holds : exitCodes.breaks;
}

async function show(
  { file, spec }: SpecFile,
  { all }: SpecRequest,
  server: Server,
  { out, err }: Surroundings,
): Promise<true> {
  const options = { name: nameOf(file), all, out, complain: err };
  const ran = await withEmptyDatabase(server, (address) => runSpec(spec, address, options));
  if (ran.stopped) throw stopped(file);
  if (all) err(`holdfast: ${file}: ${counted(ran)}\n`);
  return true;
}

/** Gives whether the outputs are the same. */
async function compare(
  { file, text, spec }: SpecFile,
  { all }: SpecRequest,
  { major }: Embedded,
  server: Server,
  { out, err }: Surroundings,
): Promise<boolean> {
  const name = nameOf(file);
  let ours = "";
  const options = { name, all, out: (more: string) => void (ours += more), complain: err };
  const ran = await withEmptyDatabase(server, (address) => runSpec(spec, address, options));
  if (ran.cancelled.length > 0) throw impossible(file, ran.cancelled);
  const binaries = await usableBinaries(major);
  const asked = all ? specText(spec, ran.ran) : text;
  const stock = await withEmptyDatabase(server, (address) => runStock(asked, binaries, address, name));
  const difference = firstDifference(ours, stock.out);
  if (difference === undefined && (stock.code !== 0) === ran.stopped) {
    out(`ok       ${file}: ${counted(ran)}\n`);
    return true;
  }
  out(`not ok   ${file}${difference === undefined ? "" : `:  line ${difference.line} of the output`}\n`);
  if (difference !== undefined) {
    out(`         ours   ${shown(difference.ours)}\n         stock  ${shown(difference.stock)}\n`);
  }
  if (stock.code !== 0) out(`         the stock tester ended with ${stock.code}: ${stock.err.trim()}\n`);
  return false;
}

function counted({ possible, impossible }: Ran): string {
  const ran = `${possible} permutation${possible === 1 ? "" : "s"}`;
  return impossible === 0 ? ran : `${ran}, ${impossible} more are impossible`;
}

function shown(line: string | undefined): string {
  return line === undefined ? "(the output has ended)" : JSON.stringify(line);
}

function nameOf(file: string): string {
  return basename(file, ".spec");
}

function readSpec(file: string): SpecFile {
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new LabError(`The spec ${file} cannot be read.`, {
      why: error instanceof Error ? error.message : String(error),
      next: "Name a file; scenarios/specs/ holds examples.",
      exitCode: 2,
      cause: error,
    });
  }
  return { file, text, spec: parseSpec(text, file) };
}

/** A spec makes and drops what it likes, which is no way to treat somebody else's server. */
function ownServer(choice: ServerChoice, command: string): Embedded {
  if (choice.kind === "embedded") return choice;
  throw new LabError("A spec runs on the embedded server only.", {
    why: "It may make, change and drop anything, and HOLDFAST_DATABASE_URL names a server that is not the lab's.",
    next: `Ask for the embedded one: ${command} spec --postgres 18 FILE`,
    exitCode: 2,
  });
}

function stopped(file: string): LabError {
  return new LabError(`The spec ${file} did not run to its end.`, {
    why: "Its own SQL failed where no step is: in a setup, or because a session or its permutation could not go on.",
    next: "The last line before this one says what failed; the stock tester ends there as well.",
    exitCode: 2,
  });
}

function impossible(file: string, steps: readonly string[]): LabError {
  return new LabError(`The spec ${file} has permutations that are impossible.`, {
    why: `Nothing is left that could end the wait of ${[...new Set(steps)].join(", ")}; the stock tester stands still for six minutes at each.`,
    next: "Add --all, which compares every permutation that is possible.",
    exitCode: 2,
  });
}
