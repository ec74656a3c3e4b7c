/**
 * An anomaly of concurrent transactions: what its sessions do, how it is known afterwards, and which isolation levels
 * permit it. What is known of PostgreSQL's levels was published by M. Kleppmann ("Hermitage", 2014); the names are those
 * of A. Adya ("Weak consistency", 1999) and of P. Bailis et al. ("Highly available transactions", 2013).
 */

export const levels = ["read committed", "repeatable read", "serializable"] as const;
export type Level = (typeof levels)[number];
/** The control, in which every anomaly has to happen: no transactions at all. */
export const control = "each by itself";
export type Isolation = Level | typeof control;

export interface Anomaly {
  /** `P4`. */
  readonly id: string;
  /** `lost update`. */
  readonly name: string;
  /** What each session does in one transaction, before it ends; over the table `test (id, value)`, rows (1, 10), (2, 20). */
  readonly sessions: readonly Session[];
  /** Whether it happened in a run. */
  readonly happened: (seen: Seen) => boolean;
  /** The levels at which PostgreSQL lets it happen. */
  readonly permitted: readonly Level[];
}

export interface Session {
  readonly steps: readonly string[];
  /** COMMIT unless said. */
  readonly end?: "ROLLBACK";
}

/** What a run showed. */
export interface Seen {
  /** Whether this session committed; it did not when the server refused a step of it. Sessions count from 0. */
  committed(session: number): boolean;
  /** The values that this step returned, in its order; undefined when it was never done. */
  values(session: number, step: number): readonly number[] | undefined;
  /** What the table held in the end, by id. */
  readonly left: ReadonlyMap<number, number>;
}

/** What is to be said of an anomaly at a level, or of its control. */
export interface Found {
  readonly id: string;
  readonly name: string;
  readonly level: Isolation;
  readonly permitted: boolean;
  /** As a failure of it is called: `p4-read-committed`. */
  readonly story: string;
  /** Of the server it was looked for on. */
  readonly gate: "on" | "off";
  /** How many schedules were run, those with fewer departures first, and whether there are no others. */
  readonly schedules: number;
  readonly all: boolean;
  /** What is shown of it when it happened, in the last schedule that was run; absent: in none. */
  readonly shown?: Shown;
}

/** One that happened, made smaller. */
export interface Shown {
  /** `4:1,6:1` */
  readonly departures: string;
  readonly claim: string;
  readonly about: readonly string[];
  readonly decisions: readonly string[];
  /** In how many of the runs that confirm it the same decisions came out. */
  readonly confirmed: number;
  /** Whether PostgreSQL's own tester shows it too; absent where there is none. */
  readonly inStock?: boolean;
}
