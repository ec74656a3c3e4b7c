import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sampleTrace } from "../evidence/sample.ts";
import { answered, brokenPair, heldPair } from "../explore/sample.ts";
import type { Exploration } from "../verdict/exploration.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { ExploreOptions, Lab, Suite } from "./lab.ts";

interface Asked extends ExploreOptions {
  readonly name: string;
}

/** A suite of these pairs; one that is not in `found` cannot be explored. */
function suiteOf(pairs: readonly Exploration[], found = pairs, confirmed = 10): Suite & { readonly asked: Asked[] } {
  const asked: Asked[] = [];
  const explore = async (name: string, options: ExploreOptions): Promise<Exploration> => {
    asked.push({ name, ...options });
    const one = found.find((pair) => pair.name === name);
    if (one === undefined) throw new Error("machine too slow for the gate");
    const trace = sampleTrace([{ text: "0 orders-1 pay: COMMIT -> COMMIT 0", source: "src/order/pay.ts:20" }]);
    return { ...answered(one, options.manner), ...(options.manner.strategy === "replay" ? { trace } : {}) };
  };
  const reduce: Lab["reduce"] = async (_, { violation }) => ({
    ...{ departures: violation.departures, claim: "one", about: violation.about, told: [], confirmed, runs: 12 },
    ...{ trace: sampleTrace([{ text: "0 orders-1 pay: COMMIT -> COMMIT 0" }]), span: { from: 0, to: 1 } },
  });
  const suite = fakeSuite(() => Promise.reject(new Error("no experiment")), { explore, reduce });
  return { ...suite, asked, explored: pairs.map(({ kind, name, title }) => ({ kind, name, title, says: title })) };
}

/** The same lab, and what it does when it is asked for the third time. */
function thirdTime(lab: Lab, what: () => void): Lab {
  let times = 0;
  const explore: Lab["explore"] = async (name, options) => {
    if (++times === 3) what();
    await new Promise((resolve) => setTimeout(resolve, 5)); // so that others are heard meanwhile
    return lab.explore!(name, options);
  };
  return { ...lab, explore };
}

