/**
 * A run as one JSON document: `run --json`, and an experiment's part of it as `evidence/<id>/verdict.json`. The schema
 * here is published as `docs/result.schema.json`; a verdict.json is its `#/$defs/experiment`.
 */
import { z } from "zod";
import { timesOf } from "../verdict/happened.ts";
import type { ExperimentResult, Trace } from "../verdict/result.ts";
import { happenedIn, runVerdict, tally, type Run } from "./run.ts";

const verdict = z
  .enum(["holds", "breaks", "unknown"])
  .describe("holds: checked and true; breaks: checked and false; unknown: could not be told, never counts as a pass");

const count = z.int().nonnegative();

const trace = z
  .object({
    decisions: count.describe("how many decisions the run took"),
    sha256: z
      .string()
      .regex(/^[0-9a-f]{64}$/, "64 hexadecimal digits")
      .describe("over the decisions' texts, in order"),
    steps: z
      .array(z.object({ text: z.string(), source: z.string().optional().describe("src/order/pay.ts:41; not hashed") }))
      .optional()
      .describe("the decisions themselves, with --trace"),
  })
  .meta({ id: "trace", description: "the decisions of one run, the same for the same seed" });

const experiment = z
  .object({
    id: z.string(),
    title: z.string(),
    seed: count,
    verdict,
    findings: z.array(
      z.object({
        kind: z
          .enum(["claim", "expected", "control"])
          .describe(
            "claim: over the end state; expected: an answer within the story; control: a wrong part that must break a claim",
          ),
        verdict,
        says: z.string().describe("the sentence that was checked"),
        about: z.array(z.string()).describe("on what it was checked, or one sentence for each thing that breaks it"),
      }),
    ),
    lines: z
      .array(z.object({ label: z.enum(["timeline", "note", "mismatch", "fired"]), text: z.string() }))
      .describe("the story for people"),
    warnings: z.array(z.string()).describe("what weakens the verdict"),
    trace,
    controlTrace: trace.optional().describe("of the control's own run; of several controls one after another"),
  })
  .meta({ id: "experiment", description: "what one experiment found; evidence/<id>/verdict.json is one of these" });

export const runDocument = z
  .object({
    format: z.literal("holdfast-run-1"),
    seed: count,
    server: z
      .object({ kind: z.enum(["embedded", "url", "container"]), major: count.describe("of PostgreSQL: 16, 17, 18") })
      .describe("who served the run; what was found does not depend on it"),
    gate: z.enum(["on", "off"]).describe("off: waiting backends raced, so the run may not repeat"),
    verdict,
    interrupted: z.boolean().describe("the user stopped the run before its end"),
    summary: z
      .object({ passed: count, failed: count, unknown: count, not_run: count })
      .describe("counts findings; not_run: the claims and the control of every experiment in notRun"),
    happened: z
      .record(
        z.string(),
        z.array(
          z.object({
            name: z.string(),
            times: count.describe("in runs of the shipped system"),
            withWrongPart: count.describe("in runs of controls"),
          }),
        ),
      )
      .describe("what can happen, by family, and how often it did; of what never did nothing is known"),
    experiments: z.array(experiment),
    notRun: z.array(z.object({ id: z.string(), title: z.string(), findings: count })),
    warnings: z.array(z.string()),
  })
  .describe("One run of holdfast: what each experiment found");

export type RunDocument = z.infer<typeof runDocument>;
type ExperimentDocument = z.infer<typeof experiment>;

/** Checked against the schema before it goes out: a document that does not fit is a defect of the lab. */
export function runToJson(run: Run, options: { readonly steps: boolean }): RunDocument {
  return runDocument.parse({
    format: "holdfast-run-1",
    seed: run.seed,
    server: { kind: run.server.kind, major: run.server.major },
    gate: run.gate,
    verdict: runVerdict(run),
    interrupted: run.interrupted,
    summary: tally(run),
    happened: timesOf(happenedIn(run), run.canHappen),
    experiments: run.results.map((result) => experimentToJson(result, options)),
    notRun: run.notRun,
    warnings: run.warnings,
  });
}

export function experimentToJson(result: ExperimentResult, options: { readonly steps: boolean }): ExperimentDocument {
  const { id, title, seed, verdict, findings, lines, warnings, controlTrace } = result;
  const traceToJson = ({ steps, sha256 }: Trace) => ({
    decisions: steps.length,
    sha256,
    ...(options.steps ? { steps } : {}),
  });
  // The order of the keys is the order in the file.
  return experiment.parse({
    id,
    title,
    seed,
    verdict,
    findings,
    lines,
    warnings,
    trace: traceToJson(result.trace),
    ...(controlTrace === undefined ? {} : { controlTrace: traceToJson(controlTrace) }),
  });
}

/** `docs/result.schema.json`, as text. */
export function publishedSchema(): string {
  const schema = z.toJSONSchema(runDocument, { target: "draft-2020-12" });
  return `${JSON.stringify({ $id: "holdfast-run-1", title: "holdfast run", ...schema }, undefined, 2)}\n`;
}
