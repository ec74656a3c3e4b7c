/** Explorations made by hand, for tests. */
import type { Exploration, Manner } from "../verdict/exploration.ts";
import { nothingSearched } from "./joined.ts";

const counts = { unknown: 0, doubts: [], hashes: ["1a", "2b", "1a"], fired: {}, seen: {} };
const says = ['choice 4: "b" instead of "a"'];

export const heldPair = {
  ...counts,
  kind: "pair",
  name: "pay-cancel",
  title: "pay × cancel",
  manner: { strategy: "exhaustive" },
  bound: 2,
  schedules: 1428,
  violated: 0,
  control: {
    ...counts,
    says: "no guard",
    schedules: 5,
    violated: 1,
    first: { schedule: 5, departures: "4:1", says, about: ["two moves"] },
  },
} as const satisfies Exploration;

export const brokenPair = {
  ...counts,
  kind: "pair",
  name: "pay-pay",
  title: "pay × pay",
  manner: { strategy: "exhaustive" },
  bound: 1,
  schedules: 12,
  violated: 1,
  first: { schedule: 5, departures: "4:1", says, about: ["one", "two", "three", "four", "five"] },
  control: { ...counts, says: "no guard", schedules: 12, violated: 0 },
} as const satisfies Exploration;

/** What of it a lab answers that is asked in this manner: the first share of each search has all that this one found. */
export function answered(whole: Exploration, manner: Manner): Exploration {
  if (manner.strategy !== "exhaustive" || manner.share === undefined) return { ...whole, manner };
  const { search, nth } = manner.share;
  const { kind, name, title, bound, control, faulted, ...shipped } = whole;
  const about = { kind, name, title, manner, ...(bound === undefined ? {} : { bound }) };
  if (search === "shipped" && nth === 1) return { ...shipped, ...about };
  return {
    ...{ ...nothingSearched, ...about },
    ...(search === "control" && control !== undefined ? { control } : {}),
    ...(search === "faulted" && nth === 1 && faulted !== undefined ? { faulted } : {}),
  };
}
