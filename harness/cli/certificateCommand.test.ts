import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { nothingSearched } from "../explore/joined.ts";
import type { ExploredCard } from "../verdict/exploration.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { Lab, Suite } from "./lab.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "holdfast certificate "));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

const explored = (["SQL race", "pair", "experiment", "workload"] as const).map((kind): ExploredCard => ({
  kind,
  name: kind,
  title: kind,
  says: kind,
}));

/** Every run has the hash that this gives it. */
function suiteOf(hashOf: (nth: number, major: number) => string): Suite {
  const suite = fakeSuite(() => Promise.reject(new Error("no experiment")));
  return {
    ...suite,
    explored,
    openApart: async (choice) => {
      const lab = await suite.openLab(choice, 1);
      const explore: Lab["explore"] = async (name, { manner }) => {
        if (!("runs" in manner)) throw new Error("no sample");
        const hashes = Array.from({ length: manner.runs }, (_, i) => hashOf(manner.from + i, lab.server.major));
        const [kind, title] = ["pair", name] as const;
        return { kind, name, title, manner, ...nothingSearched, schedules: manner.runs, hashes };
      };
      return { ...lab, explore };
    },
  };
}

const page = async (): Promise<string> => readFile(join(root, "evidence", "measured", "certificate.txt"), "utf8");

it("makes batches, writes what they show, and goes on where that ends", async () => {
  const same = suiteOf((nth) => `hash ${nth}`);
  const { code, out } = await commandLine("certificate --runs 2000", same, { root });
  expect(code).toBe(0);
  expect(out).toContain("CERTIFICATE runs=2000 made=4000 divergent=0 unknown=0 divergent_per_100000=0\n");
  const further = await commandLine("certificate --runs 1000", same, { root });
  expect(further.code).toBe(0);
  expect(await page()).toContain("runs 2001 to 3000   divergent 0");
  expect(await page()).toContain("CERTIFICATE runs=3000 ");
  const gap = await commandLine("certificate --from 9001 --runs 1000", same, { root });
  expect(gap).toMatchObject({ code: 2, err: expect.stringContaining("Go on with --from 3001.") as string });
});

it("a run that comes out differently ends with 1, and is named", async () => {
  const otherwise = suiteOf((nth, major) => (nth === 7 && major === 17 ? "other" : `hash ${nth}`));
  const { code, out } = await commandLine("certificate --runs 1000", otherwise, { root });
  expect(code).toBe(1);
  expect(out).toMatch(/^DIVERGENT SQL race, run 7, between v\S+ with PostgreSQL 16, v\S+ with PostgreSQL 17: /m);
  expect(await page()).toContain("divergent=");
});

it("a batch that could not be made is unknown, and ends with 3", async () => {
  const broken: Suite = { ...suiteOf(() => ""), openApart: () => Promise.reject(new Error("no room")) };
  const { code } = await commandLine("certificate --runs 1000", broken, { root });
  expect(code).toBe(3);
  expect(await page()).toContain("unknown, the first: no room");
});

it("half a batch is wrong use, and so is what is no Node.js", async () => {
  const suite = suiteOf(() => "");
  expect((await commandLine("certificate --runs 1500", suite, { root })).err).toContain("whole batches");
  const missing = await commandLine("certificate --runs 1000 --node /no/such/node", suite, { root });
  expect(missing).toMatchObject({ code: 2, err: expect.stringContaining("no Node.js") as string });
});

it("writes over nothing that is no certificate, unless it begins anew", async () => {
  const suite = suiteOf((nth) => `hash ${nth}`);
  await mkdir(join(root, "evidence", "measured"), { recursive: true });
  await writeFile(join(root, "evidence", "measured", "certificate.txt"), "notes of somebody\n");
  const refused = await commandLine("certificate --runs 1000", suite, { root });
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("is no certificate") as string });
  expect(await page()).toBe("notes of somebody\n");
  expect((await commandLine("certificate --from 1 --runs 1000", suite, { root })).code).toBe(0);
});