describe("explore", () => {
  it("explores every pair to its own bound, and tells a statement each, a table and the totals", async () => {
    const suite = suiteOf([heldPair]);
    const { code, out, err } = await commandLine("explore --seed 5", suite);
    expect(out).toContain("seed 5   pay-cancel   PostgreSQL 18, embedded   gate on\n");
    expect(out).toContain("ok       complete: every schedule of pay × cancel with ≤ 2 departures, ");
    expect(out).toMatch(/│ pay × cancel │ +2 │ +│ +1428 │ +2 │ +0 │ +0 │ found at 5 │/);
    expect(out).toMatch(
      /EXPLORE explored=1 schedules=1428 violations=0 unknown=0 controls=1 controls_broke=1 hold=1\n$/,
    );
    const share = { search: "control", nth: 1, of: 1 };
    expect(suite.asked[0]).toEqual({ name: "pay-cancel", seed: 5, manner: { strategy: "exhaustive", share } });
    expect({ code, err }).toEqual({ code: 0, err: "" });
  });

  it("a violation ends with 1, and says how to see it again on the same server", async () => {
    const { code, out } = await commandLine("explore pay --postgres 17", suiteOf([heldPair, brokenPair]));
    expect(out).toContain("./run.sh explore pay-pay --departures 4:1 --seed 29 --postgres 17 --trace");
    expect(code).toBe(1);
  });

  it("a violation that does not come out again is unknown, which is told once, and ends with 3", async () => {
    const { code, out } = await commandLine("explore pay", suiteOf([brokenPair], [brokenPair], 9));
    expect(out).toContain("confirmed 9 of 10 times");
    expect(out.match(/do not come out again|not confirmed/g)).toHaveLength(1);
    expect(out).toMatch(/^unknown {2}complete: every schedule of pay × pay/m);
    expect(code).toBe(3);
  });

  it("what a sampled control breaks says so, and is shown again with the wrong part", async () => {
    const { out } = await commandLine("explore pay --strategy random --control", suiteOf([brokenPair]));
    expect(out).toContain("sampled: pay × pay, with the wrong part, random walk");
    expect(out).toContain("explore pay-pay --departures 4:1 --seed 29 --trace --control");
  });

  it("a pair that the lab could not explore is unknown, with the reason", async () => {
    const { code, out } = await commandLine("explore", suiteOf([heldPair], []));
    expect(out).toContain("machine too slow for the gate");
    expect(code).toBe(3);
  });

  it.each([
    ["--bound 3", { strategy: "exhaustive", bound: 3 }],
    ["--strategy random", { strategy: "random", from: 91, runs: 10 }],
    ["--strategy pct --runs 7 --depth 4 --from 3", { strategy: "pct", from: 3, runs: 7, depth: 4 }],
    ["--departures none --fault twice:pay:ord-0001:1", { departures: "none", fault: "twice:pay:ord-0001:1" }],
    ["--departures 4:1,9:2 --control", { strategy: "replay", departures: "4:1,9:2", control: true }],
  ])("%s", async (words, manner) => {
    const suite = suiteOf([heldPair]);
    await commandLine(`explore pay-cancel ${words}`, suite);
    expect(suite.asked.at(-1)).toMatchObject({ manner });
  });

  it("--time: piece after piece, until the time is over", async () => {
    const suite = suiteOf([heldPair]);
    const clock = { ms: 0 };
    const nowMs = () => (clock.ms += 150);
    const { code, out } = await commandLine("explore pay-cancel --time 1s", suite, { nowMs });
    const froms = suite.asked.map(({ manner }) => ("from" in manner ? manner.from : 0));
    expect(froms).toEqual([1, 11, 21]);
    expect(out).toContain("random walk, runs 1 to 4284 of seed 29"); // as many as the lab says that it has made
    expect(code).toBe(0);
  });

  it("a sample tells its progress, and what an interrupt left of it", async () => {
    let interrupt = (): void => undefined;
    const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
    const whole = suiteOf([heldPair]);
    const suite = {
      ...whole,
      openLab: async (...given: Parameters<Suite["openLab"]>) =>
        thirdTime(await whole.openLab(...given), () => interrupt()),
    };
    const { code, out, err } = await commandLine("explore pay-cancel --runs 1000", suite, {
      interrupted,
      terminal: true,
    });
    expect(err).toMatch(/pay-cancel {2}\d+ runs {2}[\d.]+\/s {2}2 distinct {2}0 faults {2}0 violations/);
    expect(err).toContain("interrupted: 1 of 1 not explored to the end");
    expect(out).toContain("sampled: pay × cancel");
    expect(code).toBe(130);
  });

  it("one schedule again, with every decision", async () => {
    const { out } = await commandLine("explore pay-cancel --departures none --trace", suiteOf([heldPair]));
    expect(out).toContain("orders-1 pay: COMMIT -> COMMIT 0");
    expect(out).toContain("src/order/pay.ts:20");
  });

  it.each([
    ["explore --runs 7 --strategy exhaustive", "--runs does not go with exhaustive."],
    ["explore --runs 7 --time 5s", "--runs does not go with --time."],
    ["explore --time 5", "A time is written 60s, 5m or 2h."],
    ["explore --strategy random --bound 2", "--bound does not go with random."],
    ["explore --strategy random --departures 4:1", "--strategy does not go with --departures."],
    ["explore --fault twice:pay:ord-0001:1", "--fault does not go with exhaustive."],
    ["explore --trace", "--trace does not go with exhaustive."],
    ["explore --trace", "next: Leave --trace away, or name a schedule by --departures."],
    ["explore --runs 7 --departures 4:1", "next: Leave --runs away, or leave --departures away."],
    ["explore --runs 7 --strategy exhaustive", "next: Leave --runs away, or choose another --strategy."],
    ["explore --departures 4:1", "--departures shows one schedule of one pair or SQL race."],
    ["explore pay-cancel --departures 4:1,2:1", "Departures are written choice:other, rising"],
    ["explore --bound 10", "A bound is a whole number from 0 to 9."],
    ["explore refunds", 'There is no pair, experiment, workload or SQL race "refunds".'],
  ])("%s is wrong use", async (line, what) => {
    const { code, err } = await commandLine(line, suiteOf([heldPair, brokenPair]));
    expect(err).toContain(what);
    expect(code).toBe(2);
  });

  it("prints one JSON document", async () => {
    const { out } = await commandLine("explore --json", suiteOf([heldPair]));
    const { format, explorations } = JSON.parse(out) as { format: string; explorations: readonly Exploration[] };
    expect(format).toBe("holdfast-exploration-2");
    expect(explorations).toEqual([heldPair]);
  });

  it("all pairs at the default seed write the page; by chance, or another bound, they do not", async () => {
    const root = await mkdtemp(join(tmpdir(), "explore-"));
    const page = join(root, "evidence", "completeness.txt");
    try {
      for (const line of ["explore --bound 1", "explore --strategy random", "explore --seed 5", "explore pay-cancel"]) {
        await commandLine(line, suiteOf([heldPair]), { root });
        await expect(readFile(page)).rejects.toThrow("ENOENT");
      }
      await commandLine("explore", suiteOf([heldPair]), { root });
      expect(await readFile(page, "utf8")).toMatch(/^holdfast completeness {3}seed 29 {3}1 pair\n/);
    } finally {
      await rm(root, { recursive: true });
    }
  });

  it("an interrupt prints what was found and says what was not", async () => {
    const interrupted = Promise.resolve();
    const { code, err } = await commandLine("explore", suiteOf([heldPair]), { interrupted });
    expect(err).toContain("interrupted: 1 of 1 not explored to the end");
    expect(code).toBe(130);
  });
});
