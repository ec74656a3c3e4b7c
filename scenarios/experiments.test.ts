import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as claims from "../harness/shop/claims.ts";
import { openDatabase } from "../harness/shop/lab.ts";
import type { LabDatabase } from "../harness/postgres/lab.ts";
import { experiments } from "./experiments.ts";
import { underFurtherSeeds } from "./furtherSeeds.ts";

const shorter = experiments.filter(({ long }) => long !== true);

describe("every experiment but the longest, under further seeds", () => {
  let lab: LabDatabase;
  beforeAll(async () => {
    lab = await openDatabase({ kind: "embedded", major: 18 });
  });
  afterAll(() => lab.close());

  test.each(shorter)("$id: holds, and comes out the same again", { timeout: 60_000 }, async (experiment) => {
    const { troubles, traces } = await underFurtherSeeds(lab, experiment);
    expect(troubles).toEqual([]);
    expect(traces[1]).toEqual(traces[0]);
  });
});

describe("the suite", () => {
  const controls = experiments.flatMap(({ control, wrong }) => [control ?? [], wrong ?? []].flat());

  test("breaks every claim by some control", () => {
    const broken = new Set(controls.map(({ claim }) => claim.says));
    expect(Object.values(claims).filter(({ says }) => !broken.has(says))).toEqual([]);
  });

  test("gives every experiment something that must break", () => {
    const without = experiments.filter(({ control, wrong }) => control === undefined && wrong === undefined);
    expect(without.map(({ id }) => id)).toEqual([]);
  });

  test("is numbered once, in order within each group", () => {
    const ids = experiments.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual([...ids].sort());
  });
});
