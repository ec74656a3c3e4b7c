/** Labs that end in every way a process can, as real processes: whatever they leave, the next one removes. */
import { spawn, type ChildProcess } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { compiled } from "../../testing/compiled.ts";
import { openServer } from "./open.ts";
import { isAlive, processState, serverProcesses } from "./processes.ts";
import { sweepLeftovers } from "./runs.ts";

const here = dirname(fileURLToPath(import.meta.url));

/** A lab as a program: opens a server, stops a backend that waits for a row, says who is who, then ends as told. */
const LAB = `
import pg from "pg";
import { openServer } from "./postgres/cluster/open.js";
import { onInterrupt } from "./postgres/cluster/ending.js";
const [choice, ending] = process.argv.slice(2);
const server = await openServer(JSON.parse(choice));
const connect = async () => {
  const client = new pg.Client(server.address);
  client.on("error", () => {});
  await client.connect();
  client.pid = (await client.query("select pg_backend_pid() as pid")).rows[0].pid;
  return client;
};
const [holder, waiter] = [await connect(), await connect()];
await holder.query("create table stock (id int primary key); insert into stock values (1)");
await holder.query("begin; select * from stock for update");
waiter.query("select * from stock for update").catch(() => {});
while (!(await server.signals.asleep(waiter.pid))) await new Promise((resolve) => setTimeout(resolve, 1));
await server.signals.stop(waiter.pid);
if (ending === "interrupt") onInterrupt();
console.log(JSON.stringify({ address: server.address, stopped: waiter.pid }));
if (ending === "throw") setTimeout(() => { throw new Error("as told"); }, 10);
if (ending === "crash") for (;;) await server.crash();
if (ending === "exit") setTimeout(() => process.exit(0), 10);
setInterval(() => {}, 1000);
`;

let folder: string;
const started = new Set<ChildProcess>();

beforeAll(() => {
  const sources = readdirSync(here).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  folder = compiled([...sources.map((name) => `postgres/cluster/${name}`), "verdict/failure.ts"]);
  writeFileSync(join(folder, "lab.js"), LAB);
});

afterEach(() => {
  for (const child of started) child.kill("SIGKILL");
  started.clear();
});

afterAll(() => {
  sweepLeftovers();
  rmSync(folder, { recursive: true, force: true });
});

interface Lab {
  readonly process: ChildProcess;
  readonly address: { readonly host: string; readonly database: string };
  readonly data: string;
  readonly stopped: number;
}

async function startLab(choice: object, ending: "none" | "interrupt" | "throw" | "exit" | "crash"): Promise<Lab> {
  const child = spawn(process.execPath, [join(folder, "lab.js"), JSON.stringify(choice), ending], {
    stdio: ["ignore", "pipe", ending === "throw" ? "ignore" : "inherit"],
  });
  started.add(child);
  for await (const line of createInterface(child.stdout)) {
    const said = JSON.parse(line) as Pick<Lab, "address" | "stopped">;
    return { process: child, ...said, data: join(dirname(said.address.host), "d") };
  }
  throw new Error("the lab ended without a word");
}

async function endOf({ process: child }: Lab): Promise<number | string | null> {
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => child.once("exit", resolve));
  }
  return child.exitCode ?? child.signalCode;
}

const embedded = { kind: "embedded", major: 18 } as const;

test("leftovers: a lab was killed with a backend stopped; the next one removes all of it", async () => {
  const lab = await startLab(embedded, "none");
  lab.process.kill("SIGKILL");
  expect(await endOf(lab)).toBe("SIGKILL");
  expect(processState(lab.stopped)?.state).toBe("T");
  expect(serverProcesses(lab.data).length).toBeGreaterThan(2);

  const next = await openServer(embedded);
  expect(serverProcesses(lab.data)).toEqual([]);
  expect(isAlive(lab.stopped)).toBe(false);
  expect(existsSync(dirname(lab.data))).toBe(false);
  await next.close();
});

test.each([0, 10, 25, 60, 120, 180])("leftovers: a lab was killed %i ms into crashing its server", async (ms) => {
  const lab = await startLab(embedded, "crash");
  await new Promise((resolve) => setTimeout(resolve, ms));
  lab.process.kill("SIGKILL");
  expect(await endOf(lab)).toBe("SIGKILL");

  sweepLeftovers();
  expect(serverProcesses(lab.data)).toEqual([]);
  expect(existsSync(dirname(lab.data))).toBe(false);
});

test("leftovers: a living lab's server and other servers are not touched", async () => {
  const living = await startLab(embedded, "none");
  // Calls itself postgres, and even works in a directory of the lab's name, but not in a run's data directory.
  const elsewhere = mkdtempSync(join(folder, "holdfast-0-"));
  const foreign = spawn("/bin/bash", ["-c", "exec -a postgres sleep 60"], { cwd: elsewhere, stdio: "ignore" });
  const killed = await startLab(embedded, "none");
  killed.process.kill("SIGKILL");
  await endOf(killed);

  sweepLeftovers();
  expect(existsSync(killed.data)).toBe(false);
  expect(existsSync(living.data)).toBe(true);
  expect(processState(living.stopped)?.state).toBe("T");
  expect(isAlive(foreign.pid!)).toBe(true);

  foreign.kill("SIGKILL");
  living.process.kill("SIGKILL");
  await endOf(living);
  sweepLeftovers();
  expect(existsSync(living.data)).toBe(false);
});

test.each([
  ["interrupt", "SIGINT", 130],
  ["interrupt", "SIGTERM", 143],
  ["throw", undefined, 1],
  ["exit", undefined, 0],
] as const)("leftovers: a lab that ends by %s %s leaves nothing", async (ending, signal, code) => {
  const lab = await startLab(embedded, ending);
  if (signal !== undefined) lab.process.kill(signal);
  expect(await endOf(lab)).toBe(code);
  expect(serverProcesses(lab.data)).toEqual([]);
  expect(existsSync(dirname(lab.data))).toBe(false);
});

test("leftovers: a killed lab's database on a user's server is dropped by the next lab there", async () => {
  const theirs = await openServer(embedded);
  const url = `postgresql://postgres@/postgres?host=${encodeURIComponent(theirs.address.host)}`;
  const living = await openServer({ kind: "url", url });
  const killed = await startLab({ kind: "url", url }, "none");
  killed.process.kill("SIGKILL");
  await endOf(killed);
  expect(processState(killed.stopped)?.state).toBe("T");

  const next = await openServer({ kind: "url", url });
  const client = new pg.Client(theirs.address);
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    "select datname as name from pg_database where datname like 'holdfast%' order by name",
  );
  expect(rows.map(({ name }) => name)).toEqual([living.address.database, next.address.database].sort());
  expect(processState(killed.stopped)).toBe(undefined);
  await client.end();
  await next.close();
  await living.close();
  await theirs.close();
});
