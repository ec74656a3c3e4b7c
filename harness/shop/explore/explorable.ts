/** What the suite has to be explored, each with what it takes to do so. */

import type { Subject } from "../../explore/subject.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import type { SqlStory } from "../../sql/story.ts";
import { storySubject } from "../../sql/subject.ts";
import type { ExploredCard, Kind } from "../../verdict/exploration.ts";
import type { Experiment } from "../experiment.ts";
import type { Flow } from "../grid/flow.ts";
import type { Workload } from "../workload/workload.ts";
import { experimentSubject } from "./experimentSubject.ts";
import { removals, scheduleOf, subjectOf } from "./guard.ts";
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
      ...scheduleOf(workload),
      subject: subjectOf(workload),
    })),
    ...of.workloads.flatMap(removals),
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
