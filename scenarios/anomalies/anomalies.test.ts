import { expect, test } from "vitest";
import { control, type Found } from "../../harness/anomalies/anomaly.ts";
import { searchLevels } from "../../harness/anomalies/search.ts";
import { verdictOf } from "../../harness/anomalies/text.ts";
import { anomalies } from "./anomalies.ts";

/** As many as the last of them needs; the build tries more. */
const seeds = 13;

test("what PostgreSQL permits is found, what it forbids is not, and without transactions everything is", async () => {
  const found: Found[] = [];
  for await (const one of searchLevels(anomalies, { kind: "embedded", major: 18 }, seeds)) found.push(one);
  expect(found).toHaveLength(anomalies.length * 4);
  expect(found.filter((one) => verdictOf(one) !== "holds")).toEqual([]);
  const controls = found.filter(({ level }) => level === control);
  expect(controls.map(({ seed }) => typeof seed)).toEqual(anomalies.map(() => "number"));
});

test("an anomaly that nobody permits and that happens is found with its decisions", async () => {
  const lostUpdate = anomalies.find(({ id }) => id === "P4")!;
  const [found] = await collect(
    searchLevels([{ ...lostUpdate, permitted: [] }], { kind: "embedded", major: 18 }, seeds),
  );
  expect(found).toMatchObject({ level: "read committed", permitted: false, seed: 1 });
  expect(verdictOf(found!)).toBe("breaks");
  expect(found!.decisions.join("\n")).toContain("waits for a lock");
});

async function collect<T>(things: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = [];
  for await (const thing of things) all.push(thing);
  return all;
}
