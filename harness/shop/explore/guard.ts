/** A guard of the system, taken away: a deliberately wrong part that exploring has to notice. */

import type { Parts } from "../../../src/parts.ts";
import { damageSubject } from "../damage/subject.ts";
import { workloadSubject, type Workload } from "../workload/workload.ts";
import type { Explorable } from "./explorable.ts";
import { pairSubject, type Pair } from "./pair.ts";

export interface Guard {
  /** As it is typed: `lock-dropped`. */
  readonly name: string;
  /** Which part of the system has it: "order machine". */
  readonly area: string;
  /** What is wrong without it, a sentence for people. */
  readonly says: string;
  readonly parts: Partial<Parts>;
  /** Why its removal does no harm, and the pair whose every schedule up to its bound shows that. */
  readonly harmless?: { readonly because: string; readonly pair: Pair };
}

/** The name by which a guard's removal is explored. */
export function removalOf(guard: string): string {
  return `without-${guard}`;
}

/** How a workload is explored. */
export function subjectOf(workload: Workload): Explorable["subject"] {
  const subject = workload.damaged === true ? damageSubject : workloadSubject;
  return (lab, seed, wrong) => subject(lab, workload, seed, wrong);
}

/** Runs of the workload with the wrong part, as its control; a harmless one as its pair, always with the wrong part. */
export function removals(workload: Workload): readonly Explorable[] {
  return (workload.guards ?? []).map(({ name, says, parts, harmless }): Explorable => {
    const wrong = { says, parts };
    const card = { kind: "removal", name: removalOf(name), title: `without ${name}`, says } as const;
    if (harmless === undefined) {
      return { ...card, control: wrong, subject: subjectOf(workload) };
    }
    const { pair } = harmless;
    return {
      ...card,
      title: `${pair.title}, ${card.title}`,
      bounds: { bound: pair.bound },
      subject: (lab, seed) => pairSubject(lab, pair, seed, wrong),
    };
  });
}
