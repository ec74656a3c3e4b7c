/** Why mutants that nothing noticed were not noticed: each with a sentence, and held against what was found. */

import { onOneLine, type Mutant } from "./mutant.ts";

/** All mutants of one text of a line that an operator makes so; lines may move, their text may not change. */
export interface Explanation {
  readonly file: string;
  readonly lineText: string;
  readonly operator: string;
  /** On one line. */
  readonly becomes: string;
  /** Nobody can tell it from the system: it does not count. Else it could be told, and the lab does not. */
  readonly equivalent: boolean;
  readonly because: string;
}

export interface Judged {
  readonly mutant: Mutant;
  /** Of one that was not noticed. */
  readonly explanation?: Explanation;
}

export interface Judgement {
  readonly judged: readonly Judged[];
  /** What is wrong with the explanations: mutants without one, explanations without a mutant, or of the same. */
  readonly amiss: readonly string[];
}

export function explain(mutants: readonly Mutant[], explanations: readonly Explanation[]): Judgement {
  const files = new Set(mutants.map(({ file }) => file));
  const judged = mutants.map((mutant): Judged => {
    if (!isLeft(mutant)) return { mutant };
    const explanation = explanations.find((one) => isOf(one, mutant));
    return explanation === undefined ? { mutant } : { mutant, explanation };
  });
  const used = judged.flatMap(({ explanation = [] }) => explanation);
  return {
    judged,
    amiss: [
      ...judged
        .filter(({ mutant, explanation }) => isLeft(mutant) && explanation === undefined)
        .map(({ mutant }) => `without a sentence: ${placeOf(mutant)}`),
      ...explanations
        .filter((one) => files.has(one.file) && !used.some((other) => areSame(one, other)))
        .map((one) => `explained, but noticed or gone: ${one.file} ${one.operator} in ${one.lineText}`),
      ...explanations
        .filter((one, nth) => explanations.findIndex((other) => areSame(one, other)) < nth)
        .map((one) => `explained twice: ${one.file} ${one.operator} in ${one.lineText}`),
    ],
  };
}

/** Nothing noticed it. */
export function isLeft({ fate }: Mutant): boolean {
  return fate.kind === "survived" || fate.kind === "not reached";
}

export function placeOf({ file, line, operator, becomes }: Mutant): string {
  return `${file}:${line} ${operator} => ${onOneLine(becomes)}`;
}

function isOf(one: Explanation, mutant: Mutant): boolean {
  return areSame(one, { ...mutant, becomes: onOneLine(mutant.becomes) });
}

type Subject = Pick<Explanation, "file" | "lineText" | "operator" | "becomes">;

function areSame(one: Subject, other: Subject): boolean {
  return (
    one.file === other.file &&
    one.lineText === other.lineText &&
    one.operator === other.operator &&
    one.becomes === other.becomes
  );
}
