/** A suite of hand-made results and a terminal that remembers, for the command line's tests. */
import { join } from "node:path";
import { paidTwice, replyLost, sampleTrace } from "../evidence/sample.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { root } from "../testing/compiled.ts";
import type { ExperimentResult } from "../verdict/result.ts";
import type { ExperimentCard, Lab, RunOptions, Suite } from "./lab.ts";
import { holdfast } from "./program.ts";
import type { Surroundings } from "./surroundings.ts";

export const cards: readonly ExperimentCard[] = [
  { id: "C29-04", title: replyLost.title, claims: ["the three books agree"], control: "timeout is treated as failure" },
  { id: "C29-06", title: paidTwice.title, claims: ["an order moves to PAID once", "confirmed equals paid"] },
  { id: "HB-01", title: "The last room", claims: ["a room has one guest | a night"] },
];

export function holding({ id, title }: ExperimentCard, seed: number): ExperimentResult {
  return { ...replyLost, id, title, seed };
}

export interface FakeSuite extends Suite {
  readonly opened: ServerChoice[];
  readonly runs: (RunOptions & { readonly id: string })[];
  closed: number;
}

/** `nth`: how often this experiment has been run, this time included. */
type RunOne = (card: ExperimentCard, options: RunOptions, nth: number) => ExperimentResult | Promise<ExperimentResult>;

export function fakeSuite(runOne: RunOne, lab: Partial<Lab> = {}, experiments = cards): FakeSuite {
  const suite: FakeSuite = {
    experiments,
    opened: [],
    runs: [],
    closed: 0,
    async openLab(choice) {
      suite.opened.push(choice);
      return {
        server: { kind: choice.kind, major: choice.kind === "url" ? 16 : choice.major },
        gate: "on",
        warnings: [],
        atOnce: 1,
        async run(id, options) {
          suite.runs.push({ id, ...options });
          const nth = suite.runs.filter((run) => run.id === id).length;
          return runOne(
            experiments.find((card) => card.id === id)!,
            options,
            nth,
          );
        },
        async close() {
          suite.closed += 1;
        },
        ...lab,
      };
    },
  };
  return suite;
}

export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** `line` is split at spaces; words that hold some come as a list. */
export async function commandLine(
  line: string | readonly string[],
  suite: Suite,
  given: Partial<Surroundings> = {},
): Promise<Outcome> {
  const said = { out: "", err: "" };
  const words = typeof line === "string" ? line.split(" ").filter((word) => word !== "") : line;
  const code = await holdfast(words, suite, {
    out: (text) => {
      said.out += text;
    },
    err: (text) => {
      said.err += text;
    },
    terminal: false,
    color: false,
    databaseUrl: undefined,
    shopDatabaseUrl: undefined,
    columns: 100,
    command: "./run.sh",
    root: join(root, "dist", "commands"), // where nothing is committed
    version: "1.2.3",
    code: () => "c0de",
    interrupted: new Promise(() => {}),
    nowMs: () => 0,
    machineFacts: async () => [{ subject: "signals", found: "allowed", follows: "the gate is on", level: "fine" }],
    ...given,
  });
  return { code, ...said };
}

/** The same result with another decision in its place. */
export function withSteps(result: ExperimentResult, ...texts: readonly string[]): ExperimentResult {
  return { ...result, trace: sampleTrace(texts.map((text) => ({ text }))) };
}
