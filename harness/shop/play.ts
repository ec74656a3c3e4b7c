/** One run of one story in a world of its own: the story, then whatever still moves, then the auditor. */

import { Stuck } from "../kernel/failure.ts";
import { locator } from "../kernel/locate.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import type { Trace } from "../kernel/trace.ts";
import { World } from "../kernel/world.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import type { Finding, Line as ShownLine } from "../verdict/result.ts";
import { readEnd, type End } from "./books.ts";
import type { Experiment } from "./experiment.ts";
import { Hosts, type Setting } from "./hosts.ts";
import { tellStory } from "./story.ts";
import type { Line } from "./lines.ts";

export interface Played {
  readonly trace: Trace;
  /** Undefined when the world never came to rest. */
  readonly end: End | undefined;
  /** What the steps of the story found, and what the world itself did: rest, faults, errors nobody heard. */
  readonly findings: readonly Finding[];
  readonly lines: readonly ShownLine[];
  /** Without a gate: times that the server alone decided who goes first. */
  readonly races: number;
}

export interface PlayOptions {
  readonly seed: number;
  readonly parts?: Setting["parts"];
  /** Find the line of `src` behind each decision. */
  readonly keepSource: boolean;
  /** Begin with tables as if no run had been before. */
  readonly afresh: boolean;
}

/** Files of `src` that hand an effect on for somebody else: the line of interest is their caller's. */
const handsOn = ["src/database", "src/http", "src/channel/client", "src/parts"];
const locate = locator("src", handsOn);

export async function play(lab: LabDatabase, experiment: Experiment, options: PlayOptions): Promise<Played> {
  const world = new World({
    strategy: randomWalk(options.seed),
    slackMs: experiment.slackMs ?? 0,
    ...(options.keepSource ? { locate } : {}),
  });
  const run = await lab.begin(world, options.afresh);
  let abandoned = true;
  try {
    const hosts = new Hosts(world, run, {
      ...experiment,
      ...(options.parts === undefined ? {} : { parts: options.parts }),
    });
    const { story, expectations, lines } = tellStory(hosts, options.seed);
    const tale = world.spawn("story", experiment.id, async () => {
      await hosts.shop("sweeper").inventory.open({ sku: "sku-lab-01", total: experiment.stock });
      await experiment.story(story);
    });
    const rest = await comeToRest(world);
    let end: End | undefined;
    if (rest.verdict === "holds") {
      const books = world.spawn("auditor", "reads the books", () => readEnd(hosts));
      await world.run();
      end = valueOf(books.outcome);
    }
    abandoned = rest.verdict !== "holds";
    const { fired, never, count } = hosts.network.faults.report();
    const failures = [...world.unheard(), ...failureOf(tale.outcome), ...hosts.reported];
    return {
      trace: world.trace,
      end,
      findings: [...expectations.findings(), ...rested(rest), ...faultsFired(count, never), ...noFailures(failures)],
      lines: [...told(lines, end), ...fired.map((text) => ({ label: "fired" as const, text }))],
      races: run.gate.counts.races,
    };
  } finally {
    await run.end(abandoned);
  }
}

function told(lines: readonly Line[], end: End | undefined): readonly ShownLine[] {
  return end === undefined ? [] : lines.map(({ label, tell }) => ({ label, text: tell(end) }));
}

async function comeToRest(world: World): Promise<{ verdict: "holds" | "breaks"; waiting: readonly string[] }> {
  try {
    await world.run();
    return { verdict: "holds", waiting: [] };
  } catch (error) {
    if (error instanceof Stuck) return { verdict: "breaks", waiting: error.waiting };
    throw error;
  }
}

/** Told only when it went wrong: an experiment that comes to rest is no news. */
function rested({ verdict, waiting }: { verdict: "holds" | "breaks"; waiting: readonly string[] }): readonly Finding[] {
  return verdict === "holds" ? [] : [{ kind: "claim", verdict, says: "the world comes to rest", about: waiting }];
}

function faultsFired(count: number, never: readonly string[]): readonly Finding[] {
  if (count === 0) return [];
  const says = "every declared fault has fired";
  return never.length === 0
    ? [{ kind: "claim", verdict: "holds", says, about: [`${count} fault${count === 1 ? "" : "s"}`] }]
    : [{ kind: "claim", verdict: "unknown", says, about: never.map((text) => `never: ${text}`) }];
}

function noFailures(failures: readonly string[]): readonly Finding[] {
  return failures.length === 0 ? [] : [{ kind: "claim", verdict: "breaks", says: "no task fails", about: failures }];
}

function failureOf(outcome: { readonly error: Error } | { readonly value: unknown } | undefined): readonly string[] {
  return outcome !== undefined && "error" in outcome ? [`the story failed: ${outcome.error.message}`] : [];
}

function valueOf<T>(outcome: { readonly error: Error } | { readonly value: T } | undefined): T {
  if (outcome === undefined) throw new Error("the auditor has not come to an end");
  if ("error" in outcome) throw outcome.error;
  return outcome.value;
}
