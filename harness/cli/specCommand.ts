/**
 * `spec`: runs PostgreSQL's isolation specs, or compares what comes out with what the stock tester writes. Comparing all
 * specs of the suite writes `evidence/specs.txt`.
 */
import { checkFolder } from "../evidence/files.ts";
import { usableBinaries } from "../postgres/cluster/binaries.ts";
import type { Server, ServerChoice } from "../postgres/server.ts";
import { compareSpec, type Comparison } from "../spec/comparison.ts";
import { counted, renderComparisons, summaryOf } from "../spec/comparisonText.ts";
import { openSpecServer, withEmptyDatabase } from "../spec/database.ts";
import { readSpec, readSpecs, type SpecFile } from "../spec/file.ts";
import { runSpec, type Ran } from "../spec/run.ts";
import { LabError } from "../verdict/failure.ts";
import { worst } from "../verdict/result.ts";
import { evidenceFolder, keepPage } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import type { Suite } from "./lab.ts";
import { mark } from "./reporter/plain.ts";
import type { Surroundings } from "./surroundings.ts";

export interface SpecRequest {
  /** None: those of the suite. */
  readonly files: readonly string[];
  /** Every order of the steps that is possible, instead of the permutations that a file names. */
  readonly all: boolean;
  /** Says where our output and the stock tester's part, instead of showing ours. */
  readonly compare: boolean;
  /** Write `specs.txt` there, whatever was compared. */
  readonly evidence: string | undefined;
  readonly server: ServerChoice;
}

type Embedded = Extract<ServerChoice, { readonly kind: "embedded" }>;

/** Every file is read before the server is started; they run one after the other. */
export async function specCommand({ specs }: Suite, request: SpecRequest, surroundings: Surroundings): Promise<number> {
  const { files, compare } = request;
  if (files.length === 0 && specs === undefined) throw nothingNamed(surroundings.command);
  const read = files.length > 0 ? files.map((file) => readSpec(file)) : readSpecs(surroundings.root, specs!);
  if (request.evidence !== undefined && !compare) throw nothingToWrite();
  const choice = ownServer(request.server, surroundings.command);
  const usual = compare && files.length === 0 && !request.all;
  const folder = evidenceFolder(usual, choice, request.evidence, surroundings.root);
  if (folder !== undefined) await checkFolder(folder);
  const server = await openSpecServer(choice.major);
  const interrupted = surroundings.interrupted.then(() => exitCodes.interrupted);
  try {
    const running = compare
      ? compareAll(read, { request, choice, server, folder }, surroundings)
      : showAll(read, request, server, surroundings);
    running.catch(() => undefined); // After an interrupt its server is taken away.
    return await Promise.race([running, interrupted]);
  } finally {
    await server.close();
  }
}

async function showAll(
  files: readonly SpecFile[],
  { all }: SpecRequest,
  server: Server,
  { out, err: complain }: Surroundings,
): Promise<number> {
  for (const { path, name, spec } of files) {
    const options = { name, all, out, complain };
    const ran = await withEmptyDatabase(server, (address) => runSpec(spec, address, options));
    if (ran.stopped !== undefined || ran.lacks.length > 0) throw unfinished(path, ran);
    const { possible: permutations, impossible } = ran;
    if (all) complain(`holdfast: ${path}: ${counted({ permutations, impossible })}\n`);
  }
  return exitCodes.holds;
}

interface Comparing {
  readonly request: SpecRequest;
  readonly choice: Embedded;
  readonly server: Server;
  /** Where the page goes, if anywhere. */
  readonly folder: string | undefined;
}

async function compareAll(
  files: readonly SpecFile[],
  { request: { all }, choice, server, folder }: Comparing,
  { out, color }: Surroundings,
): Promise<number> {
  const binaries = await usableBinaries(choice.major);
  const done: Comparison[] = [];
  for (const file of files) {
    const found = await compareSpec(file, { server, binaries, all });
    done.push(found);
    out(`${mark(found.verdict, color)} ${file.path}: ${counted(found)}\n`);
    for (const line of found.about) out(`         ${line}\n`);
  }
  out(`${summaryOf(done)}\n`);
  if (folder !== undefined) await keepPage(folder, "specs.txt", renderComparisons(done), out);
  return exitCodeOf(worst(done.map(({ verdict }) => verdict)));
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

function unfinished(path: string, { lacks, stopped }: Ran): LabError {
  if (lacks.length > 0) {
    return new LabError(`The spec ${path} cannot be run here.`, {
      why: `It asks for ${lacks.join(", ")}, which the embedded server does not have.`,
      next: "Run it with isolationtester against a server that has it.",
      exitCode: 3,
    });
  }
  return new LabError(`The spec ${path} did not run to its end.`, {
    why: `${stopped ?? ""}.`,
    next: "Mend the spec; the stock tester does not get further.",
    exitCode: 2,
  });
}

function nothingToWrite(): LabError {
  return new LabError("--evidence does not go without --compare.", {
    why: "Evidence says whether both testers print the same, and only ours is asked.",
    next: "Add --compare, or leave --evidence away.",
    exitCode: 2,
  });
}

function nothingNamed(command: string): LabError {
  return new LabError("There is no spec to run.", {
    why: "None was named, and this suite has none of its own.",
    next: `Name a file: ${command} spec scenarios/specs/nowait.spec`,
    exitCode: 2,
  });
}
