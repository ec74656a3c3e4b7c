import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commandLine, fakeSuite, type Outcome } from "./fakeLab.ts";

const suite = fakeSuite(() => Promise.reject(new Error("no experiment")));

const files = {
  "good.spec": `
    setup { CREATE TABLE t (n int); INSERT INTO t VALUES (1); } teardown { DROP TABLE t; }
    session s1 setup { BEGIN; } step a { UPDATE t SET n = 2; } step b { COMMIT; }
    session s2 step x { UPDATE t SET n = n + 1 RETURNING n; }
    permutation a x b`,
  "stuck.spec": `
    setup { CREATE TABLE t (n int); INSERT INTO t VALUES (1); } teardown { DROP TABLE t; }
    session s1 setup { BEGIN; } step a { UPDATE t SET n = 2; } step b { COMMIT; }
    session s2 step x { UPDATE t SET n = 3; } step y { SELECT 1 AS one; }
    permutation a x y b`,
  "chance.spec": "session s1 step a { SELECT gen_random_uuid(); } permutation a",
  "extension.spec": "session s1 step a { CREATE EXTENSION injection_points; } permutation a",
  "mistake.spec": "session s1\nstep a { SELECT 1; }\npermutation a\nb",
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "holdfast-"));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
});
afterAll(() => rm(folder, { recursive: true }));

function spec(options: string, ...names: readonly (keyof typeof files | "missing.spec")[]): Promise<Outcome> {
  const words = ["spec", ...options.split(" ").filter((word) => word !== "")];
  return commandLine([...words, ...names.map((name) => join(folder, name))], suite, { root: folder });
}

describe("spec", () => {
  it("prints what isolationtester would", async () => {
    const { code, out, err } = await spec("", "good.spec");
    expect(out).toBe(
      "Parsed test spec with 2 sessions\n\n" +
        "starting permutation: a x b\nstep a: UPDATE t SET n = 2;\n" +
        "step x: UPDATE t SET n = n + 1 RETURNING n; <waiting ...>\nstep b: COMMIT;\n" +
        "step x: <... completed>\nn\n-\n3\n(1 row)\n\n",
    );
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("--all: says how many orders are impossible", async () => {
    const { code, out, err } = await spec("--all", "stuck.spec");
    expect(out.match(/^starting permutation/gm)).toHaveLength(5);
    expect(err).toContain("stuck.spec: 5 permutations, 1 more are impossible");
    expect(code).toBe(0);
  });

  it("--compare: the same, another output, and what cannot be compared, each told; a page of evidence where asked", async () => {
    const asked = ["good.spec", "chance.spec", "stuck.spec", "extension.spec"] as const;
    const { code, out } = await spec(`--compare --evidence ${folder}`, ...asked);
    expect(out).toMatch(/^ok {7}\S+good\.spec: 1 permutation$/m);
    expect(out).toMatch(
      /^not ok {3}\S+chance\.spec: 1 permutation\n {9}line 7 of the output\n {9}ours {3}"[0-9a-f-]{36}"$/m,
    );
    expect(out).toContain("nothing is left that could end the wait of x, where the stock tester stands still");
    expect(out).toContain('it asks for the extension "injection_points", which the embedded server does not have');
    expect(out).toContain("SUMMARY same=1 different=1 unknown=2\n");
    expect(code).toBe(1);
    const page = await readFile(join(folder, "specs.txt"), "utf8");
    expect(page).toMatch(/^good +2 +3 +1 {2}same as the stock tester {2}[0-9a-f]{64}$/m);
    expect(page).toMatch(/^stuck +2 +4 +1 {2}not compared/m);
  });

  it("what cannot be run is unknown, with the reason", async () => {
    const { code, err } = await spec("", "extension.spec");
    expect(err).toContain('It asks for the extension "injection_points", which the embedded server does not have.');
    expect(code).toBe(3);
  });

  it.each([
    ["missing.spec", "missing.spec cannot be read"],
    ["mistake.spec", "mistake.spec:4 is no isolation spec"],
  ] as const)("%s is wrong use, before any server is started", async (name, what) => {
    const { code, err, out } = await spec("", "good.spec", name);
    expect(err).toContain(what);
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  it("evidence of nothing that is compared is wrong use", async () => {
    const { code, err, out } = await spec("--evidence pages", "good.spec");
    expect(err).toContain("--evidence does not go without --compare.");
    expect({ code, out }).toEqual({ code: 2, out: "" });
  });

  it("no file is wrong use where the suite has none of its own", async () => {
    const { code, err } = await spec("--compare");
    expect(err).toContain("There is no spec to run.");
    expect(code).toBe(2);
  });
});
