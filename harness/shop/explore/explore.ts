/** Explores what the suite has to be explored, and makes smaller what was found of it. */

import { Explorer } from "../../explore/explorer.ts";
import { exhausted, nothingSearched, withoutOrder } from "../../explore/joined.ts";
import { reduce } from "../../explore/reduce.ts";
import type { Subject } from "../../explore/subject.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import type { SqlStory } from "../../sql/story.ts";
import { storySubject } from "../../sql/subject.ts";
import {
  isControl,
  searches,
  type Exploration,
  type ExploredCard,
  type Kind,
  type Manner,
  type Reduced,
  type Share,
  type Violation,
} from "../../verdict/exploration.ts";
import { LabError } from "../../verdict/failure.ts";
import type { Experiment } from "../experiment.ts";
import type { Flow } from "../grid/flow.ts";
import { workloadSubject, type Workload } from "../workload/workload.ts";
import { experimentSubject } from "./experimentSubject.ts";
import { pairSubject, type Pair } from "./pair.ts";

/** Departures at most where an SQL race is searched exhaustively and no bound is given. */
const storyBound = 2;

/** Something that can be explored, with what it takes to do so. */
export interface Explorable extends ExploredCard {
  readonly control?: NonNullable<Flow["wrong"]>;
  /** How far its exhaustive searches go unless they are told; absent where it has none. */
  readonly bounds?: Pick<Pair, "bound"> & Partial<Pick<Pair, "faultedBound">>;
  /** Of an SQL race: it is run on a server without the shop. */
  readonly story?: SqlStory;
  /** @param wrong with this wrong part. */
  subject(lab: LabDatabase, seed: number, wrong?: Flow["wrong"]): Subject<unknown>;
}

export function explorables(of: {
  readonly pairs: readonly Pair[];
  readonly experiments: readonly Experiment[];
  readonly workloads: readonly Workload[];
  readonly stories?: readonly SqlStory[];
}): readonly Explorable[] {
  const card = (kind: Kind, { name, title, says, control }: Pick<Pair, "name" | "title" | "says" | "control">) => ({
    ...{ kind, name, title, says },
    ...(control === undefined ? {} : { control }),
  });
  return [
    ...of.pairs.map((pair): Explorable => ({
      ...card("pair", pair),
      bounds: pair,
      subject: (lab, seed, wrong) => pairSubject(lab, pair, seed, wrong),
    })),
    ...of.workloads.map((workload): Explorable => ({
      ...card("workload", workload),
      subject: (lab, seed, wrong) => workloadSubject(lab, workload, seed, wrong),
    })),
    ...of.experiments.map((experiment): Explorable => ({
      ...card("experiment", { name: experiment.id, title: experiment.id, says: experiment.title }),
      subject: (lab, seed) => experimentSubject(lab, experiment, seed),
    })),
    ...(of.stories ?? []).map((story): Explorable => ({
      ...card("SQL race", story),
      bounds: { bound: storyBound },
      story,
      subject: (lab) => storySubject(lab, story),
    })),
  ];
}

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
  return manner.strategy !== "replay" || trace === undefined ? about : { ...about, trace, span: span! };
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

/** Of what an exploration has found; @param control whether with the wrong part. */
export async function reduceOne(
  lab: LabDatabase,
  explorable: Explorable,
  { seed, control, violation }: { readonly seed: number; readonly control: boolean; readonly violation: Violation },
): Promise<Reduced> {
  return reduce(subjectOf(lab, explorable, seed, control), violation);
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
