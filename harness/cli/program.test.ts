import { describe, expect, it } from "vitest";
import { LabError } from "../verdict/failure.ts";
import { cards, commandLine, fakeSuite, holding, type FakeSuite } from "./fakeLab.ts";

const suite = () => fakeSuite((card, { seed }) => holding(card, seed));

describe("wrong use: exit 2, what was meant, and no server started", () => {
  it.each([
    ["C29-40", 'There is no experiment or command "C29-40".', "The nearest names are C29-04, C29-06.\n"],
    ["verify c2904", 'no experiment or command "c2904"', "The nearest names are C29-04"],
    ["swep --seeds 3", 'no experiment or command "swep"', "The nearest name is sweep.\n"],
    ["foo", 'no experiment or command "foo"', 'No name is like it.\n  next: "./run.sh list" shows'],
    ["help foo", 'no experiment or command "foo"', "No name is like it."],
    ["run --evidence=", "'--evidence <folder>' argument '' is invalid", "A folder has a name."],
    ["run --seed", "Option '--seed <number>' argument missing", "It needs a value."],
    ["run --seed -1", "holdfast: Option ", "A seed is a whole number from 0 to 9007199254740991."],
    ["run --seed=-1", "'--seed <number>' argument '-1' is invalid", "A seed is a whole number"],
    ["run --seed 4.5", "'--seed <number>' argument '4.5' is invalid", "A seed is a whole number"],
    ["run --seed 1e3", "argument '1e3' is invalid", "A seed is a whole number"],
    ["run --seed 9007199254740992", "argument '9007199254740992' is invalid", "A seed is a whole number"],
    ["run --postgres 15", "argument '15' is invalid", "Allowed choices are 16, 17, 18, container."],
    ["run --reporter tap", "argument 'tap' is invalid", "Allowed choices are plain, junit, github."],
    ["run --json --reporter junit", "'--json' cannot be used with option '--reporter <form>'", "./run.sh run --help"],
    ["verify --times 1", "argument '1' is invalid", "at least 2"],
    ["sweep --seeds 0", "argument '0' is invalid", "a whole number from 1 up"],
    ["run --sead 3", "Unknown option '--sead'", "next: Did you mean --seed?"],
    ["list everything", "Too many arguments", '"./run.sh list --help" shows'],
    ["explore --bound x", "argument 'x' is invalid", "A bound is a whole number"],
    ["replay", "Missing required argument 'file'", '"./run.sh replay --help" shows'],
    ["ledger", "Missing required argument 'what'", '"./run.sh ledger --help" shows'],
    ["ledger repair", "value 'repair' is invalid for argument 'what'", "Allowed choices are replay."],
    ["--sead 3", "Unknown option '--sead'", '"./run.sh --help" shows'],
  ])("%s", async (line, what, next) => {
    const lab = suite();
    const { code, err, out } = await commandLine(line, lab);
    expect(err).toContain(what);
    expect(err).toContain(next);
    expect(err).toMatch(/^holdfast: [A-Z].*\.\n {2}why: {2}.+\n {2}next: .+\n$/);
    expect({ code, out, opened: lab.opened }).toEqual({ code: 2, out: "", opened: [] });
  });
});

describe("experiments: named, in lower case, by group", () => {
  it.each([
    ["", ["C29-04", "C29-06", "HB-01"]],
    ["c29-06", ["C29-06"]],
    ["run HB-01 C29-04 hb-01", ["HB-01", "C29-04"]],
    ["c29", ["C29-04", "C29-06"]],
    ["--trace C29-06", ["C29-06"]],
  ])("%s", async (line, ids) => {
    const lab = suite();
    const { code } = await commandLine(`${line} --seed 4`, lab);
    expect(lab.runs.map(({ id }) => id)).toEqual(ids);
    expect(code).toBe(0);
  });
});

describe("servers", () => {
  it.each([
    ["C29-04", undefined, { kind: "embedded", major: 18 }],
    ["C29-04 --postgres 16", undefined, { kind: "embedded", major: 16 }],
    ["C29-04 --postgres container", undefined, { kind: "container", major: 18 }],
    ["verify C29-04", "postgres://somewhere", { kind: "url", url: "postgres://somewhere" }],
    ["sweep C29-04 --seeds 1 --postgres 17", "postgres://somewhere", { kind: "embedded", major: 17 }],
  ])("%s, environment %s", async (line, databaseUrl, choice) => {
    const lab = suite();
    await commandLine(line, lab, { databaseUrl });
    expect(lab.opened).toEqual([choice]);
    expect(lab.closed).toBe(1);
  });

  it.each([
    ["C29-04 --workers 4", 1],
    ["c29 --workers 4", 2],
    ["c29 --workers 1", 1],
    ["explore pay-cancel --workers 4", 4],
    ["explore pay-cancel --departures none --workers 4", 1],
  ])("%s: no more processes than can share it", async (line, workers) => {
    const asked: number[] = [];
    const lab = suite();
    const openLab: FakeSuite["openLab"] = async (choice, many) => {
      asked.push(many);
      return lab.openLab(choice, many);
    };
    const explored = [{ kind: "pair", name: "pay-cancel", title: "pay × cancel", says: "both at once" }] as const;
    await commandLine(line, { ...lab, explored, openLab });
    expect(asked).toEqual([workers]);
  });

  it("one that cannot be used is said so, with the exit code the lab gives it", async () => {
    const details = { why: "it is version 12", next: "use 16, 17 or 18", exitCode: 2 } as const;
    const lab = {
      experiments: cards,
      openLab: () => Promise.reject(new LabError("this server cannot be used", details)),
    };
    const { code, err } = await commandLine("C29-04", lab);
    expect(code).toBe(2);
    expect(err).toBe("holdfast: this server cannot be used\n  why:  it is version 12\n  next: use 16, 17 or 18\n");
  });

  it("a defect while opening is unknown, not a broken claim", async () => {
    const lab = { experiments: cards, openLab: () => Promise.reject(new TypeError("undefined is not a lab")) };
    const { code, err } = await commandLine("C29-04", lab);
    expect(code).toBe(3);
    expect(err).toContain("a defect of the lab itself\nTypeError: undefined is not a lab");
  });
});

