/** The options that several commands take, and what becomes of them. */
import { Option } from "commander";
import type { Way } from "../../evidence/run.ts";
import { chooseServer, chooseWorkers, parseCount, parseFolder, parseSeed, postgresWords, wayBack } from "../choose.ts";
import { defaultSeed } from "../lab.ts";
import type { Place } from "../session.ts";
import type { Surroundings } from "../surroundings.ts";

export function seedOption(): Option {
  return new Option("--seed <number>", "decides everything").default(defaultSeed).argParser(parseSeed);
}

/** @param says what is written there. */
export function evidenceOption(says: string): Option {
  return new Option("--evidence <folder>", says).argParser(parseFolder);
}

/** What {@link serverOption} and {@link workersOption} make of what was typed; undefined where nothing was. */
export interface PlaceGiven {
  readonly postgres?: string;
  readonly workers?: number;
}

export function serverOption({ databaseUrl }: Surroundings): Option {
  return new Option("--postgres <server>", "the embedded server of that version, or one in a container")
    .choices(postgresWords)
    .default(undefined, databaseUrl === undefined ? "18" : "the server of HOLDFAST_DATABASE_URL");
}

export function workersOption(): Option {
  return new Option(
    "--workers <number>",
    "processes that share the work, each with a server of its own (unless said, one a core, at most 4)",
  ).argParser(parseCount);
}

/** @param cards what is done each by one process; undefined: what several processes share whatever it is. */
export function placeOf(
  cards: readonly unknown[] | undefined,
  { postgres, workers }: PlaceGiven,
  { databaseUrl }: Surroundings,
): Place {
  const server = chooseServer(postgres, databaseUrl);
  return { server, workers: Math.min(cards?.length ?? Infinity, chooseWorkers(workers, server)) };
}

/** How a run is asked for again. */
export function wayOf({ postgres }: PlaceGiven, { command, databaseUrl }: Surroundings): Way {
  return wayBack(command, postgres, databaseUrl);
}
