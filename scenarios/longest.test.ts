import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openDatabase } from "../harness/shop/lab.ts";
import type { LabDatabase } from "../harness/postgres/lab.ts";
import { experiments } from "./experiments.ts";
import { underFurtherSeeds } from "./furtherSeeds.ts";

const longest = experiments.filter(({ long }) => long === true);

describe("the longest experiments, under further seeds", () => {
  let lab: LabDatabase;
  beforeAll(async () => {
    lab = await openDatabase({ kind: "embedded", major: 18 });
  });
  afterAll(() => lab.close());

  test.each(longest)("$id: holds, and comes out the same again", { timeout: 120_000 }, async (experiment) => {
    const { troubles, traces } = await underFurtherSeeds(lab, experiment);
    expect(troubles).toEqual([]);
    expect(traces[1]).toEqual(traces[0]);
  });
});
