/**
 * `certificate`: many thousand runs, each made twice, in fresh processes and under different versions of Node.js and PostgreSQL,
 * and compared. What was shown by now is written to `certificate.txt` as it goes on.
 */
import { execFileSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { batchRuns, type Surrounding } from "../certificate/batch.ts";
import { certifyBatch, type Certified, type Maker } from "../certificate/certify.ts";
import { goOn, nextOf, partOf, readCertificate, renderCertificate, type Certificate } from "../certificate/page.ts";
import { checkFolder, writePage } from "../evidence/files.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { LabError } from "../verdict/failure.ts";
import { whatRuns } from "./code.ts";
import { exitCodes } from "./exitCode.ts";
import type { Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import type { Surroundings } from "./surroundings.ts";

type Major = Extract<ServerChoice, { readonly kind: "embedded" }>["major"];

export const certificatePage = "certificate.txt";
/** After so many batches the page is written. */
const pageEvery = 10;

export interface CertificateRequest {
  readonly seed: number;
  /** The number of the first run; undefined: where the page ends. And how many: whole batches. */
  readonly from: number | undefined;
  readonly runs: number;
  /** Executables of Node.js, at least one. */
  readonly nodes: readonly string[];
  readonly majors: readonly Major[];
  /** Where the page is. */
  readonly folder: string;
}

interface Place extends Surrounding {
  readonly major: Major;
  readonly executable: string;
}

export async function certificateCommand(
  suite: Suite,
  request: CertificateRequest,
  surroundings: Surroundings,
): Promise<number> {
  const { seed, runs, folder } = request;
  const { out, err, interrupted } = surroundings;
  requireWholeBatches(request);
  const before = goOn(await readPage(request), request.from, { code: surroundings.code(whatRuns), seed });
  const from = nextOf(before.parts);
  await checkFolder(folder);
  const places = placesOf(request);
  const progress = progressOn(surroundings);
  const openLab = opening(suite, seed);
  const stopped = interrupted.then(() => undefined);

  const done: Certified[] = [];
  const page = (): Certificate => ({ ...before, parts: [...before.parts, partOf(done, from, places)] });
  const keep = async (): Promise<void> => writePage(folder, certificatePage, renderCertificate(page()));
  const first = (from - 1) / batchRuns + 1;
  for (let batch = first; batch < first + runs / batchRuns; batch++) {
    progress.show(`batch ${batch - first + 1} of ${runs / batchRuns}`);
    const certified = await Promise.race([
      attempt(() => certifyBatch(suite.explored ?? [], batch, places, openLab.open)),
      stopped,
    ]);
    if (certified === undefined) break;
    done.push(certified);
    progress.clear();
    for (const line of partOf([certified], from, places).amiss) out(`${line}\n`);
    if (done.length % pageEvery === 0) await keep();
  }
  // The page comes first: whoever interrupts does not wait long for what is still open.
  if (done.length > 0) await keep();
  await openLab.closeAll();
  if (done.length === 0) {
    err("interrupted before the first batch was done\n");
    return exitCodes.interrupted;
  }
  out(`${renderCertificate(page())}\nevidence written to ${join(folder, certificatePage)}\n`);
  const { divergent, unknown } = partOf(done, from, places);
  if (divergent > 0) return exitCodes.breaks;
  if (unknown > 0) return exitCodes.unknown;
  return done.length < runs / batchRuns ? exitCodes.interrupted : exitCodes.holds;
}

/** Labs of one fresh process each; those that are still open can be closed all at once. */
function opening(suite: Suite, seed: number) {
  const opened = new Set<Maker>();
  const open = async ({ executable, major }: Place): Promise<Maker> => {
    const lab = await suite.openApart?.({ kind: "embedded", major }, executable);
    if (lab === undefined) throw new Error("this suite has no program for a process of its own");
    const explore = async (name: string, from: number, runs: number) => {
      if (lab.explore === undefined) throw new Error("this lab has nothing to explore");
      return lab.explore(name, { seed, manner: { strategy: "random", from, runs } });
    };
    const maker: Maker = {
      make: async ({ name, from, runs }) => explore(name, from, runs),
      trace: async ({ name, from }) => (await explore(name, from, 1)).trace ?? { steps: [], sha256: "" },
      close: async () => {
        opened.delete(maker);
        await lab.close();
      },
    };
    opened.add(maker);
    return maker;
  };
  const closeAll = async (): Promise<void> => {
    for (const maker of opened) await maker.close();
  };
  return { open, closeAll };
}

/** A batch that could not be made shows nothing, and says why. */
async function attempt(make: () => Promise<Certified>): Promise<Certified> {
  try {
    return await make();
  } catch (error) {
    const doubt = error instanceof Error ? error.message : String(error);
    return { batches: 1, runs: batchRuns, unknown: batchRuns, doubts: [doubt], divergent: [] };
  }
}

function placesOf({ nodes, majors }: CertificateRequest): readonly Place[] {
  return nodes.flatMap((executable) => {
    const node = versionOf(executable);
    return majors.map((major) => ({ node, major, executable }));
  });
}

function versionOf(executable: string): string {
  try {
    return execFileSync(executable, ["--version"], { encoding: "utf8" }).trim();
  } catch (error) {
    throw new LabError(`${executable} is no Node.js that can be run.`, {
      why: error instanceof Error ? error.message : String(error),
      next: "Give the path of an executable with --node, or leave it away.",
      exitCode: 2,
      cause: error,
    });
  }
}

/** @throws LabError, wrong use, when what stands there is none, and would be written over unasked. */
async function readPage({ folder, from }: CertificateRequest): Promise<Certificate | undefined> {
  const path = join(folder, certificatePage);
  const text = await readFile(path, "utf8").catch(() => "");
  const page = readCertificate(text);
  if (page !== undefined || text === "" || from === 1) return page;
  throw new LabError(`${path} is no certificate.`, {
    why: "Its head names no state of the program and no seed, so nobody can tell where it ends.",
    next: "Begin with --from 1, which writes over it, or name another folder with --evidence.",
    exitCode: 2,
  });
}

function requireWholeBatches({ from = 1, runs }: CertificateRequest): void {
  if ((from - 1) % batchRuns === 0 && runs % batchRuns === 0) return;
  throw new LabError("Runs are made in whole batches.", {
    why: `A batch has ${batchRuns} runs, and begins after a whole number of them.`,
    next: `Give --from 1, ${batchRuns + 1}, … and --runs ${batchRuns}, ${2 * batchRuns}, …`,
    exitCode: 2,
  });
}
