import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runDocument } from "../evidence/json.ts";
import { nothingFound, paidTwice } from "../evidence/sample.ts";
import { commandLine, fakeSuite, holding } from "./fakeLab.ts";
import type { ExperimentCard } from "./lab.ts";

let root = "";
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "holdfast run "));
});
afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

/** C29-06 breaks, the others hold. */
const oneBreaks = () =>
  fakeSuite((card, { seed }) => (card.id === "C29-06" ? { ...paidTwice, seed } : holding(card, seed)));

describe("run: what a person reads", () => {
  it("a line an experiment, under a broken claim the command that shows it again, the counts last", async () => {
    const { code, out, err } = await commandLine("--seed 7", oneBreaks(), { root });
    expect(out).toBe(`seed 7   3 experiments   PostgreSQL 18, embedded   gate on
ok       C29-04    3/3  The charge is booked, the reply is lost
not ok   C29-06    0/3  Sixteen copies of one callback
         warning  no gate: waiters may have raced
         not ok   claim     an order moves to PAID once
                            ord-0001 moved to PAID twice: v4 query, v5 callback
                            ord-0002 moved to PAID twice: v4 query, v5 callback
         not ok   claim     confirmed equals paid  confirmed=0 != paid=1
         unknown  claim     each order ships once  no order was shipped
           again: ./run.sh C29-06 --seed 7
ok       HB-01    3/3  The last room

3 experiments: 2 hold, 1 break, 0 unknown, 0 not run
SUMMARY passed=6 failed=2 unknown=1 not_run=0
`);
    expect({ code, err }).toEqual({ code: 1, err: "" });
  });

  it("the whole page of an experiment that was named, and its decisions with --trace", async () => {
    const lab = fakeSuite((card, { seed }) => holding(card, seed));
    const page = await commandLine("c29-04 --seed 4711", lab, { root });
    expect(page.out).toContain("  timeline ord-0001: [-->CREATED v1 create]");
    expect(page.out).toContain("again: ./run.sh C29-04 --seed 4711");
    expect(page.out).not.toContain("src/order/place.ts:41");
    const traced = await commandLine("c29-04 --seed 4711 --trace", lab, { root });
    expect(traced.out).toContain("1  src/order/place.ts:41  orders-1 INSERT orders -> 1 row");
    expect(lab.runs).toContainEqual({ id: "C29-04", seed: 4711, keepSource: true });
  });

  it("colours marks and rewrites a line with the duration on a terminal, and only there", async () => {
    let nowMs = 0;
    const terminal = { root, terminal: true, color: true, nowMs: () => (nowMs += 1500) };
    const { out, err } = await commandLine("--seed 7", oneBreaks(), terminal);
    expect(out).toContain("\u001b[31mnot ok  \u001b[0m C29-06");
    expect(err).toMatch(/\r\u001b\[2K {2}… C29-06 {2}\(2 of 3\) {3}\d+\.\d s\r\u001b\[2K/);
    expect(out).not.toMatch(/\d s\b/);
  });

  it("names another server at its head and in the command that shows it again", async () => {
    const page = await commandLine("c29-06 --seed 7 --postgres 17", oneBreaks(), { root });
    expect(page.out).toMatch(/^seed 7 {3}1 experiment {3}PostgreSQL 17, embedded {3}gate on\n/);
    expect(page.out).toContain("again: ./run.sh C29-06 --seed 7 --postgres 17\n");
    const github = await commandLine("c29-06 --seed 7 --postgres 17 --reporter github", oneBreaks(), { root });
    expect(github.out).toContain("./run.sh C29-06 --seed 7 --postgres 17");
  });

  it("the evidence names no server, and its commands hold for each", async () => {
    await commandLine("--postgres 17", oneBreaks(), { root });
    for (const file of ["output.txt", "C29-06/verdict.json", "C29-06/trace.txt"]) {
      const text = await readFile(join(root, "evidence", file), "utf8");
      expect(text).not.toMatch(/PostgreSQL|--postgres|embedded/);
    }
  });

  it("warns of a lab without its gate", async () => {
    const lab = fakeSuite((card, { seed }) => holding(card, seed), {
      gate: "off",
      warnings: ["no signals: waiters may race"],
    });
    const { out } = await commandLine("", lab, { root });
    expect(out).toContain(
      "seed 29   3 experiments   PostgreSQL 18, embedded   gate off\nwarning  no signals: waiters may race\n",
    );
  });
});

describe("run: the exit code is the worst verdict", () => {
  it.each([
    ["holds", 0],
    ["unknown", 3],
    ["breaks", 1],
  ])("%s: %i", async (verdict, code) => {
    const found = { holds: holding, unknown: () => nothingFound, breaks: () => paidTwice }[verdict]!;
    const lab = fakeSuite((card, { seed }) => (card.id === "C29-06" ? found(card, seed) : holding(card, seed)));
    expect((await commandLine("--seed 1", lab, { root })).code).toBe(code);
  });

  it("a lab that fails in the middle is an unknown with its reason, and the rest still runs", async () => {
    const lab = fakeSuite((card, { seed }) => {
      if (card.id === "C29-06") throw new Error("a 40P01 that no action asked for");
      return holding(card, seed);
    });
    const { code, out } = await commandLine("--seed 1", lab, { root });
    expect(code).toBe(3);
    expect(out).toContain("a 40P01 that no action asked for");
    expect(out).toContain("SUMMARY passed=6 failed=0 unknown=1 not_run=0");
    expect(lab.closed).toBe(1);
  });
});

describe("run: evidence", () => {
  const folders = async () => (await readdir(root)).sort();

  it("is written by everything at the default seed on an embedded server with its gate on", async () => {
    const { out } = await commandLine(
      "",
      fakeSuite((card, { seed }) => holding(card, seed)),
      { root },
    );
    expect(await readdir(join(root, "evidence"))).toContain("output.txt");
    expect(out).toMatch(/evidence written to .*\n\n3 experiments: .*\nSUMMARY .*\n$/);
  });

  it.each([
    ["--seed 30", {}, {}],
    ["c29", {}, {}],
    ["", { gate: "off" as const }, {}],
    ["--postgres container", {}, {}],
    ["", {}, { databaseUrl: "postgres://somewhere" }],
  ])("is left alone otherwise: %s %o %o", async (line, lab, given) => {
    const suite = fakeSuite((card, { seed }) => holding(card, seed), lab);
    expect((await commandLine(line, suite, { root, ...given })).code).toBe(0);
    expect(await folders()).toEqual([]);
  });

  it("goes where --evidence says, whatever was run", async () => {
    const suite = fakeSuite((card, { seed }) => holding(card, seed), { gate: "off" });
    const { code } = await commandLine(["c29-06", "--seed", "3", "--evidence", join(root, "mine")], suite, { root });
    expect(code).toBe(0);
    expect(await folders()).toEqual(["mine"]);
    expect((await readdir(join(root, "mine"))).sort()).toEqual(["C29-06", "environment.json", "output.txt"]);
  });
});

describe("run: where no evidence can be written", () => {
  const held = () => fakeSuite((card, { seed }) => holding(card, seed));

  const file = "A file lies where a folder is needed";
  const places: [where: string, words: readonly string[], why: string][] = [
    ["below a file", ["--evidence", "FILE/x"], file],
    ["below a project's folder that is none", [], file],
  ];
  if (existsSync("/proc/self"))
    places.push(["below /proc", ["--evidence", "/proc/x/y"], "No folder can be made there"]);

  it.each(places)("%s: wrong use, before the first experiment", async (_where, words, why) => {
    const [inTheWay, suite] = [join(root, "file"), held()];
    await writeFile(inTheWay, "");
    const given = words.map((word) => word.replace("FILE", inTheWay));
    const { code, err, out } = await commandLine(given, suite, { root: inTheWay });
    expect(err).toMatch(/^holdfast: Evidence cannot be written: /);
    expect(err).toContain(why);
    expect({ code, out, opened: suite.opened }).toEqual({ code: 2, out: "", opened: [] });
  });

  it.each([
    ["", 3, "SUMMARY passed=9"],
    ["--json", 3, '"passed": 9'],
  ])(
    "when it comes to be so during the run: what was found, then why it is not kept: %s",
    async (line, code, found) => {
      const suite = fakeSuite(async (card, { seed }) => {
        await writeFile(join(root, "mine"), "in the way");
        return holding(card, seed);
      });
      const said: string[] = [];
      const outcome = await commandLine(["--evidence", join(root, "mine"), ...line.split(" ").filter(Boolean)], suite, {
        out: (text) => said.push(text),
        err: (text) => said.push(text),
      });
      expect(said.at(-2)).toContain(found);
      expect(said.at(-1)).toMatch(/^holdfast: The evidence could not be written: .*mine/);
      expect(outcome.code).toBe(code);
    },
  );
});

describe("run: documents have the output to themselves", () => {
  it("--json fits the published schema; decisions only with --trace", async () => {
    const { out, err, code } = await commandLine("--json --seed 7", oneBreaks(), { root });
    const document = runDocument.parse(JSON.parse(out));
    expect(code).toBe(1);
    expect(document.experiments.map(({ verdict }) => verdict)).toEqual(["holds", "breaks", "holds"]);
    expect(document.experiments[0]!.trace.steps).toBeUndefined();
    expect(document).toMatchObject({ server: { kind: "embedded", major: 18 }, interrupted: false });
    expect(err).toContain("not ok   C29-06");
    const traced = await commandLine("--json --seed 7 --trace", oneBreaks(), { root });
    expect(runDocument.parse(JSON.parse(traced.out)).experiments[0]!.trace.steps).toHaveLength(2);
  });

  it("--reporter junit: an unknown is an error, never a pass", async () => {
    const { out } = await commandLine("c29 --reporter junit", oneBreaks(), { root });
    expect(out).toContain('<testsuites name="holdfast, seed 29" tests="6" failures="2" errors="1" skipped="0">');
    expect(out).toContain('<testcase classname="C29-04" name="claim: the three books agree"/>');
    expect(out).toContain('<error message="no order was shipped">');
    expect(out.match(/<testcase/g)).toHaveLength(6);
  });

  it("--reporter junit: markup in a sentence is escaped", async () => {
    const findings = [{ kind: "claim", verdict: "breaks", says: 'a < b & "c"', about: ["\u0000<x>"] }] as const;
    const lab = fakeSuite(() => ({ ...paidTwice, findings }));
    const { out } = await commandLine("c29-06 --reporter junit", lab, { root });
    expect(out).toContain('name="claim: a &lt; b &amp; &quot;c&quot;"><failure message="?&lt;x&gt;">');
  });

  it("--reporter github: one annotation for each thing that does not hold", async () => {
    const { out } = await commandLine("c29 --reporter github", oneBreaks(), { root });
    expect(out.split("\n")).toEqual([
      "::error title=C29-06 claim%3A an order moves to PAID once::ord-0001 moved to PAID twice: v4 query, v5 callback%0Aord-0002 moved to PAID twice: v4 query, v5 callback%0A./run.sh C29-06 --seed 29",
      "::error title=C29-06 claim%3A confirmed equals paid::confirmed=0 != paid=1%0A./run.sh C29-06 --seed 29",
      "::warning title=C29-06 claim%3A each order ships once::no order was shipped%0A./run.sh C29-06 --seed 29",
      "::notice title=holdfast::2 experiments: 1 hold, 1 break, 0 unknown, 0 not run",
      "SUMMARY passed=3 failed=2 unknown=1 not_run=0",
      "",
    ]);
  });
});

describe("run: an interrupt", () => {
  it("keeps what was done beside an experiment that was not", async () => {
    let interrupt = () => {};
    const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
    const run = (card: ExperimentCard, seed: number) => {
      if (card.id === "HB-01") interrupt();
      return card.id === "C29-06" ? holding(card, seed) : new Promise<never>(() => {});
    };
    const lab = fakeSuite((card, { seed }) => run(card, seed), { atOnce: 2 });
    const { code, out } = await commandLine("", lab, { root, interrupted });
    expect(out).toContain("ok       C29-06");
    expect(out).toContain("3 experiments: 1 hold, 0 break, 0 unknown, 2 not run");
    expect(code).toBe(130);
  });

  it("prints what was found so far, writes no evidence, closes the lab, exits 130", async () => {
    let interrupt = () => {};
    const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
    const lab = fakeSuite((card, { seed }) => {
      if (card.id === "C29-04") return holding(card, seed);
      interrupt();
      return new Promise(() => {});
    });
    const { code, out } = await commandLine("", lab, { root, interrupted });
    expect(code).toBe(130);
    expect(out).toContain("ok       C29-04");
    expect(out).toContain("3 experiments: 1 hold, 0 break, 0 unknown, 2 not run");
    expect(out).toContain(
      "\ninterrupted; not_run counts the claims and controls of the experiments that did not run\n",
    );
    expect(out).toMatch(/SUMMARY passed=3 failed=0 unknown=0 not_run=3\n$/);
    expect(lab.closed).toBe(1);
    expect(await readdir(root)).toEqual([]);
  });

  it("is said in the document, too", async () => {
    let interrupt = () => {};
    const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
    const never = fakeSuite(() => {
      interrupt();
      return new Promise(() => {});
    });
    const { code, out } = await commandLine("--json", never, { root, interrupted });
    expect(runDocument.parse(JSON.parse(out))).toMatchObject({
      interrupted: true,
      experiments: [],
      verdict: "unknown",
    });
    expect(code).toBe(130);
  });

  it("before the lab is open there is nothing to print", async () => {
    const lab = { experiments: [], openLab: () => new Promise<never>(() => {}) };
    expect(await commandLine("--seed 1", lab, { interrupted: Promise.resolve() })).toEqual({
      code: 130,
      out: "",
      err: "interrupted before the first experiment\n",
    });
  });
});
