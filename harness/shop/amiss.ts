/** For tests: a story played once, and whatever of it was not as it said. */

import type { Config } from "../../src/config.ts";
import type { Parts } from "../../src/parts.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import { experiment } from "./experiment.ts";
import { play } from "./play.ts";
import type { Story } from "./story.ts";

export interface Playing {
  readonly config?: Partial<Config>;
  readonly parts?: Partial<Parts>;
  readonly seed?: number;
}

/** What it expected and did not find, what failed, and what the reconciler says of the books at its end. */
export async function amiss(
  lab: LabDatabase,
  story: (story: Story) => Promise<void>,
  { config = {}, parts = {}, seed = 29 }: Playing = {},
) {
  const made = experiment("T-01", { title: "A test", stock: 4, story, holds: [], config });
  const { expected, failures, stuck, end } = await play(lab, made, { seed, parts, keepSource: false, afresh: false });
  const wrong = expected.filter(({ verdict }) => verdict !== "holds").map(({ says, about }) => [says, ...about]);
  return { wrong, failures, stuck, reported: end?.report.mismatches.concat(end.report.completeness) };
}

/** Of a story in which all was as it said. */
export const nothing = { wrong: [], failures: [], stuck: undefined, reported: [] };