describe("help, version, list, doctor", () => {
  it.each([
    ["--help", ""],
    ["run --help", "C29-07 --trace"],
    ["verify --help", "verify C29-08"],
    ["sweep --help", "sweep c29"],
    ["crash --help", "crash pay-charged --point 7"],
    ["explore --help", "explore pay-cancel --bound 3"],
    ["merge --help", "merge shard-1.json"],
    ["replay --help", "replay failures/"],
    ["guards --help", "guards lock"],
    ["anomalies --help", "anomalies --schedules"],
  ])("%s shows examples and the exit codes", async (line, example) => {
    const { code, out } = await commandLine(line, suite());
    expect(out).toContain(`\n  ./run.sh ${example}`);
    expect(code).toBe(0);
    for (const row of [
      "0    all hold",
      "1    a claim broke",
      "2    wrong use",
      "3    unknown",
      "130  interrupted",
      "141  whoever",
    ]) {
      expect(out).toContain(row);
    }
  });

  it("--help shows what run takes, the environment, and how it is called here", async () => {
    const { out } = await commandLine("--help", suite());
    for (const option of ["--seed", "--trace", "--json", "--reporter", "--evidence", "--postgres"]) {
      expect(out).toMatch(new RegExp(`^  ${option} .*\\w`, "m"));
    }
    expect(out).toContain("HOLDFAST_DATABASE_URL");
    expect(out).toContain("  ./run.sh C29-07 --seed 4711 ");
    expect(out).not.toMatch(/^ *holdfast/m);
    const installed = await commandLine("--help", suite(), { command: "holdfast" });
    expect(installed.out).toContain("Usage: holdfast ");
    expect(installed.out).not.toContain("./run.sh");
  });

  it("list and doctor fit the terminal, and cut nothing", async () => {
    const long = { ...cards[0]!, title: "A title of many words, ".repeat(9).trim(), control: "c ".repeat(70).trim() };
    const facts = [
      { subject: "s ".repeat(20), found: "f ".repeat(50), follows: "w ".repeat(60), level: "fine" } as const,
    ];
    for (const columns of [60, 100]) {
      const given = { columns, machineFacts: async () => facts };
      const list = await commandLine(
        "list",
        fakeSuite(() => holding(long, 1), {}, [long]),
        given,
      );
      const doctor = await commandLine("doctor", suite(), given);
      for (const line of `${list.out}${doctor.out}`.split("\n")) expect(line.length).toBeLessThanOrEqual(columns);
      expect(list.out.match(/\bmany\b/g)).toHaveLength(9);
      expect(doctor.out.match(/\bw\b/g)).toHaveLength(60);
    }
  });

  it("--version", async () => {
    expect(await commandLine("--version", suite())).toEqual({ code: 0, out: "1.2.3\n", err: "" });
  });

  it("list shows every experiment without a server", async () => {
    const lab = suite();
    const { code, out } = await commandLine("list", lab);
    expect(code).toBe(0);
    for (const { id, title } of cards) expect(out).toMatch(new RegExp(`${id}.*${title}`));
    expect(lab.opened).toEqual([]);
    expect(JSON.parse((await commandLine("list --json", lab)).out)).toEqual({
      format: "holdfast-list-1",
      experiments: cards,
    });
  });

  it("list --markdown makes the table of scenarios/README.md", async () => {
    const { out } = await commandLine("list --markdown", suite());
    expect(out.split("\n")[0]).toBe(
      "| number | what happens | what must hold | control: the wrong part that must break it | verdict |",
    );
    expect(out.split("\n")[4]).toBe("| HB-01 | The last room | a room has one guest \\| a night | - | not run |");
  });

  it("doctor shows what was found and what follows", async () => {
    const { code, out } = await commandLine("doctor", suite());
    expect(code).toBe(0);
    expect(out).toMatch(/ok .*signals.*allowed.*the gate is on/);
  });
});
