/** Why mutants that nothing noticed were not noticed: each with a sentence, and held against what was found. */

import { onOneLine, type Mutant } from "./mutant.ts";

/** The mutants of one line that an operator makes so; lines may move, their text may not change. */
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
  /** What is wrong with the explanations: mutants without one, explanations without a mutant. */
  readonly amiss: readonly string[];
}

export function explain(mutants: readonly Mutant[], explanations: readonly Explanation[]): Judgement {
  const files = new Set(mutants.map(({ file }) => file));
  const used = new Set<Explanation>();
  const judged = mutants.map((mutant): Judged => {
    if (!isLeft(mutant)) return { mutant };
    const explanation = explanations.find((one) => isOf(one, mutant));
    if (explanation === undefined) return { mutant };
    used.add(explanation);
    return { mutant, explanation };
  });
  return {
    judged,
    amiss: [
      ...judged
        .filter(({ mutant, explanation }) => isLeft(mutant) && explanation === undefined)
        .map(({ mutant }) => `without a sentence: ${placeOf(mutant)}`),
      ...explanations
        .filter((one) => files.has(one.file) && !used.has(one))
        .map((one) => `explained, but noticed or gone: ${one.file} ${one.operator} in ${one.lineText}`),
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
  return (
    one.file === mutant.file &&
    one.lineText === mutant.lineText &&
    one.operator === mutant.operator &&
    one.becomes === onOneLine(mutant.becomes)
  );
}
