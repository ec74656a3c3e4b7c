import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compiled } from "../testing/compiled.ts";
import { isAlive } from "../postgres/cluster/processes.ts";
import { openWorkers } from "./workers.ts";

/** A suite whose experiments are named by what happens in them; each result tells in which process. */
const WORKER = `
import { LabError } from "./verdict/failure.js";
import { work } from "./cli/worker.js";
const happens = {
  told: () => ({ title: String(process.pid) }),
  slow: async () => { await new Promise((resolve) => setTimeout(resolve, 50)); return { title: String(process.pid) }; },
  refused: () => { throw new LabError("No room.", { why: "The disk is full.", next: "Make some.", exitCode: 3 }); },
  defect: () => { throw new TypeError("not a function"); },
  killed: () => process.kill(process.pid, "SIGKILL"),
};
work({
  experiments: [],
  openLab: async (choice) => {
    if (choice.major === 16) throw new LabError("No such server.", { why: "None.", next: "Another.", exitCode: 2 });
    return {
      server: choice, gate: "on", warnings: ["one"], atOnce: 1,
      run: async (id) => happens[id](),
      close: async () => {},
    };
  },
});
`;

/** A lab that says who its workers are, and goes on until it is killed. */
const LAB = `
import { openWorkers } from "./cli/workers.js";
const lab = await openWorkers(new URL("worker.js", import.meta.url), { kind: "embedded", major: 18 }, 2);
const results = await Promise.all(["slow", "slow"].map((id) => lab.run(id, {})));
console.log(JSON.stringify(results.map(({ title }) => Number(title))));
setInterval(() => {}, 1000);
`;

const cluster = ["ending", "processes"].map((name) => `postgres/cluster/${name}.ts`);
const options = { seed: 1, keepSource: false };
let folder: string;
let entry: URL;

beforeAll(() => {
  folder = compiled(["cli/worker.ts", "cli/workers.ts", "verdict/failure.ts", ...cluster]);
  for (const [name, text] of Object.entries({ worker: WORKER, lab: LAB }))
    writeFileSync(join(folder, `${name}.js`), text);
  entry = pathToFileURL(join(folder, "worker.js"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const open = () => openWorkers(entry, { kind: "embedded", major: 18 }, 2);
const gone = async (pids: readonly number[]): Promise<void> => {
  while (pids.some(isAlive)) await new Promise((resolve) => setTimeout(resolve, 5));
};

describe("a lab of two workers", () => {
  test("does two runs at once, each in a process of its own; they are gone when it is closed", async () => {
    const lab = await open();
    expect(lab).toMatchObject({ server: { kind: "embedded", major: 18 }, gate: "on", warnings: ["one"], atOnce: 2 });
    const both = await Promise.all(["slow", "told"].map((id) => lab.run(id, options)));
    const [slow, told] = both.map(({ title }) => Number(title));
    expect(new Set([slow, told, process.pid]).size).toBe(3);
    // Both are free: whoever ran it last runs it again.
    expect(Number((await lab.run("told", options)).title)).toBe(told);
    expect(Number((await lab.run("slow", options)).title)).toBe(slow);
    await lab.close();
    expect([slow, told].filter((pid) => isAlive(pid as number))).toEqual([]);
  });

  test("what keeps a worker from going on comes back as it was thrown", async () => {
    const lab = await open();
    await expect(lab.run("refused", options)).rejects.toMatchObject({ name: "LabError", why: "The disk is full." });
    await expect(lab.run("defect", options)).rejects.toThrow("not a function");
    await lab.close();
  });

  test("a worker that dies is told, with what ended it, and another takes its place", async () => {
    const lab = await open();
    await expect(lab.run("killed", options)).rejects.toMatchObject({ why: "It was ended by SIGKILL." });
    const both = await Promise.all(["slow", "slow"].map((id) => lab.run(id, options)));
    expect(new Set(both.map(({ title }) => title)).size).toBe(2);
    await lab.close();
  });

  test("that cannot be opened says why", async () => {
    const opening = openWorkers(entry, { kind: "embedded", major: 16 }, 2);
    await expect(opening).rejects.toMatchObject({ what: "No such server.", exitCode: 2 });
  });

  test("kill -9 of the lab takes its workers along", async () => {
    const lab = spawn(process.execPath, [join(folder, "lab.js")], { stdio: ["ignore", "pipe", "inherit"] });
    const [line] = (await once(lab.stdout, "data")) as [Buffer];
    const pids = JSON.parse(line.toString()) as number[];
    expect(pids.filter(isAlive)).toHaveLength(2);
    lab.kill("SIGKILL");
    await gone(pids);
  });
});
