import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer } from "../cluster/open.ts";
import { LabDatabase } from "../lab.ts";
import { mixedSchema, trialDetectorMs } from "./mixed.ts";
import { runPrograms, type Program, type ProgramsRun } from "./programs.ts";

let lab: LabDatabase;
beforeAll(async () => {
  const server = await openServer({ kind: "embedded", major: 18 });
  const schema = {
    ...mixedSchema,
    setup: [
      ...mixedSchema.setup,
      "CREATE TABLE seat (k int, who int, UNIQUE (k) DEFERRABLE INITIALLY DEFERRED)",
      "CREATE TABLE one (v int)",
      "CREATE TABLE two (v int)",
    ],
    tables: [...mixedSchema.tables, "seat"],
  };
  lab = await LabDatabase.open(server, schema, trialDetectorMs);
});
afterAll(() => lab.close());

const commits = (...steps: readonly string[]): Program => ({ steps, end: "COMMIT" });
const alone = (...steps: readonly string[]): Program => ({ steps, end: "autocommit" });
const take = (id: number): string => `UPDATE stock SET v = v - 1 WHERE id = ${id}`;

/** The same programs under so many seeds, each twice; the second run has to be the first again. */
async function underSeeds(seeds: number, programs: readonly Program[], read?: string): Promise<readonly ProgramsRun[]> {
  const runs: ProgramsRun[] = [];
  for (let seed = 0; seed < seeds; seed++) {
    const run = await runPrograms(lab, programs, seed, read);
    expect((await runPrograms(lab, programs, seed, read)).steps).toEqual(run.steps);
    runs.push(run);
  }
  return runs;
}

const says = (run: ProgramsRun, what: RegExp): boolean => run.steps.some((text) => what.test(text));
const distinct = (values: readonly (string | number)[]): readonly (string | number)[] => [...new Set(values)].sort();

describe("what a schedule decides", () => {
  test("two autocommit INSERT … WHERE NOT EXISTS make a duplicate under some seeds", async () => {
    const note = "INSERT INTO noted SELECT $1, 7 WHERE NOT EXISTS (SELECT 1 FROM noted WHERE k = 7)";
    const runs = await underSeeds(12, [alone(note), alone(note)], "SELECT count(*)::int AS n FROM noted");
    expect(distinct(runs.map((run) => run.rows[0]?.["n"] as number))).toEqual([1, 2]);
  });

  test("of a deadlock each member is the victim under some seeds, and never both", async () => {
    const runs = await underSeeds(10, [commits(take(1), take(2)), commits(take(2), take(1))]);
    expect(distinct(runs.map((run) => run.ends.join()))).toEqual(["40P01,COMMIT", "COMMIT,40P01", "COMMIT,COMMIT"]);
  });

  test("three waiters on one row wake in every order", async () => {
    // The holder takes its time; counted are the runs in which all three wait when it gives the row back.
    const holder = commits(take(1), ...Array<string>(8).fill("SELECT 1"));
    const programs = [holder, ...Array<Program>(3).fill(commits(take(1)))];
    const orders = new Set<string>();
    for (let seed = 0; orders.size < 6 && seed < 400; seed++) {
      const run = await runPrograms(lab, programs, seed);
      const free = run.steps.findIndex((text) => text.startsWith("0 actor-1 works: COMMIT"));
      const waits = run.steps.slice(0, free).filter((text) => / actor-[234] .* -> waits for a lock/.test(text));
      if (run.order[0] === 0 && waits.length === 3) orders.add(run.order.slice(1).join(""));
    }
    expect([...orders].sort()).toEqual(["123", "132", "213", "231", "312", "321"]);
  });
});

