/** One machine's part of an exploration. */
import { InvalidArgumentError } from "commander";
import type { Manner, Part, Sampling } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";

/** All of it. */
export const wholePart: Part = { nth: 1, of: 1 };

const shardsMax = 10_000;

/** `2/8`: the second of eight. */
export function parseShard(word: string): Part {
  const [, nth, of] = /^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(word)?.map(Number) ?? [];
  if (nth === undefined || of === undefined || nth > of || of > shardsMax) {
    throw new InvalidArgumentError(`A shard is written 1/8 to 8/8, with at most ${shardsMax} of them.`);
  }
  return { nth, of };
}

/** A shard is a part of a whole that is known beforehand, and hands on a document. */
export function refuseUndivided(manner: Manner, given: { readonly time?: unknown; readonly evidence?: unknown }): void {
  const option =
    manner.strategy === "replay"
      ? "departures"
      : given.time !== undefined
        ? "time"
        : given.evidence !== undefined
          ? "evidence"
          : undefined;
  if (option === undefined) return;
  const why = {
    departures: "One schedule cannot be divided.",
    time: "How many runs a time allows is another number on each machine, so nobody could tell whether one is missing.",
    evidence: "A page tells of the whole, which is known when the shards are merged.",
  }[option];
  throw new LabError(`--shard does not go with --${option}.`, {
    why,
    next: option === "evidence" ? "Give --evidence to merge." : "Leave one of them away.",
    exitCode: 2,
  });
}

/** Runs that follow each other; where the runs cannot be divided evenly, the first parts have one more. */
export function partOfSample(manner: Sampling, { nth, of }: Part): Sampling {
  const before = (parts: number): number => Math.ceil((manner.runs * parts) / of);
  return { ...manner, from: manner.from + before(nth - 1), runs: before(nth) - before(nth - 1) };
}
