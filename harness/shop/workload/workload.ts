/** A workload: every run is another one, drawn by seed and number, and judged as the crash grid judges (grid/judge.ts). */

import type { Subject } from "../../explore/subject.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import { flown, type Flown } from "../explore/flown.ts";
import { readPlan } from "../explore/readPlan.ts";
import type { Guard } from "../explore/guard.ts";
import type { Flow } from "../grid/flow.ts";
import { drawPlan, shrinkPlan } from "./draw.ts";
import { faultWords, type FaultWord } from "./plan.ts";
import type { PlanKind } from "./planKind.ts";

export interface Workload {
  /** As it is typed. */
  readonly name: string;
  /** As it is said. */
  readonly title: string;
  /** A sentence for people. */
  readonly says: string;
  /** Commands to the inventory by its own door; sales unless said. */
  readonly of?: "inventory";
  /** What may befall its runs. */
  readonly faults: readonly FaultWord[];
  /** The end of each run is damaged in every way, and it is the reconciler that is tried (damage/subject.ts). */
  readonly damaged?: true;
  /** A deliberately wrong part, which some run has to find broken. */
  readonly control?: NonNullable<Flow["wrong"]>;
  /** The system's guards, each of whose removals some run has to find broken. */
  readonly guards?: readonly Guard[];
}

/** A run of a workload also gives its end. */
export interface WorkloadSubject<P> extends Subject<P> {
  run(...how: Parameters<Subject<P>["run"]>): Promise<Flown>;
}

export function workloadSubject<P>(
  lab: LabDatabase,
  kind: PlanKind<P>,
  { name, faults }: Workload,
  seed: number,
  wrong?: Flow["wrong"],
): WorkloadSubject<P> {
  let runs = 0;
  const stops = lab.server.crash !== undefined;
  const allowed = faults.filter((fault) => stops || fault !== "database stops");
  return {
    draw: (nth) => drawPlan(kind.drawn, { seed, nth, allowed }),
    read: (plan) => readPlan(kind.schema, plan),
    choices: (plan) => kind.choices(plan),
    tell: (plan) => kind.tell(plan),
    smallest: async (nth, fails) => shrinkPlan(kind.drawn, { seed, nth, allowed }, fails),
    run: async (plan, strategy, fault) => {
      const flow = { name, ...kind.flow(plan), ...(wrong === undefined ? {} : { wrong }) };
      const planned = kind.faults(plan);
      const ran = await flown(lab, flow, strategy, {
        ...{ seed, afresh: runs++ === 0, befall: (stage) => kind.befall(stage, plan) },
        crashes: planned.includes("database stops"),
      });
      return { ...ran, missed: ran.missed || fault !== undefined, spared: sparedOf(planned, ran.fired) };
    },
  };
}

/** Kinds of fault of which fewer struck than were planned. */
function sparedOf(planned: readonly FaultWord[], fired: Readonly<Record<string, number>>): readonly FaultWord[] {
  return faultWords.filter((word) => planned.filter((one) => one === word).length > (fired[word] ?? 0));
}
