import { describe, expect, it } from "vitest";
import { experimentToJson, publishedSchema, runToJson } from "./json.ts";
import { paidTwice, replyLost, sampleRun } from "./sample.ts";

describe("the JSON document", () => {
  it("carries the run, its counts and the findings", () => {
    const document = runToJson(sampleRun, { steps: false });
    expect(document).toMatchObject({
      format: "holdfast-run-1",
      seed: 29,
      verdict: "breaks",
      summary: { passed: 3, failed: 2, unknown: 2, not_run: 4 },
      notRun: [{ id: "C29-08", title: "Twenty callbacks at once", findings: 4 }],
    });
    expect(document.experiments.map(({ id }) => id)).toEqual(["C29-04", "C29-06", "C29-07"]);
    expect(document.experiments[1]!.findings).toEqual(paidTwice.findings);
  });

  it("holds the decisions only when they are asked for", () => {
    expect(experimentToJson(replyLost, { steps: false }).trace).toEqual({
      decisions: 2,
      sha256: replyLost.trace.sha256,
    });
    expect(experimentToJson(replyLost, { steps: true }).trace.steps).toEqual(replyLost.trace.steps);
  });

  it("refuses to go out when it does not fit its schema", () => {
    const trace = { steps: [], sha256: "not a hash" };
    expect(() => experimentToJson({ ...replyLost, trace }, { steps: false })).toThrow("64 hexadecimal digits");
  });

  it("describes a verdict.json, which is an experiment of it", () => {
    const { $defs, properties } = JSON.parse(publishedSchema()) as {
      readonly $defs: { readonly experiment: { readonly properties: object } };
      readonly properties: { readonly experiments: unknown };
    };
    expect(properties.experiments).toMatchObject({ items: { $ref: "#/$defs/experiment" } });
    const keys = Object.keys(experimentToJson(replyLost, { steps: false }));
    expect(Object.keys($defs.experiment.properties)).toEqual(keys);
  });

  // To renew the file after a change of the schema: npx vitest run harness/evidence --update
  it("is described by docs/result.schema.json", async () => {
    await expect(publishedSchema()).toMatchFileSnapshot("../../docs/result.schema.json");
  });
});
