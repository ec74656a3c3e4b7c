import { spawn } from "node:child_process";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { randomWalk } from "../kernel/randomWalk.ts";
import { Sleepers } from "../kernel/sleep.ts";
import { World } from "../kernel/world.ts";
import { Network } from "../network/network.ts";
import { openServer } from "../postgres/cluster/open.ts";
import { isAlive, processState } from "../postgres/cluster/processes.ts";
import { LabDatabase, type LabRun } from "../postgres/lab.ts";
import { compiled, root } from "../testing/compiled.ts";
import type { ChildHost } from "./childHost.ts";
import { ChildHosts } from "./childHosts.ts";
import { Children } from "./children.ts";

const PROGRAM = `
import { AsyncResource } from "node:async_hooks";
import { serveLab } from "./process/child/serve.js";
const outside = new AsyncResource("no task");
serveLab({
  locate: () => "src/sell.ts:1",
  noAnswer: (why) => new Error(why),
  employ: async (_role, ports) => ({
    sell: async (by) => {
      const session = await ports.database.connect();
      await session.query("BEGIN");
      await session.query("UPDATE place SET sold = sold + 1 WHERE id = 1");
      await session.query("COMMIT");
      session.release();
      return by;
    },
    doze: async (ms) => {
      await ports.clock.sleep(ms);
      return ports.clock.nowMs();
    },
    end: async () => process.exit(3),
    forget: async () => {
      const session = await ports.database.connect();
      await session.query("BEGIN");
      await session.query("SELECT 1");
      session.release();
    },
    idle: async () => new Promise(() => {}),
    stray: async () => {
      outside.runInAsyncScope(() => ports.clock.sleep(1));
      await ports.clock.sleep(1);
    },
  }),
});
`;

/** A lab with a child; says its pid when it is parked, or, as told, when it is stopped too. */
const LAB = `
import { ChildProcess } from "./process/process.js";
const [address, how] = process.argv.slice(2);
const child = new ChildProcess(new URL("program.js", import.meta.url), JSON.parse(address));
await child.park();
if (how === "stopped") child.stop();
console.log(child.pid);
setInterval(() => {}, 1000);
`;

const epochMs = 1_000_000;
let folder: string;
let lab: LabDatabase;
let children: Children;

