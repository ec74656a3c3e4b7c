/** Explorations made by hand, for tests. */
import type { Exploration } from "../verdict/exploration.ts";

const counts = { unknown: 0, doubts: [], hashes: ["1a", "2b", "1a"], fired: {} };
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
