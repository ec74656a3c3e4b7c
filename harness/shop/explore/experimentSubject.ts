/** A numbered experiment under other schedules than a random walk's: its story, judged by its own claims. */

import { z } from "zod";
import type { Ran, Subject } from "../../explore/subject.ts";
import type { Happened } from "../../verdict/happened.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import type { Experiment } from "../experiment.ts";
import { attempt } from "../grid/striker.ts";
import { judgeRuns } from "../judge.ts";
import { play, type Played } from "../play.ts";
import { readPlan } from "./readPlan.ts";

/** What a run differs in from others: the seed by which the story draws what it leaves to chance. */
const storySeed = z.int().nonnegative();

/** The first of the run numbers has the seed itself, as `run` does. */
export function experimentSubject(lab: LabDatabase, experiment: Experiment, seed: number): Subject<number> {
  let runs = 0;
  return {
    draw: (nth) => seed + nth - 1,
    read: (plan) => readPlan(storySeed, plan),
    run: async (plan, strategy, fault): Promise<Ran> => {
      let played: Played | undefined;
      let happened: Happened | undefined;
      const { verdict, about } = await attempt(async () => {
        const parts = experiment.wrong === undefined ? {} : { parts: experiment.wrong.parts };
        played = await play(lab, experiment, {
          ...{ seed: plan, strategy, keepSource: false, watched: experiment.wrong === undefined },
          ...{ afresh: runs++ === 0, ...parts },
        });
        const { unsafe } = played;
        if (unsafe.length > 0) return { verdict: "breaks", about: unsafe };
        const result = judgeRuns(experiment, plan, played, []);
        happened = result.happened;
        const amiss = result.findings.filter(
          (finding) => finding.verdict === result.verdict && finding.verdict !== "holds",
        );
        const told = amiss.flatMap(({ says, about: how }) => how.map((sentence) => `${says}: ${sentence}`));
        return { verdict: result.verdict, about: told };
      });
      const trace = played?.trace;
      const steps = trace?.steps ?? [];
      return {
        ...{ verdict, about, faults: [], missed: fault !== undefined, fired: {}, seen: happened?.shipped ?? {} },
        trace: trace === undefined ? undefined : { steps, sha256: trace.sha256() },
        span: { from: 0, to: steps.length },
      };
    },
  };
}
