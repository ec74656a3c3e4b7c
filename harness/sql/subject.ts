/** A story as something that is explored: its runs differ in their schedules only. */

import type { Ran, Subject } from "../explore/subject.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import { playStory } from "./play.ts";
import type { SqlStory } from "./story.ts";

export function storySubject(lab: LabDatabase, story: SqlStory): Subject<undefined> {
  let runs = 0;
  return {
    draw: () => undefined,
    read: () => undefined,
    run: async (_, strategy, fault): Promise<Ran> => {
      const none = { faults: [], missed: fault !== undefined, fired: {}, seen: {} };
      try {
        const { course, trace } = await playStory(lab, story, strategy, runs++ === 0);
        const about = story.amiss(course);
        return {
          ...{ ...none, verdict: about.length > 0 ? "breaks" : "holds", about },
          trace: { steps: trace.steps, sha256: trace.sha256() },
          span: { from: 0, to: trace.steps.length },
        };
      } catch (error) {
        const about = [error instanceof Error ? error.message : String(error)];
        return { ...none, verdict: "unknown", about, trace: undefined, span: { from: 0, to: 0 } };
      }
    },
  };
}
