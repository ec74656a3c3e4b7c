/** Puts parts of a search together: whoever made them, in whatever order, the whole is the same. */

import { createHash } from "node:crypto";
import { addSeen, type Happened, type Seen } from "../verdict/happened.ts";
import {
  isControl,
  type Exploration,
  type ExploredCard,
  type Place,
  type Sampling,
  type Searched,
} from "../verdict/exploration.ts";

export const nothingSearched: Searched = {
  ...{ schedules: 0, violated: 0, unknown: 0 },
  ...{ doubts: [], hashes: [], fired: {}, seen: {} },
};

/** Parts of a sample: the first violation is that of the run with the lowest number. */
export function joined(parts: readonly Searched[]): Searched {
  const sum = (of: (part: Searched) => number): number => parts.reduce((all, part) => all + of(part), 0);
  const [first] = parts.flatMap((part) => part.first ?? []).sort((a, b) => a.schedule - b.schedule);
  const kinds = [...new Set(parts.flatMap(({ fired }) => Object.keys(fired)))].sort();
  return {
    schedules: sum(({ schedules }) => schedules),
    violated: sum(({ violated }) => violated),
    ...(first === undefined ? {} : { first }),
    unknown: sum(({ unknown }) => unknown),
    doubts: parts.find(({ doubts }) => doubts.length > 0)?.doubts ?? [],
    hashes: parts.flatMap(({ hashes }) => hashes),
    fired: Object.fromEntries(kinds.map((kind) => [kind, sum(({ fired }) => fired[kind] ?? 0)])),
    seen: addSeen(parts.map(({ seen }) => seen)),
  };
}

/** Parts of an exhaustive search, in the order in which one process alone would have made their runs. */
function joinedInOrder(parts: readonly Searched[]): Searched {
  const runs = parts
    .flatMap(({ hashes, order }) => hashes.map((hash, nth) => ({ hash, place: order?.places[nth] ?? [] })))
    .sort((a, b) => byPlace(a.place, b.place));
  const places = runs.map(({ place }) => place);
  const [first] = parts
    .flatMap(({ first: one, order }) =>
      one === undefined ? [] : { one, place: order?.places[one.schedule - 1] ?? [] },
    )
    .sort((a, b) => byPlace(a.place, b.place));
  const [doubt] = parts
    .filter(({ unknown }) => unknown > 0)
    .sort((a, b) => byPlace(a.order?.doubted ?? [], b.order?.doubted ?? []));
  const doubted = doubt?.order?.doubted;
  return {
    ...joined(parts),
    ...(first === undefined ? {} : { first: { ...first.one, schedule: places.indexOf(first.place) + 1 } }),
    doubts: doubt?.doubts ?? [],
    hashes: runs.map(({ hash }) => hash),
    order: { places, ...(doubted === undefined ? {} : { doubted }) },
  };
}

function byPlace(a: Place, b: Place): number {
  const at = a.findIndex((number, nth) => number !== b[nth]);
  return at === -1 ? a.length - b.length : a[at]! - (b[at] ?? -1);
}

/** Shares of the exhaustive searches of one thing; what a share says of another search than its own is nothing. */
export function exhausted(parts: readonly Exploration[]): Exploration {
  const [one] = parts;
  if (one?.manner.strategy !== "exhaustive") throw new Error("no share of an exhaustive search");
  const { kind, name, title, bound, manner } = one;
  const control = parts.find((part) => part.control !== undefined)?.control;
  const faulted = parts.flatMap((part) => part.faulted ?? []);
  return {
    ...{ kind, name, title },
    manner: { strategy: manner.strategy, ...(manner.bound === undefined ? {} : { bound: manner.bound }) },
    ...joinedInOrder(parts),
    ...(bound === undefined ? {} : { bound }),
    ...(control === undefined ? {} : { control }),
    ...(faulted.length === 0 ? {} : { faulted: { bound: faulted[0]!.bound, ...joinedInOrder(faulted) } }),
  };
}

/** Parts of a sample, whatever their order; a control is sampled until its first violation. */
export function sampled(
  { kind, name, title }: ExploredCard,
  manner: Sampling,
  parts: readonly Exploration[],
): Exploration {
  const fromOf = (part: Exploration): number => ("from" in part.manner ? part.manner.from : 0);
  const inOrder = [...parts].sort((a, b) => fromOf(a) - fromOf(b));
  const broken = inOrder.findIndex(({ violated }) => violated > 0);
  const found = joined(manner.control === true && broken >= 0 ? inOrder.slice(0, broken + 1) : inOrder);
  return { kind, name, title, manner: { ...manner, runs: found.schedules }, ...found };
}

/** What happened in explorations: of the shipped system, and apart from that of wrong parts. */
export function happenedIn(explorations: readonly Exploration[]): Happened {
  const searches = explorations.flatMap((one) => {
    const own = { wrong: isControl(one.manner) || one.kind === "removal", seen: one.seen };
    const faulted = one.faulted === undefined ? [] : [{ ...own, seen: one.faulted.seen }];
    const control = one.control === undefined ? [] : [{ wrong: true, seen: one.control.seen }];
    return [own, ...faulted, ...control];
  });
  const seenWhere = (wrong: boolean): Seen =>
    addSeen(searches.filter((search) => search.wrong === wrong).map(({ seen }) => seen));
  return { shipped: seenWhere(false), wrong: seenWhere(true) };
}

/** For readers: without what only joining needs. */
export function withoutOrder<T extends Searched>(found: T): Omit<T, "order"> {
  const { order, ...rest } = found;
  return order === undefined ? found : rest;
}

/** How many of the runs differ from all others. */
export function distinct({ hashes }: Searched): number {
  return new Set(hashes).size;
}

/** SHA-256 over the hashes of all runs, in their own order, hex. */
export function hashOf({ hashes }: Searched): string {
  return createHash("sha256")
    .update([...hashes].sort().join("\n"))
    .digest("hex");
}

/** How often faults struck, all kinds together. */
export function struck({ fired }: Searched): number {
  return Object.values(fired).reduce((all, times) => all + times, 0);
}
