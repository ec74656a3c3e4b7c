import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pLimit from "p-limit";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Lab } from "../harness/cli/lab.ts";
import { openWorkers } from "../harness/cli/workers.ts";
import * as books from "../harness/shop/claims/books.ts";
import * as frozen from "../harness/shop/claims/frozen.ts";
import * as inventory from "../harness/shop/claims/inventory.ts";
import * as money from "../harness/shop/claims/money.ts";
import * as projection from "../harness/shop/claims/projection.ts";
import * as places from "../harness/shop/claims/places.ts";
import * as telling from "../harness/shop/claims/telling.ts";
import { compileProject, root } from "../harness/testing/compiled.ts";
import { experiments } from "./experiments.ts";

interface Further {
  /** What did not hold, one sentence for each seed that gave trouble. */
  readonly troubles: readonly string[];
  /** The traces of the first round and of the second, which have to be the same. */
  readonly traces: readonly [readonly string[], readonly string[]];
}

describe("every experiment, under further seeds", () => {
  const workers = 2;
  let lab: Lab;
  let found: ReadonlyMap<string, Promise<Further>>;
  beforeAll(async () => {
    compileProject(); // workers run compiled files
    lab = await openWorkers(
      pathToFileURL(join(root, "dist/scenarios/worker.js")),
      { kind: "embedded", major: 18 },
      workers,
    );
    const limit = pLimit(workers);
    found = new Map(experiments.map(({ id }) => [id, limit(() => underFurtherSeeds(lab, id))]));
    for (const one of found.values()) one.catch(() => undefined); // its own test hears of it
  }, 120_000);
  afterAll(() => lab.close());

  test.each(experiments)("$id: holds, and comes out the same again", { timeout: 180_000 }, async ({ id }) => {
    const { troubles, traces } = await found.get(id)!;
    expect(troubles).toEqual([]);
    expect(traces[1]).toEqual(traces[0]);
  });
});

/** Twice each. Without the controls: a wrong part need not do harm under every seed. */
async function underFurtherSeeds(lab: Lab, id: string): Promise<Further> {
  const troubles: string[] = [];
  const round = async (): Promise<readonly string[]> => {
    const traces: string[] = [];
    for (const seed of furtherSeeds(id)) {
      const result = await lab.run(id, { seed, keepSource: false, controls: false, played: true });
      traces.push(result.trace.sha256);
      if (result.verdict === "holds") continue;
      const said = result.findings
        .filter(({ verdict }) => verdict !== "holds")
        .map(({ verdict, says, about }) => `${verdict}: ${says}: ${about.join("; ")}`);
      troubles.push([`${id} --seed ${seed}`, ...said, ...result.warnings].join("\n"));
    }
    return traces;
  };
  return { traces: [await round(), await round()], troubles };
}

/** Three for those of C29, one for our own: the build sweeps many. */
function furtherSeeds(id: string): readonly number[] {
  return Array.from({ length: id.startsWith("C29") ? 3 : 1 }, (_, i) => 101 + i);
}

describe("the suite", () => {
  const controls = experiments.flatMap(({ control, wrong }) => [control ?? [], wrong ?? []].flat());

  test("breaks every claim by some control", () => {
    const broken = new Set(controls.map(({ claim }) => claim.says));
    expect(
      [books, frozen, inventory, money, places, projection, telling]
        .flatMap((claims) => Object.values(claims))
        .filter(({ says }) => !broken.has(says)),
    ).toEqual([]);
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
