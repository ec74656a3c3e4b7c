/** What can be explored as sessions that do nothing but SQL: each anomaly at each isolation level, and the ten races. */
import { control, levels } from "../harness/anomalies/anomaly.ts";
import { storyOf } from "../harness/anomalies/story.ts";
import { raceStories } from "../harness/bench/races.ts";
import { anomalies } from "./anomalies/anomalies.ts";

export const stories = [
  ...anomalies.flatMap((anomaly) => ([...levels, control] as const).map((level) => storyOf(anomaly, level))),
  ...raceStories,
];
