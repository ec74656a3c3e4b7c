/**
 * The reconciler on trial, as something that is explored: each run is a sale under a random walk of its own, whose books,
 * when it has come to its end and everything holds, are damaged in every way.
 */

import { z } from "zod";
import type { Books } from "../../../src/reconcile/books.ts";
import { judge as shippedJudge } from "../../../src/reconcile/report.ts";
import type { Ran, Subject } from "../../explore/subject.ts";
import { randomWalk } from "../../kernel/randomWalk.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import { readPlan } from "../explore/readPlan.ts";
import type { Flow } from "../grid/flow.ts";
import { count } from "../happened/witness.ts";
import { nothing, reportedAs, reports } from "../../verdict/trial.ts";
import { salePlans } from "../workload/salePlans.ts";
import { workloadSubject, type Workload } from "../workload/workload.ts";
import { casesOf, judged, saidForNothing, type Judged, type Tried } from "./trial.ts";

const trialPlan = z.object({
  /** Number of the sale. */
  run: z.int().positive(),
  /** One of its cases, from 0; absent: all of them. */
  nth: z.int().nonnegative().optional(),
});

type TrialPlan = z.infer<typeof trialPlan>;

interface Sold {
  readonly ran: Ran;
  /** Undefined when there is nothing to be damaged: the sale did not come to its end, or something did not hold. */
  readonly books: Books | undefined;
}

/** Sales that are kept: as many as all reconcilers are tried on that lack a rule. */
const keptMax = 300;
/** Those that can be damaged, by seed and number, which decide all of a sale. */
const kept = new WeakMap<LabDatabase, Map<string, Sold>>();

/** @param wrong of its parts only the judge is used: the sales are those of the shipped system. */
export function damageSubject(
  lab: LabDatabase,
  workload: Workload,
  seed: number,
  wrong?: Flow["wrong"],
): Subject<TrialPlan> {
  const judge = wrong?.parts.judge ?? shippedJudge;
  const sales = workloadSubject(lab, salePlans, workload, seed);
  const sell = async (nth: number): Promise<Sold> => {
    const { end, ...ran } = await sales.run(sales.draw(nth), randomWalk(seed + nth - 1));
    return { ran, books: ran.verdict === "holds" ? end?.books : undefined };
  };
  const sold = async (nth: number): Promise<Sold> => {
    const known = kept.get(lab) ?? new Map<string, Sold>();
    kept.set(lab, known);
    const key = `${workload.name} ${seed} ${nth}`;
    const sale = known.get(key) ?? (await sell(nth));
    if (sale.books !== undefined && known.size < keptMax) known.set(key, sale);
    return sale;
  };
  /** Plans that are run for the first time. What is run again is to show that it comes out again: it is another sale. */
  const drawn = new WeakSet<TrialPlan>();
  const tried = (books: Books, { run, nth }: TrialPlan): readonly Tried[] => {
    const all = casesOf(books, seed + run - 1);
    return nth === undefined ? all : all.slice(nth, nth + 1);
  };
  return {
    draw: (run) => {
      const plan = { run };
      drawn.add(plan);
      return plan;
    },
    read: (plan) => readPlan(trialPlan, plan),
    choices: () => 1, // None: the sale's schedule is its own.
    tell: ({ run, nth }) => [`the end of sale ${run}`, ...(nth === undefined ? [] : [`damaged by its case ${nth}`])],
    async smallest(run, fails) {
      const { books } = await sold(run);
      if (books === undefined) return;
      const nth = tried(books, { run }).findIndex((one) => judged(judge, books, one).misreported !== undefined);
      if (nth >= 0) await fails({ run, nth });
    },
    async run(plan, _, fault) {
      const { ran: sale, books } = await (drawn.delete(plan) ? sold : sell)(plan.run);
      const ran = { ...sale, missed: fault !== undefined };
      if (books === undefined) return ran;
      const cases = tried(books, plan);
      const all = cases.map((one) => ({ ...one, ...judged(judge, books, one) }));
      const about = [...saidForNothing(judge, books), ...all.flatMap(({ misreported }) => misreported ?? [])];
      return {
        ...ran,
        verdict: about.length === 0 ? "holds" : "breaks",
        about,
        fired: count(cases.map(({ damage }) => damage)),
        seen: { ...ran.seen, [reports]: count(reportsOf(all)) },
        spared: [],
      };
    },
  };
}

/** Under which labels each damage was reported, by case. */
function reportsOf(cases: readonly (Tried & Judged)[]): readonly string[] {
  return cases.flatMap(({ damage, said }) => {
    const under = said.length === 0 ? [nothing] : new Set(said.map((one) => one.split(" ")[1] ?? ""));
    return [...under].map((label) => reportedAs(damage, label));
  });
}
