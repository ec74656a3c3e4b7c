/** Turns the words of a command line into experiments, seeds and servers, or says what was meant instead. */
import { availableParallelism } from "node:os";
import { InvalidArgumentError } from "commander";
import type { RanOn, Way } from "../evidence/run.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { LabError } from "../verdict/failure.ts";
import type { FlowCard } from "../verdict/grid.ts";
import type { CellAddress, ExperimentCard } from "./lab.ts";

const nearestMax = 3;
const changesMax = 2;

/** The words of a command line that may be mistyped, and how the program itself is called. */
export interface Vocabulary {
  readonly command: string;
  readonly commands: readonly string[];
}

/**
 * The experiments that were named, in that order, each once; all of them when none was. Upper and lower case are the
 * same, and a group's name (`c29`) stands for all of its experiments.
 */
export function chooseExperiments(
  cards: readonly ExperimentCard[],
  asked: readonly string[],
  vocabulary: Vocabulary,
): readonly ExperimentCard[] {
  if (asked.length === 0) return cards;
  return [...new Set(asked.flatMap((word) => named(cards, word, vocabulary)))];
}

function named(
  cards: readonly ExperimentCard[],
  word: string,
  { command, commands }: Vocabulary,
): readonly ExperimentCard[] {
  const id = word.toUpperCase();
  const found = cards.filter((card) => card.id === id || card.id.startsWith(`${id}-`));
  if (found.length > 0) return found;
  const ids = cards.map((card) => card.id);
  const near = [...nearest(word.toLowerCase(), commands), ...nearest(id, ids)].slice(0, nearestMax);
  throw new LabError(`There is no experiment or command "${word}".`, {
    why:
      near.length === 0
        ? "No name is like it."
        : `The nearest ${near.length === 1 ? "name is" : "names are"} ${near.join(", ")}.`,
    next: `"${command} list" shows the experiments, "${command} --help" the commands.`,
    exitCode: 2,
  });
}

/**
 * The flows that were named, in their own order; all of them when none was. `pay` stands for every `pay-…`.
 * @param noun what they are: a flow, a pair; @param command whose help shows them: `./run.sh crash`.
 */
export function chooseFlows<F extends Pick<FlowCard, "name">>(
  flows: readonly F[],
  asked: readonly string[],
  noun: string,
  command: string,
): readonly F[] {
  if (asked.length === 0) return flows;
  const wanted = asked.flatMap((word) => {
    const found = flows.filter(({ name }) => name === word || name.startsWith(`${word}-`));
    if (found.length > 0) return found;
    const names = flows.map(({ name }) => name);
    const near = nearest(word, names);
    throw new LabError(`There is no ${noun} "${word}".`, {
      why: near.length === 0 ? "No name is like it." : `Names like it: ${near.join(", ")}.`,
      next: `The ${noun}s are ${names.join(", ")}; "${command} --help" shows how they are named.`,
      exitCode: 2,
    });
  });
  return flows.filter((flow) => wanted.includes(flow));
}

/**
 * The few names that somebody who typed `word` may have meant, those that take the fewest changes first, of equals the
 * earlier: one or two changes away (not half of a short word), or of the same group, or begun by it.
 */
export function nearest(word: string, names: readonly string[]): readonly string[] {
  return names
    .map((name, index) => ({ name, index, distance: editDistance(word, name) }))
    .filter(({ name, distance }) => {
      const group = name.slice(0, name.lastIndexOf("-") + 1);
      const begun = word !== "" && (name.startsWith(word) || (group !== "" && word.startsWith(group)));
      return begun || distance <= Math.min(changesMax, (word.length - 1) / 2);
    })
    .sort((a, b) => a.distance - b.distance || a.index - b.index)
    .slice(0, nearestMax)
    .map(({ name }) => name);
}

/** Levenshtein's: how many characters to insert, delete or replace. One row of his table at a time. */
export function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const replaced = row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1));
    }
    row = next;
  }
  return row[to.length]!;
}

/** What of a cell is named, and options that go with one cell only, or with none. */
interface CellAsked {
  readonly point?: number;
  readonly fault?: string;
  readonly trace?: true;
  readonly json?: true;
  readonly evidence?: string;
  readonly workers?: number;
}

