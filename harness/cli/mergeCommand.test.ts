import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleTrace } from "../evidence/sample.ts";
import { nothingSearched } from "../explore/joined.ts";
import type { Exploration, Sampling } from "../verdict/exploration.ts";
import { commandLine, fakeSuite, type Outcome } from "./fakeLab.ts";
import type { ExploreOptions, Lab, Suite } from "./lab.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "shards-"));
});
afterEach(() => rm(folder, { recursive: true }));

const cards = [
  { kind: "pair", name: "pay-cancel", title: "pay × cancel", says: "both" },
  { kind: "workload", name: "sale", title: "a sale", says: "all" },
] as const;

/** Runs 9 and 14 break, the second of them in two ways; a control ends with the first. */
function run(manner: Sampling): Partial<Exploration> {
  const { from, runs, control = false } = manner;
  const all = Array.from({ length: runs }, (_, nth) => from + nth);
  const [first] = all.filter((nth) => nth === 9 || nth === 14);
  const numbers = control && first !== undefined ? all.filter((nth) => nth <= first) : all;
  const about = first === 9 ? ["paid twice"] : ["paid twice", "sold twice"];
  return {
    ...{ manner, schedules: numbers.length, violated: numbers.filter((nth) => nth === 9 || nth === 14).length },
    ...(first === undefined ? {} : { first: { schedule: first, departures: `${first}:1`, says: ["a, not b"], about } }),
    hashes: numbers.map(String),
    fired: { lost: numbers.length },
    seen: { faults: { lost: numbers.length } },
  };
}

const suite: Suite = {
  ...fakeSuite(() => Promise.reject(new Error("no experiment")), {
    explore: async (name: string, { manner }: ExploreOptions) => {
      const { kind, title } = cards.find((card) => card.name === name)!;
      const sample = "from" in manner ? run(manner) : {};
      return { kind, name, title, ...nothingSearched, manner, ...sample };
    },
    reduce: (async (_, { violation: { departures, about } }) => ({
      ...{ departures, claim: "paid twice", about, told: [], confirmed: 10, runs: 3 },
      ...{ trace: sampleTrace([{ text: "0 orders-1 pays" }]), span: { from: 0, to: 1 } },
    })) satisfies Lab["reduce"],
  }),
  explored: cards,
};

const lab = (line: string): Promise<Outcome> => commandLine(line, suite, { root: folder });

/** Writes the document of a shard; its file. */
async function shard(line: string, name: string): Promise<string> {
  const { out, code } = await lab(line);
  expect(code).toBe(0);
  const file = join(folder, `${name}.json`);
  await writeFile(file, out);
  return file;
}

async function shards(line: string, of: number): Promise<string[]> {
  const files: string[] = [];
  for (let nth = 1; nth <= of; nth++) files.push(await shard(`${line} --shard ${nth}/${of}`, String(nth)));
  return files;
}

describe("merge", () => {
  it.each([
    ["explore sale --runs 20", 1],
    ["explore sale pay-cancel --runs 50 --from 3 --seed 7 --strategy random", 1],
    ["explore sale --runs 8", 0],
    ["explore sale --runs 2 --seed 5", 0],
    ["explore sale --runs 50 --control", 1],
  ])("%s: what one machine prints, to the byte, and its exit code", async (line, code) => {
    const whole = await lab(line);
    expect(whole.code).toBe(code);
    for (const of of [1, 3, 7]) {
      const files = await shards(line, of);
      expect(await lab(`merge ${files.reverse().join(" ")}`)).toEqual({ ...whole, err: "" });
      expect(await lab(`merge --json ${files.join(" ")}`)).toEqual(await lab(`${line} --json`));
    }
  });

  it("keeps the failure that one machine would have kept, so that it can be replayed here", async () => {
    const files = await shards("explore sale --runs 20", 4);
    const kept = async (): Promise<string[]> => readdir(join(folder, "failures"));
    await rm(join(folder, "failures"), { recursive: true });
    await lab(`merge ${files.join(" ")}`);
    const [name, ...others] = await kept();
    expect(others).toEqual([]);
    expect(await readFile(join(folder, "failures", name!), "utf8")).toContain('"departures": "9:1"');
  });

  it("all pairs at the default seed write the page when they are merged, and no shard does", async () => {
    const page = join(folder, "evidence", "completeness.txt");
    const files = await shards("explore", 2);
    await expect(readFile(page)).rejects.toThrow("ENOENT");
    const merged = await lab(`merge ${files.join(" ")}`);
    const written = await readFile(page, "utf8");
    expect(written).toMatch(/^holdfast completeness {3}seed 29 {3}1 pair\n/);
    expect(merged).toEqual(await lab("explore"));
    expect(await readFile(page, "utf8")).toBe(written);
  });

  it("a shard prints its document alone, and no verdict", async () => {
    const { code, out, err } = await lab("explore sale --runs 20 --shard 2/2");
    expect(JSON.parse(out)).toMatchObject({ format: "holdfast-shard-1", shard: { nth: 2, of: 2 } });
    expect(err).toContain("shard 2 of 2 of a sale: 10 schedules\n");
    expect(code).toBe(0);
  });

  it("an interrupted shard hands on nothing", async () => {
    const interrupted = Promise.resolve();
    const { code, out, err } = await commandLine("explore sale --runs 20 --shard 2/2", suite, { interrupted });
    expect(err).toContain("interrupted: shard 2 of 2 is not done, and nothing of it is handed on");
    expect({ code, out }).toEqual({ code: 130, out: "" });
  });
});

