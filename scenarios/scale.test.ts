/** docs/scale.md and docs/scale/job.yaml: the commands that they show are understood, and merge to the whole. */
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { commandLine, fakeSuite, type Outcome } from "../harness/cli/fakeLab.ts";
import type { ExploreOptions, Suite } from "../harness/cli/lab.ts";
import { nothingSearched } from "../harness/explore/joined.ts";
import { suite } from "../harness/shop/lab.ts";
import { root } from "../harness/testing/compiled.ts";
import { pairs } from "./pairs/pairs.ts";
import { workloads } from "./workloads/workloads.ts";

const shop = suite({ experiments: [], flows: [], pairs, workloads });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "scale-"));
});
afterEach(() => rm(folder, { recursive: true }));

/** The shop's names, and a lab in which every run holds. */
const quick: Suite = {
  ...fakeSuite(() => Promise.reject(new Error("no experiment")), {
    explore: async (name: string, { manner }: ExploreOptions) => {
      const { kind, title } = shop.explored!.find((card) => card.name === name)!;
      const runs = "from" in manner ? Array.from({ length: manner.runs }, (_, nth) => String(manner.from + nth)) : [];
      return { kind, name, title, manner, ...nothingSearched, schedules: runs.length, hashes: runs };
    },
  }),
  explored: shop.explored!,
};

/** The commands of a file that begin so, in its order; `$…` is replaced, as who reads the file would. */
async function commandsOf(file: string, word: "explore" | "merge", nth = 0): Promise<readonly string[]> {
  const lines = (await readFile(join(root, file), "utf8")).split("\n");
  return lines
    .flatMap((line) => /- (?:run: )?(\.\/run\.sh .*)$/.exec(line)?.[1] ?? [])
    .filter((line) => line.startsWith(`./run.sh ${word} `))
    .map((line) => line.replaceAll("${{ matrix.shard }}", String(nth + 1)).replaceAll("/shards/", ""));
}

/** What a shell makes of a command: its words, and where its output goes. */
async function shell(line: string, nth: number): Promise<{ readonly words: readonly string[]; readonly to: string }> {
  const [command = "", to = ""] = line.replace("./run.sh ", "").split(" > ");
  const script = `printf '%s\\n' ${command}; printf '%s' ${to}`;
  const env = { ...process.env, JOB_COMPLETION_INDEX: String(nth) };
  const { stdout } = await promisify(execFile)("sh", ["-c", script], { cwd: folder, env });
  const [file = "", ...words] = stdout.split("\n").reverse();
  return { words: words.reverse(), to: file };
}

test.each(["docs/scale.md", "docs/scale/job.yaml"])("%s: eight shards, merged, are the whole", async (file) => {
  const files = new Set<string>();
  let whole: readonly string[] = [];
  for (let nth = 0; nth < 8; nth++) {
    const [line, ...others] = await commandsOf(file, "explore", nth);
    expect(others).toEqual([]);
    const { words, to } = await shell(line!, nth);
    expect(words).toContain(`${nth + 1}/8`);
    const { code, out, err } = await commandLine(words, quick);
    expect(code, err).toBe(0);
    await writeFile(join(folder, to), out);
    files.add(to);
    whole = words.slice(0, words.indexOf("--shard"));
  }
  expect(files.size).toBe(8);
  const [merge, ...others] = await commandsOf(file, "merge");
  expect(others).toEqual([]);
  const { words } = await shell(merge!, 0);
  expect(words).toHaveLength(9);
  const merged = await commandLine(
    words.map((word) => (word === "merge" ? word : join(folder, word))),
    quick,
  );
  expect(merged).toEqual(await commandLine(whole, quick));
  expect(merged.out).toContain("20,000 runs");
});

test("the real lab: the shards of a pair and of a workload, merged, are what one machine prints", async () => {
  const lab = (line: string): Promise<Outcome> => commandLine(`${line} --workers 1`, shop, { root: folder });
  for (const line of ["explore create-create --bound 1", "explore sale --runs 5 --seed 3"]) {
    const files: string[] = [];
    for (const nth of [1, 2]) {
      const { code, out, err } = await lab(`${line} --shard ${nth}/2`);
      expect(code, err).toBe(0);
      files.push(join(folder, `${nth}.json`));
      await writeFile(files.at(-1)!, out);
    }
    const merged = await commandLine(`merge ${files.join(" ")}`, shop, { root: folder });
    expect(merged).toEqual(await lab(line));
  }
});
