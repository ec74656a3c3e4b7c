/** A guard of the system, taken away: a deliberately wrong part that exploring has to notice. */

import type { Parts } from "../../../src/parts.ts";
import type { ExploredCard } from "../../verdict/exploration.ts";
import { damageSubject } from "../damage/subject.ts";
import { salePlans } from "../workload/salePlans.ts";
import { stockPlans } from "../workload/stock/stockPlans.ts";
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
  /** Where its removal is looked for, and not in the workload. */
  readonly among?: Pair;
  /** Why its removal does no harm, which every schedule of that pair up to its bound shows. */
  readonly harmless?: string;
}

/** The name by which a guard's removal is explored. */
export function removalOf(guard: string): string {
  return `without-${guard}`;
}

/** Whether there is a choice of strategy: the sales whose ends are damaged have schedules of their own. */
export function scheduleOf({ damaged }: Workload): Pick<ExploredCard, "ownSchedule"> {
  return damaged === true ? { ownSchedule: true } : {};
}

/** How a workload is explored. */
export function subjectOf(workload: Workload): Explorable["subject"] {
  if (workload.damaged === true) return (lab, seed, wrong) => damageSubject(lab, workload, seed, wrong);
  return (lab, seed, wrong) =>
    workload.of === "inventory"
      ? workloadSubject(lab, stockPlans, workload, seed, wrong)
      : workloadSubject(lab, salePlans, workload, seed, wrong);
}

/** Runs of the workload or the pair with the wrong part, as its control; where it is harmless, always with the wrong part. */
export function removals(workload: Workload): readonly Explorable[] {
  return (workload.guards ?? []).map(({ name, says, parts, among, harmless }): Explorable => {
    const wrong = { says, parts };
    const card = { kind: "removal", name: removalOf(name), title: `without ${name}`, says } as const;
    if (among === undefined) return { ...card, control: wrong, subject: subjectOf(workload) };
    const title = `${among.title}, ${card.title}`;
    if (harmless === undefined) {
      return { ...card, title, control: wrong, subject: (lab, seed, with_) => pairSubject(lab, among, seed, with_) };
    }
    const bounds = { bound: among.bound };
    return { ...card, title, bounds, subject: (lab, seed) => pairSubject(lab, among, seed, wrong) };
  });
}