describe("merge refuses", () => {
  const line = "explore sale --runs 20";

  it("a missing shard, with what makes it", async () => {
    const [one, , three] = await shards(line, 3);
    const { code, err } = await lab(`merge ${one} ${three}`);
    expect(err).toContain("Shard 2 of 3 is missing.");
    expect(err).toContain("once more with --shard 2/3");
    expect(code).toBe(2);
  });

  it("a doubled one, with the files", async () => {
    const [one, two] = await shards(line, 2);
    const { code, err } = await lab(`merge ${one} ${two} ${one}`);
    expect(err).toContain("Shard 1 of 2 is there more than once.");
    expect(err).toContain(`${one} and ${one} are that shard.`);
    expect(code).toBe(2);
  });

  it.each([
    ["explore sale --runs 20 --seed 5 --shard 2/2", "the seed: 29 and 5"],
    ["explore sale --runs 30 --shard 2/2", "the strategy and its bounds"],
    ["explore sale --runs 20 --strategy pct --shard 2/2", "the strategy and its bounds"],
    ["explore sale --runs 20 --shard 2/3", "the number of shards: 2 and 3"],
    ["explore sale pay-cancel --runs 20 --shard 2/2", 'what was explored: ["sale"] and ["pay-cancel","sale"]'],
    ["explore sale --runs 20 --postgres 17 --shard 2/2", "the server"],
  ])("shards of different explorations: %s", async (other, difference) => {
    const files = [await shard(`${line} --shard 1/2`, "1"), await shard(other, "2")];
    const { code, err } = await lab(`merge ${files.join(" ")}`);
    expect(err).toContain(`differ in ${difference}`);
    expect(code).toBe(2);
  });

  it("a shard of another state of the program", async () => {
    const file = await shard(`${line} --shard 1/1`, "1");
    const { code, err } = await commandLine(`merge ${file}`, suite, { root: folder, code: () => "0ld" });
    expect(err).toContain("It was written by another state of the program: c0de; this is 0ld.");
    expect(code).toBe(2);
  });

  it.each([
    ["", "It is empty: the shard was not done."],
    ["PASS", "It is no JSON document."],
    ['{"format":"holdfast-failure-2"}', 'Its format is "holdfast-failure-2"'],
    ['{"format":"holdfast-shard-1","code":"c0de","shard":{"nth":0,"of":1}}', "shard.nth: "],
  ])("a file that is none: %s", async (text, why) => {
    const file = join(folder, "none.json");
    await writeFile(file, text);
    const { code, err } = await lab(`merge ${file}`);
    expect(err).toContain(`No shard can be read from ${file}.`);
    expect(err).toContain(why);
    expect(code).toBe(2);
  });

  it.each([
    ["no count of what is unknown", { unknown: undefined }, "parts.0.found.unknown: "],
    ["runs without hashes", { schedules: 11 }, "parts.0.found: not every run has its hash."],
    ["another name", { name: "pay-cancel" }, "its parts are not those that were explored."],
  ])("a part with %s, which no verdict could rest on", async (_, change, why) => {
    const file = await shard(`${line} --shard 1/2`, "1");
    const document = JSON.parse(await readFile(file, "utf8")) as { parts: { found: object }[] };
    Object.assign(document.parts[0]!.found, change);
    await writeFile(file, JSON.stringify(document));
    const { code, out, err } = await lab(`merge ${file}`);
    expect(err).toContain(why);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  it.each([
    ["--shard 0/3", "A shard is written 1/8 to 8/8"],
    ["--shard 4/3", "A shard is written 1/8 to 8/8"],
    ["--shard 2", "A shard is written 1/8 to 8/8"],
    ["--shard 1/2 --time 5s", "--shard does not go with --time."],
    ["--shard 1/2 --evidence pages", "--shard does not go with --evidence."],
    ["--shard 1/2 --departures none", "--shard does not go with --departures."],
  ])("explore pay-cancel %s is wrong use", async (words, what) => {
    const { code, err } = await lab(`explore pay-cancel ${words}`);
    expect(err).toContain(what);
    expect(code).toBe(2);
  });
});
