/** Sessions that do nothing but SQL, and what must not come of them: what the lab and PostgreSQL's own tester can both run. */

import type { Schema } from "../postgres/lab.ts";

export type Row = Readonly<Record<string, unknown>>;

/** Sends one statement; rejects when the server refuses it. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

export interface SqlStory {
  /** As it is typed: `p4-read-committed`. */
  readonly name: string;
  /** As it is said: `lost update at read committed`. */
  readonly title: string;
  /** A sentence for people. */
  readonly says: string;
  readonly schema: Schema;
  /** Each on a connection of its own, and over no open transaction when it ends. */
  readonly sessions: readonly ((ask: Ask) => Promise<void>)[];
  /** Asked when all have ended. */
  readonly question: string;
  /** What went wrong, one sentence each; empty when nothing did. It has to take numbers as text too. */
  readonly amiss: (course: Course) => readonly string[];
}

/** What was asked and answered in one run. */
export interface Course {
  /** By session, in its own order. */
  readonly sessions: readonly (readonly Asked[])[];
  /** What the question at the end was answered. */
  readonly left: readonly Row[];
}

export interface Asked {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Undefined: the server refused it. */
  readonly rows: readonly Row[] | undefined;
}