beforeAll(async () => {
  const folders = ["kernel", "network", "postgres", "postgres/cluster", "process", "process/child", "verdict"];
  const sources = folders.flatMap((name) => readdirSync(join(root, "harness", name)).map((file) => `${name}/${file}`));
  folder = compiled(sources.filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts")));
  for (const [name, text] of Object.entries({ program: PROGRAM, lab: LAB }))
    writeFileSync(join(folder, `${name}.js`), text);
  lab = await LabDatabase.open(await openServer({ kind: "embedded", major: 18 }), {
    setup: [
      "CREATE FUNCTION db_now() RETURNS timestamptz LANGUAGE sql AS 'SELECT clock_timestamp()'",
      "CREATE TABLE place (id int PRIMARY KEY, sold int NOT NULL)",
    ],
    tables: ["place"],
    sequences: [],
    initial: ["INSERT INTO place VALUES (1, 0)"],
  });
  children = new Children(pathToFileURL(join(folder, "program.js")), lab.address);
});
afterAll(async () => {
  await children.close();
  await lab.close();
  rmSync(folder, { recursive: true });
});

describe("hosts in child processes", () => {
  let world: World;
  let run: LabRun;
  let hosts: ChildHosts;
  let carriers: { world: World; network: Network; clock: Sleepers };
  let abandoned: boolean;
  beforeEach(async () => {
    abandoned = true;
    world = new World({ strategy: randomWalk(7), locate: () => undefined });
    run = await lab.begin(world);
    hosts = new ChildHosts(world, children);
    const network = new Network(world, () => ({ kind: "none", about: "none" }));
    carriers = { world, network, clock: new Sleepers(world) };
  });
  afterEach(async () => {
    await run.end(abandoned);
    await hosts.end(abandoned);
  });

  const start = (name: string): ChildHost => {
    const host = hosts.start(name);
    const database = run.pool(name, 2, host.supply);
    host.employ({ role: {}, epochMs, keepSource: true }, { ...carriers, database, report: () => undefined });
    return host;
  };
  const ask = (host: ChildHost, name: string, method: string, argument: unknown) =>
    world.spawn(name, method, async () => host.call(method, argument));
  const at = (action: string, befalls: () => Promise<void>): void =>
    world.prepareBlow({
      text: action,
      strikes: (_task, text) => text.startsWith(action),
      land: async () => {
        await befalls();
        return `struck: ${action}`;
      },
    });
  const sold = async (): Promise<unknown> => {
    const pool = run.pool("auditor", 1);
    const read = world.spawn("auditor", "reads", async () => {
      const session = await pool.connect();
      const { rows } = await session.query("SELECT sold FROM place");
      session.release();
      return rows;
    });
    await world.run();
    return read.outcome;
  };

  test("do what they are asked, by decisions of the lab, each with the line that the child looked up", async () => {
    const sale = ask(start("shop"), "shop", "sell", "ann");
    const doze = ask(start("other"), "other", "doze", 50);
    await world.run();
    expect([sale.outcome, doze.outcome]).toEqual([{ value: "ann" }, { value: epochMs + 50 }]);
    expect(world.trace.steps.filter(({ source }) => source === "src/sell.ts:1").map(({ text }) => text)).toEqual([
      "0 shop sell: BEGIN; UPDATE place SET sold = sold + 1 WHERE id = 1 -> UPDATE 1",
      "0 shop sell: COMMIT -> COMMIT 0",
      "50 other doze: slept",
    ]);
    expect(await sold()).toEqual({ value: [{ sold: 1 }] });
    abandoned = false;
  });

  test("SIGKILL hits at a decision: exit 137, what was not committed is undone, and whoever waits for it goes on", async () => {
    const [first, second] = [start("first"), start("second")];
    const { pid } = first.child;
    const found: unknown[] = [];
    ask(first, "first", "sell", "ann");
    at("first sell: BEGIN; UPDATE", async () => {
      world.pause("first");
      hosts.pause("first");
      ask(second, "second", "sell", "bob");
    });
    at("second sell: BEGIN; UPDATE", async () => {
      found.push(run.gate.counts.waits);
      world.kill("first");
      found.push(await hosts.kill("first"), isAlive(pid ?? 0));
      await run.bury("first");
    });
    await world.run();
    expect(found).toEqual([1, 137, false]);
    expect(world.trace.steps.map(({ text }) => text)).toContain("0 second sell: its lock is granted -> UPDATE 1");
    expect(await sold()).toEqual({ value: [{ sold: 1 }] });
    abandoned = false;
  });

  test("SIGSTOP: it stands still at its next effect until SIGCONT", async () => {
    const host = start("shop");
    const states: unknown[] = [];
    const state = async (): Promise<void> => {
      await new Promise((resolve) => setTimeout(resolve, 20)); // signals take their time
      states.push(processState(host.child.pid ?? 0)?.state === "T");
    };
    const sale = ask(host, "shop", "sell", "ann");
    at("shop sell: BEGIN; UPDATE", async () => {
      world.pause("shop");
      hosts.pause("shop");
    });
    world.spawn("story", "waits", async () => {
      await carriers.clock.sleep(10);
      world.offer("looks", state);
      await carriers.clock.sleep(10);
      states.push(sale.outcome);
      world.resume("shop");
      hosts.resume("shop");
    });
    await world.run();
    await state();
    expect(states).toEqual([true, undefined, false]);
    expect(sale.outcome).toEqual({ value: "ann" });
    abandoned = false;
  });

  test.each([
    ["end", "process lost: a child process ended by itself, exit 3"],
    ["idle", "task runs on without an effect: shop idle"],
    ["stray", "effect outside a task: shop: sleep"],
    ["forget", "shop forget gives a connection back inside a transaction"],
  ])("what breaks a rule in a child is named: %s", async (method, message) => {
    ask(start("shop"), "shop", method, undefined);
    await expect(world.run()).rejects.toThrow(message);
  });
});

describe("a child whose lab has gone", () => {
  test.each(["parked", "stopped"])("goes too: %s, and the lab was killed", async (how) => {
    const { lab: parent, child } = await startLab(how);
    process.kill(parent, "SIGKILL");
    await gone([parent, child]);
  });

  test("goes too, when both were interrupted at the terminal", async () => {
    const { lab: parent, child } = await startLab("parked");
    process.kill(-parent, "SIGINT");
    await gone([parent, child]);
  });

  async function startLab(how: string): Promise<{ readonly lab: number; readonly child: number }> {
    const args = [join(folder, "lab.js"), JSON.stringify(lab.address), how];
    const parent = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"], detached: true });
    for await (const line of createInterface(parent.stdout)) {
      expect(isAlive(Number(line))).toBe(true);
      return { lab: parent.pid ?? 0, child: Number(line) };
    }
    throw new Error("the lab ended without a word");
  }

  async function gone(pids: readonly number[]): Promise<void> {
    while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5));
  }
});