/** The one cell that is meant, when one is: it takes a single flow, its row and a fault. */
export function chooseCell(
  asked: readonly string[],
  flows: readonly FlowCard[],
  { point, fault, trace, ...ofTables }: CellAsked,
  command: string,
): CellAddress | undefined {
  const example = `For example: ${command} crash pay-charged --point 7 --fault kill-after`;
  if (point === undefined && fault === undefined) {
    if (trace === undefined) return undefined;
    throw new LabError("--trace shows one cell.", {
      why: "No cell is named: that takes one flow, --point and --fault.",
      next: `${example} --trace`,
      exitCode: 2,
    });
  }
  const needless = (["json", "evidence", "workers"] as const).find((name) => ofTables[name] !== undefined);
  if (needless !== undefined) {
    throw new LabError(`--${needless} does not go with one cell.`, {
      why: "It is for whole tables; one cell is one run, and is printed.",
      next: `Leave --${needless} away, or leave --point and --fault away.`,
      exitCode: 2,
    });
  }
  const [flow] = asked.length === 1 ? flows.filter(({ name }) => name === asked[0]) : [];
  if (flow !== undefined && point !== undefined && fault !== undefined) return { flow: flow.name, point, fault };
  throw new LabError("One cell is named by one flow, --point and --fault.", {
    why: flow === undefined ? "Not exactly one flow is named in full." : "One of the two options is missing.",
    next: example,
    exitCode: 2,
  });
}

/** A seed: a whole number from 0 up to 2^53 - 1, written in digits, so that printing it gives the same word back. */
export function parseSeed(word: string): number {
  const seed = Number(word);
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(seed)) {
    throw new InvalidArgumentError("A seed is a whole number from 0 to 9007199254740991.");
  }
  return seed;
}

/** How many: a whole number from 1. */
export function parseCount(word: string): number {
  const count = Number(word);
  if (!/^\d+$/.test(word) || !Number.isSafeInteger(count) || count < 1) {
    throw new InvalidArgumentError("It must be a whole number from 1 up.");
  }
  return count;
}

/** At least two runs, or there is nothing to compare. */
export function parseTimes(word: string): number {
  const times = parseCount(word);
  if (times < 2) throw new InvalidArgumentError("It must be at least 2, or there is nothing to compare.");
  return times;
}

/** Nothing would be written to the folder without a name. */
export function parseFolder(word: string): string {
  if (word === "") throw new InvalidArgumentError("A folder has a name.");
  return word;
}

export const postgresWords = ["16", "17", "18", "container"] as const;

/** What was asked for on the command line wins over the environment's server; the embedded 18 is the default. */
export function chooseServer(word: string | undefined, databaseUrl: string | undefined): ServerChoice {
  switch (word) {
    case "16":
      return { kind: "embedded", major: 16 };
    case "17":
      return { kind: "embedded", major: 17 };
    case "container":
      return { kind: "container", major: 18 };
    case undefined:
      if (databaseUrl !== undefined) return { kind: "url", url: databaseUrl };
      return { kind: "embedded", major: 18 };
    default:
      return { kind: "embedded", major: 18 };
  }
}

const workersMax = 4;

/**
 * How many processes share the work. A server of the user's own is one: several labs on it would wait for each other.
 * @param asked what the user wants; undefined: as the machine's cores suggest.
 */
export function chooseWorkers(asked: number | undefined, server: ServerChoice): number {
  if (server.kind === "embedded") return asked ?? Math.min(workersMax, availableParallelism());
  if (asked === undefined || asked === 1) return 1;
  throw new LabError(`${asked} workers cannot share this server.`, {
    why: "Each worker needs a server of its own, and the lab starts several of the embedded ones only.",
    next: "Leave --workers away, or ask for an embedded server with --postgres 18.",
    exitCode: 2,
  });
}

const places = { embedded: "embedded", container: "in a container", url: "a server of your own" } as const;

/** For people, and without the password a URL may hold. */
export function describeServer({ kind, major }: RanOn): string {
  return `PostgreSQL ${major}, ${places[kind]}`;
}

/** How a run is asked for again: with the server that was asked for, unless it is the one that is meant anyway. */
export function wayBack(command: string, word: string | undefined, databaseUrl: string | undefined): Way {
  const meant = word === undefined || (word === "18" && databaseUrl === undefined);
  return { command, options: meant ? "" : ` --postgres ${word}` };
}
