/** The anomalies by which isolation levels are told apart, as sessions over two rows, and PostgreSQL's published answers. */

import type { Anomaly, Level, Seen } from "../../harness/anomalies/anomaly.ts";

const readCommitted: readonly Level[] = ["read committed"];
const belowSerializable: readonly Level[] = ["read committed", "repeatable read"];

const set = (id: number, value: number): string => `UPDATE test SET value = ${value} WHERE id = ${id}`;
const read = (id: number): string => `SELECT id, value FROM test WHERE id = ${id}`;
const readBoth = "SELECT id, value FROM test WHERE id IN (1, 2) ORDER BY id";
const readThirds = "SELECT id, value FROM test WHERE value % 3 = 0 ORDER BY id";

/** Both of the first two sessions committed. */
const both = (seen: Seen): boolean => seen.committed(0) && seen.committed(1);
/** What a step that reads one row saw. */
const one = (seen: Seen, session: number, step: number): number | undefined => seen.values(session, step)?.[0];
const sawNothing = (seen: Seen, session: number, step: number): boolean => seen.values(session, step)?.length === 0;
const sawBoth = (seen: Seen, session: number): boolean => seen.values(session, 0)?.join() === "10,20";

export const anomalies: readonly Anomaly[] = [
  {
    id: "G0",
    name: "dirty write",
    sessions: [{ steps: [set(1, 11), set(2, 21)] }, { steps: [set(1, 12), set(2, 22)] }],
    happened: (seen) => both(seen) && (seen.left.get(1) === 11) !== (seen.left.get(2) === 21),
    permitted: [],
  },
  {
    id: "G1a",
    name: "aborted read",
    sessions: [{ steps: [set(1, 101)], end: "ROLLBACK" }, { steps: [read(1), read(1)] }],
    happened: (seen) => [0, 1].some((step) => one(seen, 1, step) === 101),
    permitted: [],
  },
  {
    id: "G1b",
    name: "intermediate read",
    sessions: [{ steps: [set(1, 101), set(1, 11)] }, { steps: [read(1), read(1)] }],
    happened: (seen) => [0, 1].some((step) => one(seen, 1, step) === 101),
    permitted: [],
  },
  {
    id: "G1c",
    name: "circular information flow",
    sessions: [{ steps: [set(1, 11), read(2)] }, { steps: [set(2, 22), read(1)] }],
    happened: (seen) => both(seen) && one(seen, 0, 1) === 22 && one(seen, 1, 1) === 11,
    permitted: [],
  },
  {
    id: "OTV",
    name: "observed transaction vanishes",
    sessions: [
      { steps: [set(1, 11), set(2, 19)] },
      { steps: [set(1, 12), set(2, 18)] },
      { steps: [read(1), read(2), read(1), read(2)] },
    ],
    happened: vanished,
    permitted: [],
  },
  {
    id: "PMP",
    name: "predicate-many-preceders",
    sessions: [{ steps: [readThirds, readThirds] }, { steps: ["INSERT INTO test VALUES (3, 30)"] }],
    happened: (seen) => both(seen) && sawNothing(seen, 0, 0) && one(seen, 0, 1) === 30,
    permitted: readCommitted,
  },
  {
    id: "P4",
    name: "lost update",
    sessions: [{ steps: [read(1), set(1, 11)] }, { steps: [read(1), set(1, 12)] }],
    happened: (seen) => both(seen) && one(seen, 0, 0) === 10 && one(seen, 1, 0) === 10,
    permitted: readCommitted,
  },
  {
    id: "G-single",
    name: "read skew",
    sessions: [{ steps: [read(1), read(2)] }, { steps: [set(1, 12), set(2, 18)] }],
    happened: (seen) => both(seen) && one(seen, 0, 0) === 10 && one(seen, 0, 1) === 18,
    permitted: readCommitted,
  },
  {
    id: "G2-item",
    name: "write skew",
    sessions: [{ steps: [readBoth, set(1, 11)] }, { steps: [readBoth, set(2, 21)] }],
    happened: (seen) => both(seen) && sawBoth(seen, 0) && sawBoth(seen, 1),
    permitted: belowSerializable,
  },
  {
    id: "G2",
    name: "anti-dependency cycles",
    sessions: [
      { steps: [readThirds, "INSERT INTO test VALUES (3, 30)"] },
      { steps: [readThirds, "INSERT INTO test VALUES (4, 42)"] },
    ],
    happened: (seen) => both(seen) && sawNothing(seen, 0, 0) && sawNothing(seen, 1, 0),
    permitted: belowSerializable,
  },
];

/** The reader saw what the later writer wrote, and after that something older. */
function vanished(seen: Seen): boolean {
  const wrote = [
    [11, 19],
    [12, 18],
  ];
  const [earlier, later] = seen.left.get(1) === 12 ? wrote : [...wrote].reverse();
  const age = (value: number): number => (later!.includes(value) ? 2 : earlier!.includes(value) ? 1 : 0);
  const ages = [0, 1, 2, 3].flatMap((step) => seen.values(2, step) ?? []).map(age);
  return seen.committed(2) && ages.some((now, at) => ages.slice(0, at).some((before) => before > now));
}
