/** A workload: every run is another one, drawn by seed and number, and judged as the crash grid judges (grid/judge.ts). */

import type { Subject } from "../../explore/subject.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import { flown, type Flown } from "../explore/flown.ts";
import { readPlan } from "../explore/readPlan.ts";
import type { Guard } from "../explore/guard.ts";
import type { Flow } from "../grid/flow.ts";
import { befall } from "./befall.ts";
import { drawPlan, shrinkPlan } from "./draw.ts";
import { perform } from "./perform.ts";
import { tellPlan } from "./words.ts";
import { faultWords, planSchema, type FaultWord, type Plan } from "./plan.ts";

export interface Workload {
  /** As it is typed. */
  readonly name: string;
  /** As it is said. */
  readonly title: string;
  /** A sentence for people. */
  readonly says: string;
  /** What may befall its runs. */
  readonly faults: readonly FaultWord[];
  /** The end of each run is damaged in every way, and it is the reconciler that is tried (damage/subject.ts). */
  readonly damaged?: true;
  /** A deliberately wrong part, which some run has to find broken. */
  readonly control?: NonNullable<Flow["wrong"]>;
  /** The system's guards, each of whose removals some run has to find broken. */
  readonly guards?: readonly Guard[];
}

/** About how many choices each buyer, and each round of a worker, brings; PCT draws its changes among them. */
const choicesEach = { buyer: 12, round: 4 } as const;

/** A run of a workload also gives its end. */
export interface WorkloadSubject extends Subject<Plan> {
  run(...how: Parameters<Subject<Plan>["run"]>): Promise<Flown>;
}

export function workloadSubject(
  lab: LabDatabase,
  { name, faults }: Workload,
  seed: number,
  wrong?: Flow["wrong"],
): WorkloadSubject {
  let runs = 0;
  const stops = lab.server.crash !== undefined;
  const allowed = faults.filter((fault) => stops || fault !== "database stops");
  return {
    draw: (nth) => drawPlan({ seed, nth, allowed }),
    read: (plan) => readPlan(planSchema, plan),
    choices: ({ buyers, rounds }) => buyers.length * choicesEach.buyer + rounds.length * choicesEach.round,
    tell: tellPlan,
    smallest: async (nth, fails) => shrinkPlan({ seed, nth, allowed }, fails),
    run: async (plan, strategy, fault) => {
      const ran = await flown(lab, flowOf(name, plan, wrong), strategy, {
        ...{ seed, afresh: runs++ === 0, befall: (stage) => befall(stage, plan) },
        crashes: plan.blows.some(({ blow }) => blow === "database stops"),
      });
      return { ...ran, missed: ran.missed || fault !== undefined, spared: sparedOf(plan, ran.fired) };
    },
  };
}

/** Kinds of fault of which fewer struck than were planned. */
function sparedOf({ fates, blows }: Plan, fired: Readonly<Record<string, number>>): readonly FaultWord[] {
  const planned = [...fates.map(({ fate }) => fate), ...blows.map(({ blow }) => blow)];
  return faultWords.filter((word) => planned.filter((one) => one === word).length > (fired[word] ?? 0));
}

function flowOf(name: string, plan: Plan, wrong: Flow["wrong"]): Omit<Flow, "host" | "says"> {
  const { stock, perUser, poolSize, holdMs, lateSuccess, expiredHold, buyers, decides } = plan;
  return {
    ...{ name, stock, poolSize, decides, config: { perUserLimit: perUser, holdMs, lateSuccess, expiredHold } },
    ...(wrong === undefined ? {} : { wrong }),
    before: async (story) => {
      if (buyers.some(({ service }) => service === 2)) story.process("orders-2").start();
      return perform(story, plan);
    },
  };
}
