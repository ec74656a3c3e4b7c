/**
 * A claim is a sentence about the end of a run, judged subject by subject. It names its subjects (which orders, which
 * events) and says for each one that breaks it how. A claim without subjects was checked on nothing: unknown. Those of the experiments stand
 * beside this file, and each has a control.
 */

import type { Finding } from "../../verdict/result.ts";
import type { End } from "../books.ts";

export interface Claim {
  readonly says: string;
  /** What it is checked on, in words: "3 orders". Undefined: there was nothing to check it on. */
  on(end: End): string | undefined;
  /** One sentence for each subject that breaks it. */
  broken(end: End): readonly string[];
}

/** A claim over subjects of one kind. */
export function claim<S>(parts: {
  readonly says: string;
  /** "order": how one subject is called. */
  readonly noun: string;
  readonly subjects: (end: End) => readonly S[];
  readonly broken: (subject: S, end: End) => string | undefined;
}): Claim {
  return {
    says: parts.says,
    on: (end) => {
      const subjects = parts.subjects(end);
      return subjects.length === 0 ? undefined : counted(subjects, parts.noun);
    },
    broken: (end) =>
      parts.subjects(end).flatMap((subject) => {
        const sentence = parts.broken(subject, end);
        return sentence === undefined ? [] : [sentence];
      }),
  };
}

/** "3 orders" */
export function counted(things: readonly unknown[], noun: string): string {
  return `${things.length} ${noun}${things.length === 1 ? "" : "s"}`;
}

export function judge(judged: Claim, end: End): Finding {
  const { says } = judged;
  const about = judged.on(end);
  if (about === undefined)
    return { kind: "claim", verdict: "unknown", says, about: ["there was nothing to check it on"] };
  const sentences = judged.broken(end);
  return sentences.length === 0
    ? { kind: "claim", verdict: "holds", says, about: [about] }
    : { kind: "claim", verdict: "breaks", says, about: sentences };
}
