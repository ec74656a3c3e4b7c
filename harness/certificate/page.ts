/**
 * The certificate as a page, `evidence/measured/certificate.txt`. It grows: what is run further is a part of its own beside those
 * that were made before, so long as the program is the same; parts of two states of it are never added up.
 */
import { LabError } from "../verdict/failure.ts";
import { batchRuns, mixWords, type Surrounding } from "./batch.ts";
import type { Certified, Divergence } from "./certify.ts";

/** Runs from one number to another that were made one after another. */
export interface Part {
  readonly from: number;
  readonly to: number;
  readonly divergent: number;
  readonly unknown: number;
  /** `v20.20.2 on 16, v22.23.5 on 18`: the surroundings, in words. */
  readonly where: string;
  /** What did not come out the same, or could not be told: lines. */
  readonly amiss: readonly string[];
}

export interface Certificate {
  /** The state of the program. */
  readonly code: string;
  readonly seed: number;
  readonly parts: readonly Part[];
}

const method: readonly string[] = [
  `Runs are numbered; ${batchRuns} of them are a batch: ${mixWords}, each of another seed or thing.`,
  "A batch is made twice, by two fresh processes with a fresh server each, of different versions of Node.js or PostgreSQL; each",
  "pair of versions has its turn. Both times each run is a random walk, and the hashes over all its decisions are compared. Of a run",
  "that differs the first decision that does is named. The experiments' real processes are played; crashes of the server are real.",
  "The state of the program is a hash over the sources that decide how a run goes and over what pins the servers' versions. All of",
  "this was shown of the state above and of no other; the sources may have changed since, and then this page cannot be gone on with.",
];

/** As many as a page is to have, and as many as are made at a time. */
const manyRuns = 1_000_000;
export const usualRuns = 100_000;

/** Of a part, as it is read back. */
const partLine = /^runs (\d+) to (\d+) {3}divergent (\d+) {3}unknown (\d+) {3}(.*)$/;
const headLine = /^holdfast certificate {3}state of the program (\w+) {3}seed (\d+)$/;

/** Ends with a newline. */
export function renderCertificate({ code, seed, parts }: Certificate): string {
  const sum = (of: (part: Part) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const runs = sum(({ from, to }) => to - from + 1);
  const divergent = sum((part) => part.divergent);
  const per = runs === 0 ? "unknown" : String(Math.round((divergent / runs) * 100_000 * 100) / 100);
  return [
    `holdfast certificate   state of the program ${code}   seed ${seed}`,
    "",
    ...method,
    "",
    ...parts.flatMap(({ from, to, divergent: differ, unknown, where, amiss }) => [
      `runs ${from} to ${to}   divergent ${differ}   unknown ${unknown}   ${where}`,
      ...amiss.map((line) => `  ${line}`),
    ]),
    "",
    ...howToGoOn(nextOf(parts)),
    `CERTIFICATE runs=${runs} made=${2 * runs} divergent=${divergent} unknown=${sum((part) => part.unknown)} divergent_per_100000=${per}`,
    "",
  ].join("\n");
}

/** Whoever reads the page later has the state that it is of, or another. @param next the first run that was not made. */
function howToGoOn(next: number): readonly string[] {
  const runs = next > manyRuns ? usualRuns : manyRuns - next + 1;
  return [
    `to go on, in the same state: npm run certificate -- --from ${next} --runs ${runs}`,
    `to begin anew, in any other: npm run certificate -- --from 1 --runs ${usualRuns}`,
  ];
}

/** The page again as it was written; undefined when it is none. */
export function readCertificate(text: string): Certificate | undefined {
  const [head = "", ...rest] = text.split("\n");
  const [, code, seed] = headLine.exec(head) ?? [];
  if (code === undefined || seed === undefined) return undefined;
  const parts: Part[] = [];
  for (const line of rest) {
    const [, from, to, divergent, unknown, where = ""] = partLine.exec(line) ?? [];
    const last = parts.at(-1);
    if (from !== undefined) {
      const [first, end, differ, untold] = [from, to, divergent, unknown].map(Number) as [
        number,
        number,
        number,
        number,
      ];
      parts.push({ from: first, to: end, divergent: differ, unknown: untold, where, amiss: [] });
    } else if (last !== undefined && line.startsWith("  ")) {
      parts[parts.length - 1] = { ...last, amiss: [...last.amiss, line.slice(2)] };
    }
  }
  return { code, seed: Number(seed), parts };
}

/** The first run after all that were made. */
export function nextOf(parts: readonly Part[]): number {
  return Math.max(0, ...parts.map(({ to }) => to)) + 1;
}

/**
 * What is added to: the page there is; at the first run a new one.
 * @param from the first run's number; undefined: where the page ends.
 * @throws LabError, wrong use, when the page is of another state of the program, or its next run is another one.
 */
export function goOn(
  before: Certificate | undefined,
  from: number | undefined,
  now: Pick<Certificate, "code" | "seed">,
): Certificate {
  if (from === 1 || (from === undefined && before === undefined)) return { ...now, parts: [] };
  if (before === undefined || before.code !== now.code || before.seed !== now.seed) {
    throw new LabError("There is no certificate that this would continue.", {
      why:
        before === undefined
          ? "No page was written yet."
          : `The page is of the program's state ${before.code} at seed ${before.seed}; this is ${now.code} at seed ${now.seed}.`,
      next: "Begin with --from 1: the page then begins anew.",
      exitCode: 2,
    });
  }
  const next = nextOf(before.parts);
  if (from !== undefined && from !== next) {
    throw new LabError(`Run ${from} is not the next one.`, {
      why: `The page ends with run ${next - 1}.`,
      next: `Go on with --from ${next}.`,
      exitCode: 2,
    });
  }
  return before;
}

/** Batches one after another as one part. @param from the first run's number. */
export function partOf(all: readonly Certified[], from: number, surroundings: readonly Surrounding[]): Part {
  const runs = all.reduce((sum, one) => sum + one.runs, 0);
  const divergent = all.flatMap((one) => one.divergent);
  const [doubt] = all.flatMap((one) => one.doubts);
  const unknown = all.reduce((sum, one) => sum + one.unknown, 0);
  return {
    from,
    to: from + runs - 1,
    divergent: divergent.length,
    unknown,
    where: placesOf(surroundings),
    amiss: [...divergent.map(told), ...(unknown === 0 ? [] : [`unknown, the first: ${doubt ?? ""}`])],
  };
}

function placesOf(surroundings: readonly Surrounding[]): string {
  const words = surroundings.map(({ node, major }) => `${node} with PostgreSQL ${major}`);
  return words.join(", ");
}

/** One line of a run that came out differently. */
function told({ name, nth, where, decision }: Divergence): string {
  const again = decision ?? "it did not differ again when it was made again";
  return `DIVERGENT ${name}, run ${nth}, between ${placesOf(where)}: ${again}`;
}
