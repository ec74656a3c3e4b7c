/** A mutant of the system: one small wrong change of its source, and what came of it. */

import type { Noticed } from "./trial.ts";

export interface Mutant {
  /** From the project's root. */
  readonly file: string;
  /** From 1, and the text of that line, by which the mutant is known when lines move. */
  readonly line: number;
  readonly lineText: string;
  /** What kind of change it is. */
  readonly operator: string;
  /** The columns of its first and of its last character, from 1, and its last line. */
  readonly extent: { readonly from: number; readonly to: number; readonly lastLine: number };
  readonly was: string;
  readonly becomes: string;
  readonly fate: Fate;
}

/** `endless`: it did the same again and again, or did not come to an end in time. */
export type Fate =
  | { readonly kind: "noticed"; readonly by: string; readonly how: Noticed["how"] | "endless"; readonly says: string }
  | { readonly kind: "survived" }
  /** No trial carries it out. */
  | { readonly kind: "not reached" }
  /** It is no statement, or no program. */
  | { readonly kind: "invalid"; readonly why: string };

/** Everything that stays on one line. */
export function onOneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** The same for the same mutant of the same file, however often it is made. */
export function identityOf({ file, line, extent, operator, becomes }: Omit<Mutant, "fate">): string {
  return [file, line, extent.from, extent.lastLine, extent.to, operator, becomes].join("\0");
}

/** Its place as StrykerJS takes it; what lies within has mutants of its own. */
export function rangeOf({ file, line, extent: { from, to, lastLine } }: Mutant): string {
  return `${file}:${line}:${from - 1}-${lastLine}:${to}`;
}

/** By file and place, whatever the order in which they were hunted. */
export function inOrder(mutants: readonly Mutant[]): readonly Mutant[] {
  const change = ({ operator, becomes }: Mutant): string => `${operator} ${becomes}`;
  const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...mutants].sort(
    (a, b) =>
      compare(a.file, b.file) || a.line - b.line || a.extent.from - b.extent.from || compare(change(a), change(b)),
  );
}
