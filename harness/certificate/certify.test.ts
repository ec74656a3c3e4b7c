import { describe, expect, test } from "vitest";
import { Trace } from "../kernel/trace.ts";
import type { ExploredCard } from "../verdict/exploration.ts";
import { batchRuns, pairOf, piecesOf, type Piece } from "./batch.ts";
import { certifyBatch, type Maker } from "./certify.ts";
import { goOn, partOf, readCertificate, renderCertificate } from "./page.ts";

const explored = (["SQL race", "pair", "experiment", "workload"] as const).flatMap((kind) =>
  Array.from({ length: 7 }, (_, nth): ExploredCard => ({ kind, name: `${kind} ${nth}`, title: "", says: "" })),
);

/** Versions of Node.js, on the servers 16 to 18. */
const placesOf = (...nodes: readonly string[]) =>
  nodes.flatMap((node) => [16, 17, 18].map((major) => ({ node, major })));

/** What makes runs whose decisions are these, as the surroundings and the piece say. */
type Decide = (nth: number, where: { readonly major: number }, piece: Piece) => readonly string[];

/** Opens a maker like that; `opened` tells where. */
function makers(decide: Decide) {
  const opened: string[] = [];
  const open = async (where: { readonly node: string; readonly major: number }): Promise<Maker> => {
    opened.push(`${where.node} ${where.major}`);
    const traceOf = (nth: number, piece: Piece) => {
      const trace = new Trace();
      for (const text of decide(nth, where, piece)) trace.append(text);
      return { steps: trace.steps, sha256: trace.sha256() };
    };
    return {
      make: async (piece) => ({
        hashes: Array.from({ length: piece.runs }, (_, i) => traceOf(piece.from + i, piece).sha256),
        ...{ unknown: 0, doubts: [] },
      }),
      trace: async (piece) => traceOf(piece.from, piece),
      close: async () => void opened.push("closed"),
    };
  };
  return { open, opened };
}

describe("a batch of the certificate", () => {
  test("is made twice, each time by a fresh process, and all of it is compared", async () => {
    const { open, opened } = makers((nth, _, { name }) => ["0 story: begins", `0 ${name} ${nth}`]);
    const certified = await certifyBatch(explored, 1, placesOf("v20", "v22"), open);
    expect(certified).toEqual({ batches: 1, runs: batchRuns, unknown: 0, doubts: [], divergent: [] });
    expect(opened).toEqual(["v20 16", "closed", "v20 17", "closed"]);
  });

  test("a run that is not deterministic is found, and the first decision that differs is named", async () => {
    let times = 0;
    const { open } = makers((nth, _, { name }) =>
      name === "pair 0" && nth === 3
        ? ["0 story: begins", `0 orders-1: draws ${times++}`, "0 story: ends"]
        : ["0 story: begins"],
    );
    const [divergent, ...others] = (await certifyBatch(explored, 1, placesOf("v20"), open)).divergent;
    expect(others).toEqual([]);
    expect(divergent).toMatchObject({ name: "pair 0", nth: 3 });
    expect(divergent?.decision).toMatch(
      /^decision 2 of the run: first "0 orders-1: draws 2", later "0 orders-1: draws 3"$/,
    );
  });

  test("a run that differs between two servers is found too", async () => {
    const { open } = makers((_, { major }, { name }) => [name === "workload 0" && major === 17 ? "0 b" : "0 a"]);
    const { divergent } = await certifyBatch(explored, 1, placesOf("v20"), open);
    expect(divergent).toHaveLength(10);
    expect(divergent[0]).toMatchObject({ name: "workload 0", where: [{ major: 16 }, { major: 17 }] });
    expect(divergent[0]?.decision).toBe('decision 1 of the run: first "0 a", later "0 b"');
  });

  test("one that does not differ again is told all the same", async () => {
    let made = 0;
    const { open } = makers((nth, _, { name }) => [name === "pair 1" && nth === 1 && made++ === 0 ? "0 b" : "0 a"]);
    const certified = await certifyBatch(explored, 1, placesOf("v20"), open);
    expect(partOf([certified], 1, placesOf("v20")).amiss).toEqual([
      "DIVERGENT pair 1, run 1, between v20 with PostgreSQL 16, v20 with PostgreSQL 17: it did not differ again when it was made again",
    ]);
  });
});

test("batches: each has as many runs, none is made twice, and every pair of surroundings has its turn", () => {
  const runs = new Set<string>();
  for (let batch = 1; batch <= 20; batch++) {
    const pieces = piecesOf(explored, batch);
    for (const { name, from, runs: count } of pieces) for (let i = 0; i < count; i++) runs.add(`${name}/${from + i}`);
  }
  expect(runs.size).toBe(20 * batchRuns);
  const places = placesOf("v20", "v22");
  const pairs = Array.from({ length: 15 }, (_, nth) =>
    pairOf(places, nth + 1)
      .map((one) => places.indexOf(one))
      .join(),
  );
  expect(new Set(pairs).size).toBe(15);
  const [only] = places;
  expect(pairOf([only!], 7)).toEqual([only, only]);
});

describe("the page", () => {
  const now = { code: "c0de", seed: 29 };
  const held = { batches: 2, runs: 2000, unknown: 0, doubts: [], divergent: [] };
  const first = partOf([held], 1, placesOf("v20"));
  const doubtful = partOf([{ ...held, unknown: 3, doubts: ["too slow"] }], 2001, placesOf("v22"));
  const page = renderCertificate({ ...now, parts: [first, doubtful] });

  test("says what was shown, and is read back as it was", () => {
    expect(page).toContain("CERTIFICATE runs=4000 made=8000 divergent=0 unknown=3 divergent_per_100000=0\n");
    expect(page).toContain("npm run certificate -- --from 4001 --runs 996000\n");
    expect(readCertificate(page)).toEqual({ ...now, parts: [first, doubtful] });
    expect(readCertificate("something else\n")).toBeUndefined();
  });

  test("a full page is gone on with all the same", () => {
    const full = renderCertificate({ ...now, parts: [{ ...first, to: 1_000_000 }] });
    expect(full).toContain("npm run certificate -- --from 1000001 --runs 100000\n");
  });

  test("is gone on with behind its last run, by the same state of the program, and begins anew at the first", () => {
    const before = readCertificate(page);
    expect(goOn(before, 4001, now)).toEqual(before);
    expect(goOn(before, undefined, now)).toEqual(before);
    expect(goOn(undefined, undefined, now)).toEqual({ ...now, parts: [] });
    expect(() => goOn(before, undefined, { ...now, code: "else" })).toThrow("Begin with --from 1");
    expect(goOn(before, 1, { ...now, code: "else" })).toEqual({ ...now, code: "else", parts: [] });
    expect(() => goOn(before, 5001, now)).toThrow("Go on with --from 4001.");
    expect(() => goOn(before, 4001, { ...now, code: "else" })).toThrow("this is else at seed 29");
    expect(() => goOn(undefined, 4001, now)).toThrow("No page was written yet.");
  });
});
