import { afterAll, beforeAll, describe, expect, test } from "vitest";
import * as claims from "../harness/shop/claims.ts";
import { openDatabase } from "../harness/shop/lab.ts";
import { play } from "../harness/shop/play.ts";
import type { LabDatabase } from "../harness/postgres/lab.ts";
import { experiments } from "./experiments.ts";

const furtherSeeds = Array.from({ length: 10 }, (_, i) => 101 + i);

describe("every experiment, under ten further seeds", () => {
  let lab: LabDatabase;
  beforeAll(async () => {
    lab = await openDatabase({ kind: "embedded", major: 18 });
  });
  afterAll(() => lab.close());

  test.each(experiments)("$id: holds, and comes out the same again", { timeout: 60_000 }, async (experiment) => {
    const parts = experiment.wrong?.parts ?? {};
    const twice: string[][] = [[], []];
    for (const hashes of twice) {
      for (const seed of furtherSeeds) {
        const { trace, end, findings } = await play(lab, experiment, { seed, parts, keepSource: false, afresh: false });
        if (end === undefined) throw new Error(`${experiment.id} --seed ${seed} never came to rest`);
        const broken = [
          ...findings
            .filter(({ verdict }) => verdict !== "holds")
            .map(({ says, about }) => `${says}: ${about.join("; ")}`),
          ...experiment.holds.flatMap((claim) => claim.broken(end)),
        ];
        expect(broken, `${experiment.id} --seed ${seed}`).toEqual([]);
        if (experiment.wrong !== undefined) expect(experiment.wrong.claim.broken(end)).not.toEqual([]);
        hashes.push(trace.sha256());
      }
    }
    expect(twice[1]).toEqual(twice[0]);
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
