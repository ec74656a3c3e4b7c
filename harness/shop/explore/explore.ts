/** Explores one thing that can be explored, whole or in shares, and makes smaller what was found of it. */

import { Explorer } from "../../explore/explorer.ts";
import { exhausted, nothingSearched, withoutOrder } from "../../explore/joined.ts";
import { reduce } from "../../explore/reduce.ts";
import type { Subject } from "../../explore/subject.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import {
  isControl,
  searches,
  type Exploration,
  type Manner,
  type Reduced,
  type Share,
} from "../../verdict/exploration.ts";
import { LabError } from "../../verdict/failure.ts";
import type { ReduceOptions } from "../../cli/lab.ts";
import type { Explorable } from "./explorable.ts";

export interface ExploreOptions {
  readonly seed: number;
  readonly manner: Manner;
}

export async function explore(
  lab: LabDatabase,
  explorable: Explorable,
  { seed, manner }: ExploreOptions,
): Promise<Exploration> {
  if (manner.strategy === "exhaustive") {
    const { share, ...whole } = manner;
    if (share !== undefined) return exhaust(lab, explorable, seed, { ...whole, share });
    const parts: Exploration[] = [];
    for (const search of searches) {
      parts.push(await exhaust(lab, explorable, seed, { ...whole, share: { search, nth: 1, of: 1 } }));
    }
    return exhausted(parts);
  }
  const { kind, name, title } = explorable;
  const explorer = new Explorer(subjectOf(lab, explorable, seed, isControl(manner)), { seed });
  await explorer.explore(manner, 0, ({ violated }) => !isControl(manner) || violated === 0);
  const about = { kind, name, title, manner, ...explorer.found() };
  const { trace, span } = explorer.last ?? {};
  const single = manner.strategy === "replay" || manner.runs === 1;
  return !single || trace === undefined ? about : { ...about, trace, span: span! };
}

/** One share of its exhaustive searches; nothing, where it has no such search. */
async function exhaust(
  lab: LabDatabase,
  explorable: Explorable,
  seed: number,
  manner: Extract<Manner, { readonly strategy: "exhaustive" }> & { readonly share: Share },
): Promise<Exploration> {
  const { kind, name, title, control, bounds } = explorable;
  const bound = manner.bound ?? bounds?.bound ?? 0;
  const about = { kind, name, title, manner, bound };
  switch (manner.share.search) {
    case "shipped": {
      const shipped = new Explorer(explorable.subject(lab, seed), { seed });
      await shipped.explore(manner, bound);
      return { ...about, ...shipped.found() };
    }
    case "control": {
      if (control === undefined) break;
      const wrong = new Explorer(explorable.subject(lab, seed, control), { seed });
      await wrong.explore(manner, bound, ({ violated }) => violated === 0);
      return { ...about, ...nothingSearched, control: { says: control.says, ...withoutOrder(wrong.found()) } };
    }
    case "faulted": {
      const faultedBound = bounds?.faultedBound;
      if (manner.bound !== undefined || faultedBound === undefined) break;
      const struck = new Explorer(explorable.subject(lab, seed), { seed, faulted: true });
      await struck.explore(manner, faultedBound);
      return { ...about, ...nothingSearched, faulted: { bound: faultedBound, ...struck.found() } };
    }
  }
  return { ...about, ...nothingSearched };
}

/** Of what an exploration has found. */
export async function reduceOne(
  lab: LabDatabase,
  explorable: Explorable,
  { seed, control, violation, effort }: ReduceOptions,
): Promise<Reduced> {
  return reduce(subjectOf(lab, explorable, seed, control), violation, effort);
}

function subjectOf(lab: LabDatabase, explorable: Explorable, seed: number, wrong: boolean): Subject<unknown> {
  if (!wrong) return explorable.subject(lab, seed);
  if (explorable.control !== undefined) return explorable.subject(lab, seed, explorable.control);
  throw new LabError(`${explorable.name} has no control to explore.`, {
    why: "An experiment's controls break under its own schedule; they are run with it.",
    next: "Leave --control away, or name a pair or a workload.",
    exitCode: 2,
  });
}
