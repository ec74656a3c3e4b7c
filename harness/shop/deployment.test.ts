/** The system as a deployment runs it: each role of `main.ts` a process of its own, spoken to through its door, and told to end. */
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openServer } from "../postgres/cluster/open.ts";
import type { Server } from "../postgres/server.ts";
import { compileProject, root } from "../testing/compiled.ts";

interface Running {
  readonly role: string;
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
}

let server: Server;
let settings: Readonly<Record<string, string>>;
let urls: Readonly<Record<string, string>>;
const running: Running[] = [];

const services = ["orders", "inventory", "channel", "fulfillment", "projector", "expiry"] as const;

beforeAll(async () => {
  compileProject();
  server = await openServer({ kind: "embedded", major: 18 });
  const { user, database, host, port } = server.address;
  const ports = await freePorts(services.length);
  urls = Object.fromEntries(services.map((role, nth) => [role, `http://127.0.0.1:${ports[nth]}`]));
  settings = {
    DATABASE_URL: `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}&port=${port}`,
    ...Object.fromEntries(Object.entries(urls).map(([role, url]) => [`${role.toUpperCase()}_URL`, url])),
    INTERVAL_MS: "50",
  };
}, 180_000);

afterAll(async () => {
  for (const { child } of running) child.kill("SIGKILL");
  await server.close();
});