describe("every kind of wait is replayed", () => {
  test("a rollback to a savepoint grants the row before its holder has ended", async () => {
    const holder = commits("SAVEPOINT a", take(1), "ROLLBACK TO a", take(2));
    const runs = await underSeeds(12, [holder, commits(take(1))]);
    const granted = (run: ProgramsRun): boolean => {
      const at = run.steps.findIndex((text) => text.endsWith("its lock is granted -> UPDATE 1"));
      return at >= 0 && run.steps.slice(at).some((text) => text.startsWith("0 actor-1 works: COMMIT"));
    };
    expect(runs.some(granted)).toBe(true);
  });

  test("a deferred unique constraint makes COMMIT wait, and refuses it there", async () => {
    const sit = "INSERT INTO seat VALUES (1, $1)";
    const runs = await underSeeds(12, [commits(sit), commits(sit)]);
    expect(distinct(runs.map((run) => [...run.ends].sort().join()))).toEqual(["23505,COMMIT"]);
    expect(runs.some((run) => says(run, /COMMIT -> waits for a lock/))).toBe(true);
    expect(runs.some((run) => says(run, /COMMIT -> error 23505/))).toBe(true);
  });

  test("SERIALIZABLE: of two that read what the other writes, one is refused under some seeds", async () => {
    const reads = (mine: number, other: number): Program => ({
      begin: "BEGIN ISOLATION LEVEL SERIALIZABLE",
      steps: [`SELECT v FROM stock WHERE id = ${other}`, take(mine)],
      end: "COMMIT",
    });
    const runs = await underSeeds(12, [reads(1, 2), reads(2, 1)]);
    const ends = distinct(runs.map((run) => [...run.ends].sort().join()));
    expect(ends).toEqual(["40001,COMMIT", "COMMIT,COMMIT"]);
  });

  test("LOCK TABLE: modes that conflict wait, modes that do not pass", async () => {
    const lock = (mode: string): Program => commits(`LOCK TABLE one IN ${mode} MODE`, take(1));
    const runs = await underSeeds(10, [lock("SHARE"), lock("SHARE"), lock("ROW EXCLUSIVE")]);
    expect(runs.some((run) => says(run, /actor-3 works: BEGIN; LOCK TABLE .* -> waits/))).toBe(true);
    expect(distinct(runs.flatMap((run) => run.ends))).toEqual(["COMMIT"]);
    const shared = await underSeeds(5, [
      commits("LOCK TABLE one IN SHARE MODE"),
      commits("LOCK TABLE one IN SHARE MODE"),
    ]);
    expect(shared.some((run) => says(run, /waits/))).toBe(false);
  });

  test("LOCK TABLE: of two that want a stronger lock on what both hold, one is refused at once", async () => {
    const upgrade = commits("LOCK TABLE one IN SHARE MODE", "SELECT 1", "LOCK TABLE one IN EXCLUSIVE MODE");
    const runs = await underSeeds(8, [upgrade, upgrade]);
    expect(distinct(runs.map((run) => run.ends.join()))).toEqual(["40P01,COMMIT", "COMMIT,40P01", "COMMIT,COMMIT"]);
    expect(runs.some((run) => run.counts.cycles > 0)).toBe(false);
  });

  test("a session's advisory lock outlives its statement, and is waited for", async () => {
    const holds = alone("SELECT pg_advisory_lock(5)", take(1), "SELECT pg_advisory_unlock(5)");
    const runs = await underSeeds(5, [holds, holds]);
    expect(runs.some((run) => says(run, /pg_advisory_lock.* -> waits/))).toBe(true);
    expect(runs.some((run) => run.counts.waits === 0)).toBe(true);
  });

  test("a soft deadlock is undone by the server, and nobody dies", async () => {
    const access = (table: string): string => `LOCK TABLE ${table} IN ACCESS SHARE MODE`;
    const share = (first: string, second: string): Program =>
      commits(access(first), ...Array<string>(5).fill("SELECT 1"), access(second));
    const exclusive = (table: string): Program => commits(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    const programs = [share("one", "two"), share("two", "one"), exclusive("one"), exclusive("two")];
    const runs = await underSeeds(25, programs);
    expect(distinct(runs.flatMap((run) => run.ends))).toEqual(["COMMIT"]);
    expect(runs.some((run) => run.counts.cycles > 0)).toBe(true);
  });
});
