/** One run of one story in a world of its own: the story, then whatever still moves, then the auditor. */

import type { Trace } from "../kernel/trace.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import type { Finding, Line as ShownLine } from "../verdict/result.ts";
import type { Seen } from "../verdict/happened.ts";
import { readEnd, type End } from "./books.ts";
import type { Experiment } from "./experiment.ts";
import { witness } from "./happened/witness.ts";
import type { Setting } from "./hosts.ts";
import type { Line } from "./lines.ts";
import { watchSafety } from "./safety.ts";
import { onStage, type StageOptions } from "./stage.ts";
import { tellStory } from "./story.ts";

export interface Played {
  readonly trace: Trace;
  /** Undefined when the world never came to rest. */
  readonly end: End | undefined;
  /** What the steps of the story had to answer, and did. */
  readonly expected: readonly Finding[];
  /** Who waited for whom when nothing could move any more, or which misuse ended it; undefined: the world came to rest. */
  readonly stuck: readonly string[] | undefined;
  readonly faults: DeclaredFaults;
  /** Tasks that failed, and nobody heard of it or only in general terms (a 500), one sentence each. */
  readonly failures: readonly string[];
  readonly lines: readonly ShownLine[];
  /** Without a gate: times that the server alone decided who goes first. */
  readonly races: number;
  /** What must hold whenever something has been committed, and did not. */
  readonly unsafe: readonly string[];
  readonly seen: Seen;
}

/** Fates of messages, and blows to processes. */
export interface DeclaredFaults {
  readonly count: number;
  /** Those that never fired, one sentence each. */
  readonly never: readonly string[];
}

export interface PlayOptions
  extends Pick<StageOptions, "seed" | "strategy" | "keepSource" | "afresh">, Pick<Setting, "parts" | "processes"> {
  /** Look after every commit whether everything is as it must be at any time. */
  readonly watched?: boolean;
}

export async function play(lab: LabDatabase, experiment: Experiment, options: PlayOptions): Promise<Played> {
  const { slackMs = 0, crashes = false } = experiment;
  const { parts, processes } = options;
  const setting = {
    ...experiment,
    ...(parts === undefined ? {} : { parts }),
    ...(processes === undefined ? {} : { processes }),
  };
  return onStage(lab, setting, { ...options, slackMs, crashes }, async (stage) => {
    const { world, run, hosts } = stage;
    const unsafe = options.watched === true ? watchSafety(stage) : [];
    const { story, expectations, lines } = tellStory(hosts, options.seed);
    // Nobody waits for the story: what makes it fail is told like any other error that nobody heard.
    world.spawn("story", experiment.id, async () => {
      await hosts.shop("sweeper").open({ sku: "sku-lab-01", total: experiment.stock });
      await experiment.story(story);
    });
    const stuck = await stage.comeToRest();
    let end: End | undefined;
    if (stuck === undefined) {
      const books = world.spawn("auditor", "reads the books", () => readEnd(hosts));
      await world.run();
      end = valueOf(books.outcome);
    }
    const { fired, never, count } = hosts.network.faults.report();
    const blows = world.blows();
    return {
      trace: world.trace,
      end,
      expected: expectations.findings(),
      stuck,
      faults: { count: count + blows.count, never: [...never, ...blows.never] },
      failures: [...world.unheard(), ...hosts.reported],
      lines: [...told(lines, end), ...[...fired, ...hosts.fired].map((text) => ({ label: "fired" as const, text }))],
      races: run.gate.counts.races,
      unsafe,
      seen: witness(stage, end),
    };
  });
}

function told(lines: readonly Line[], end: End | undefined): readonly ShownLine[] {
  return end === undefined ? [] : lines.map(({ label, tell }) => ({ label, text: tell(end) }));
}

function valueOf<T>(outcome: { readonly error: Error } | { readonly value: T } | undefined): T {
  if (outcome === undefined) throw new Error("the auditor has not come to an end");
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