function start(args: readonly string[], changes: Readonly<Record<string, string>> = {}): Running {
  const child = spawn(process.execPath, [join(root, "dist/src/main.js"), ...args], {
    env: { PATH: process.env["PATH"], ...settings, ...changes },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (text: Buffer) => (said.out += text.toString()));
  child.stderr.on("data", (text: Buffer) => (said.err += text.toString()));
  const ended = new Promise<{ code: number | null } & typeof said>((resolve) =>
    child.on("close", (code) => resolve({ code, ...said })),
  );
  return { role: args[0] ?? "", child, ended };
}

const once = async (...args: readonly string[]) => start(args).ended;

async function freePorts(count: number): Promise<readonly number[]> {
  const open = await Promise.all(
    Array.from({ length: count }, async () => {
      const one = createServer();
      await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
      return one;
    }),
  );
  const ports = open.map((one) => (one.address() as AddressInfo).port);
  await Promise.all(open.map(async (one) => new Promise((resolve) => one.close(resolve))));
  return ports;
}

/** Asks until it is answered so. */
async function until<T>(ask: () => Promise<T>, so: (answer: T) => boolean): Promise<T> {
  for (let tries = 0; tries < 400; tries++) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined && so(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return ask();
}

type Said = Readonly<Record<string, unknown>>;

async function ask(url: string, body?: object): Promise<Said> {
  const headers = { "content-type": "application/json" };
  const response = await fetch(url, body === undefined ? {} : { method: "POST", headers, body: JSON.stringify(body) });
  return (await response.json()) as Said;
}

let operations = 0;
const command = async (name: string, caller: string, body: object): Promise<Said> => {
  const operation_id = `op-${++operations}`;
  const common = { operation_id, tenant: "shop", caller, trace_id: operation_id, deadline_ms: 20_000 };
  return ask(`${urls["inventory"]}/inventory/${name}`, { ...common, ...body });
};
const reservation = async ({ reservation_id }: Said): Promise<Said> =>
  ask(`${urls["inventory"]}/inventory/reservations/${String(reservation_id)}?tenant=shop&caller=mall&trace_id=t`);
const view = async (): Promise<Said> =>
  ask(`${urls["projector"]}/inventory/projection/units/unit-1?tenant=shop&caller=mall&trace_id=t`);

it(
  "deployment: every role does its work as a process of its own, and ends by SIGTERM",
  { timeout: 180_000 },
  async () => {
    expect(await once("orders")).toMatchObject({ code: 3, err: expect.stringContaining("main.js schema") as string });
    expect(await once("schema", "nobody-here")).toMatchObject({
      code: 2,
      err: expect.stringContaining("createuser") as string,
    });
    expect(await once("schema")).toEqual({ code: 0, out: "", err: "" });
    expect(await once("schema")).toMatchObject({ code: 3, err: expect.stringContaining("nothing was made") as string });
    expect(await once("open", "sku-1", "5")).toEqual({ code: 0, out: "sku-1 is on sale\n", err: "" });

    for (const role of services) running.push(start([role], { PORT: new URL(urls[role] ?? "").port }));
    const workers = ["relay", "inventory-relay", "views", "recovery"];
    for (const role of workers) running.push(start([role]));
    running.push(start(["sweeper"], { INTERVAL_MS: "600000" })); // its first round is all it does here
    await until(
      async () => Promise.all(Object.values(urls).map(async (url) => fetch(url))),
      (answers) => answers.length === services.length,
    );

    const placed = await ask(`${urls["orders"]}/orders`, {
      request_key: "key-1",
      user: "ann",
      sku: "sku-1",
      amount: 100,
    });
    expect(placed).toEqual({ outcome: "CREATED", order_id: "ord-0001" });
    expect(await ask(`${urls["orders"]}/orders/ord-0001/pay`, {})).toMatchObject({ status: "PAID" });

    const kind = { management: "SELF_MANAGED", unit_type: "QUANTITY", deduct_timing: "ON_PAYMENT", reversible: true };
    const unit = { unit_id: "unit-1", product_id: "unit-1", sku_id: "unit-1", ...kind, strategy_version: 1, total: 9 };
    const why = { reason: "a trial" };
    expect(await command("create", "stockroom", { ...why, units: [unit], on_sale: false })).toMatchObject({
      outcome: "COMMITTED",
    });
    expect(await command("activate", "stockroom", { ...why, unit_id: "unit-1" })).toMatchObject({ state: "ACTIVE" });
    const wish = { order_id: "o", lines: [{ unit_id: "unit-1", quantity: 1 }] };
    const brief = await command("reserve", "mall", { ...wish, user: "ann", hold_ms: 200 });
    const kept = await command("reserve", "mall", { ...wish, user: "bob" });
    expect(await command("confirm", "mall", { reservation_id: kept["reservation_id"] })).toMatchObject({
      state: "CONFIRMED",
    });
    expect(
      await until(
        async () => reservation(brief),
        ({ state }) => state === "RELEASED",
      ),
    ).toMatchObject({
      state: "RELEASED",
    });

    const shown = { availability: "AVAILABLE", available: 8 };
    expect(await until(view, ({ available }) => available === 8)).toMatchObject(shown);
    expect(await once("rebuild", "unit-1", "op-a")).toEqual({ code: 1, out: "NOT_FROZEN\n", err: "" });
    expect(await command("freeze", "stockroom", { ...why, unit_id: "unit-1" })).toMatchObject({ state: "FROZEN" });
    expect(await once("rebuild", "unit-1", "op-b")).toEqual({ code: 0, out: "REBUILT\n", err: "" });
    // Of the new epoch it is from the rebuild on; that the unit is sold again comes as an event.
    const soldAgain = ({ epoch, availability }: Said) => epoch === 2 && availability === "AVAILABLE";
    expect(await until(view, soldAgain)).toMatchObject({ ...shown, epoch: 2 });
    expect(await once("archive", "2020-01")).toEqual({
      code: 0,
      out: "2020-01: 0 rows are in the archive now\n",
      err: "",
    });
    expect(await once("revive", "unit-1")).toEqual({ code: 0, out: "0 dead events are tried again\n", err: "" });
    expect(
      await until(
        async () => once("standstills"),
        ({ code }) => code === 0,
      ),
    ).toMatchObject({ code: 0 });
    expect(
      await until(
        async () => once("reconcile"),
        ({ code }) => code === 0,
      ),
    ).toMatchObject({ code: 0 });

    const away = { CHANNEL_URL: "http://127.0.0.1:1" };
    const unheard = await start(["reconcile"], away).ended;
    expect(unheard).toMatchObject({ code: 3, err: expect.stringContaining("set CHANNEL_URL") as string });
    const stranger = await once("grant", "nobody-here");
    expect(stranger).toMatchObject({ code: 2, err: expect.stringContaining("createuser") as string });
    for (const { err } of [unheard, stranger]) expect(err).not.toContain("    at ");

    for (const { child } of running) child.kill("SIGTERM");
    const ended = await Promise.all(running.map(async ({ role, ended: end }) => ({ role, ...(await end) })));
    expect(ended.map(({ role, code, err }) => ({ role, code, err }))).toEqual(
      running.map(({ role }) => ({ role, code: 0, err: "" })),
    );
  },
);

it.each([
  ["no such role", ["ordres"], {}, 2, "usage: main.js <role>"],
  ["an argument is missing", ["rebuild", "unit-1"], {}, 2, "an argument is missing or wrong"],
  ["a setting is no number", ["sweeper"], { INTERVAL_MS: "soon" }, 2, "INTERVAL_MS: "],
  ["nobody answers", ["sweeper"], { DATABASE_URL: "postgresql://x@127.0.0.1:1/x" }, 3, "set DATABASE_URL"],
  ["no such database", ["orders"], { DATABASE_URL: "other" }, 3, "set DATABASE_URL"],
])("deployment: %s", async (_, args, changes: Readonly<Record<string, string>>, code, says) => {
  const other = settings["DATABASE_URL"]?.replace(/@\/\w+/, "@/nowhere") ?? "";
  const set = changes["DATABASE_URL"] === "other" ? { DATABASE_URL: other } : changes;
  const ended = await start(args, set).ended;
  expect(ended).toMatchObject({ code, err: expect.stringContaining(says) as string });
  expect(ended.err).not.toContain("    at ");
});

it("deployment: a port that is taken", async () => {
  const taken = createServer();
  await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
  const { port } = taken.address() as AddressInfo;
  const ended = await start(["channel"], { PORT: String(port) }).ended;
  await new Promise((resolve) => taken.close(resolve));
  expect(ended).toMatchObject({ code: 4, err: expect.stringContaining("set PORT") as string });
});
