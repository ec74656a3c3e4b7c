/**
 * Looks for anomalies: the sessions of each under one schedule after another, those with fewer departures from the default one
 * first, until it happens or there are no more. What is found is run again and again, and by PostgreSQL's own tester as well.
 */

import { departing, readDepartures } from "../explore/departures.ts";
import { Explorer } from "../explore/explorer.ts";
import { reduce } from "../explore/reduce.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { LabDatabase } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { inStock, stockIsHere } from "../sql/inStock.ts";
import { playStory } from "../sql/play.ts";
import type { SqlStory } from "../sql/story.ts";
import { storySubject } from "../sql/subject.ts";
import type { Searched, Violation } from "../verdict/exploration.ts";
import { control, levels, type Anomaly, type Found, type Isolation, type Shown } from "./anomaly.ts";
import { storyOf } from "./story.ts";

/** More departures than a run of these sessions has choices. */
const unbounded = 30;

/**
 * Each at each level, and its control, in order, as it is found.
 * @param schedulesMax of each; where there are no more of them, all were run.
 */
export async function* searchLevels(
  anomalies: readonly Anomaly[],
  choice: ServerChoice,
  schedulesMax: number,
): AsyncGenerator<Found> {
  const [first] = anomalies;
  if (first === undefined) return;
  const server = await openServer(choice);
  try {
    const lab = await LabDatabase.open(server, storyOf(first, control).schema);
    for (const anomaly of anomalies) {
      for (const level of [...levels, control] as const) yield await search(lab, anomaly, level, schedulesMax);
    }
    await lab.close();
  } finally {
    await server.close();
  }
}

async function search(lab: LabDatabase, anomaly: Anomaly, level: Isolation, schedulesMax: number): Promise<Found> {
  const { id, name, permitted } = anomaly;
  const story = storyOf(anomaly, level);
  const explorer = new Explorer(storySubject(lab, story), { seed: 1 });
  const goOn = ({ violated, schedules: run }: Searched): boolean => violated === 0 && run < schedulesMax;
  await explorer.explore({ strategy: "exhaustive" }, unbounded, goOn);
  const searched = explorer.found();
  const { first, schedules } = searched;
  if (searched.unknown > 0) throw new Error(`${story.title}: ${searched.doubts.join("; ")}`);
  const told = {
    ...({ id, name, level, story: story.name, gate: lab.server.signals === undefined ? "off" : "on" } as const),
    permitted: level === control || permitted.includes(level),
    schedules,
    all: first === undefined && schedules < schedulesMax,
  };
  if (first === undefined) return told;
  return { ...told, shown: await shownOf(lab, story, first) };
}

async function shownOf(lab: LabDatabase, story: SqlStory, found: Violation): Promise<Shown> {
  const { departures, claim, about, confirmed, trace } = await reduce(storySubject(lab, story), found);
  const played = await playStory(lab, story, departing(readDepartures(departures) ?? []));
  const stock = stockIsHere(lab.server) ? await inStock(lab.server, story, played) : undefined;
  return {
    ...{ departures, claim, about, confirmed },
    decisions: trace.steps.map(({ text }) => text),
    ...(stock === undefined ? {} : { inStock: stock.amiss.length > 0 }),
  };
}
