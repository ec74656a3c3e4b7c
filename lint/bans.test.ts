/** Each ban is shown to fire on the code it forbids, and to leave the replacement alone. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ESLint } from "eslint";
import tseslint from "typescript-eslint";
import { describe, expect, it } from "vitest";
import { sqlBans } from "./bans.js";

const root = fileURLToPath(new URL("..", import.meta.url));
// The bans need no types; without them a snippet may pretend to lie anywhere.
const untyped = new ESLint({ cwd: root, overrideConfig: tseslint.configs.disableTypeChecked as never });
const typed = new ESLint({ cwd: root });

async function lint(filePath: string, code: string, eslint = untyped): Promise<readonly string[]> {
  const [result] = await eslint.lintText(`${code}\n`, { filePath: join(root, filePath) });
  return result!.messages.map((message) => `${message.ruleId ?? "parser"}: ${message.message}`);
}

const forbiddenInSrc: readonly (readonly [code: string, message: string])[] = [
  ["export const f = () => Date.now();", "Date.now: use clock.nowMs()"],
  ["export const f = () => new Date();", "new Date() without argument: use new Date(clock.nowMs())"],
  ["export const f = () => Date();", "Date(): use new Date(clock.nowMs())"],
  ["export const f = () => performance.now();", "performance.now: use clock.nowMs()"],
  ["export const f = () => process.hrtime();", "process.hrtime: use clock.nowMs()"],
  ["export const f = () => setTimeout(g, 5);", "use clock.sleep(ms)"],
  ["export const f = () => globalThis.setInterval(g, 5);", "use clock.sleep(ms)"],
  ["export const f = () => setImmediate(g);", "use clock.sleep(ms)"],
  ['import { wait } from "node:timers/promises"; export { wait };', "timers/promises: use clock.sleep(ms)"],
  ["export const f = () => AbortSignal.timeout(5);", "AbortSignal.timeout: pass timeoutMs"],
  ["export const f = () => process.env.HOME;", "process.env: take it as a parameter"],
  ['import { env } from "node:process"; export { env };', "node:process: take what you need as a parameter"],
  ["export const f = () => Math.random();", "Math.random: derive the value"],
  ["export const f = () => crypto.randomUUID();", "randomUUID and its kin: use a sequence"],
  ['import { randomUUID } from "node:crypto"; export { randomUUID };', "randomUUID and its kin: use a sequence"],
  ["let served = 0; export const f = () => (served += 1);", "let at module level"],
  ["export let served = 0;", "let at module level"],
  ["const seen = new Map(); export const f = () => seen;", "empty Map or Set at module level"],
  ["export const seen = new Set();", "empty Map or Set at module level"],
  ['export const sql = "SELECT now()";', "now(): use db_now()"],
  ["export const sql = `SELECT ${column} FROM t WHERE at < NOW ()`;", "now(): use db_now()"],
  ['export const sql = "SELECT current_timestamp";', "CURRENT_TIMESTAMP and its kin: use db_now()"],
  ['export const sql = "SELECT LOCALTIME";', "CURRENT_TIMESTAMP and its kin: use db_now()"],
  ['export const sql = "SELECT transaction_timestamp()";', "CURRENT_TIMESTAMP and its kin: use db_now()"],
  ['export const sql = "SELECT statement_timestamp()";', "statement_timestamp(), clock_timestamp(): use db_now()"],
  ['export const sql = "SELECT clock_timestamp()";', "statement_timestamp(), clock_timestamp(): use db_now()"],
  [`export const sql = "SELECT 'now'::timestamptz";`, "'now' as a literal: use db_now()"],
  ['export const sql = "SELECT id FROM t ORDER BY random()";', "SQL random(): ORDER BY a unique key"],
  ['export const sql = "SELECT gen_random_uuid()";', "gen_random_uuid(): use a sequence"],
  ['export const sql = "SELECT uuidv7()";', "gen_random_uuid(): use a sequence"],
];

describe("src: what it may not say", () => {
  it.each(forbiddenInSrc)("%s", async (code, message) => {
    const found = await lint("src/order/snippet.ts", code);
    const bans = new Set(found.filter((line) => line.startsWith("no-restricted-syntax")));
    expect([...bans]).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    "export const f = (clock: Clock) => new Date(clock.nowMs());",
    'export const sql = "SELECT (SELECT db_now()) AS at";',
    'export const sql = "UPDATE orders SET known = $1, updated_at = db_now()";',
    "export const f = () => { let count = 0; count += 1; return new Map([[count, count]]); };",
    'export const states = new Set(["PAID", "FAILED"]);',
  ])("may say: %s", async (code) => {
    expect(await lint("src/order/snippet.ts", code)).toEqual([]);
  });

  it("main.ts alone holds the clock, the timers and the environment, and no random source either", async () => {
    expect(
      await lint("src/main.ts", "export const f = () => [Date.now(), setTimeout(g, 5), process.env.PORT];"),
    ).toEqual([]);
    expect(await lint("src/main.ts", "export const f = () => Math.random();")).toEqual([
      expect.stringContaining("Math.random"),
    ]);
  });

  it("tests are free to wait and to read the clock", async () => {
    expect(await lint("src/order/snippet.test.ts", "export const f = () => Date.now();")).toEqual([]);
  });
});

describe("imports: one way, scenarios → harness → src", () => {
  const use = "export { x };";
  it.each([
    ["src/order/snippet.ts", "../../harness/kernel/clock.ts", "src imports neither harness nor scenarios"],
    ["src/main.ts", "../scenarios/main.ts", "src imports neither harness nor scenarios"],
    ["src/inventory/door/snippet.ts", "../../../harness/kernel/clock.ts", "src imports neither harness nor scenarios"],
    ["src/inventory/door/snippet.ts", "../../order/order.ts", "src/inventory knows no order"],
    ["harness/verdict/snippet.ts", "../../src/ports.ts", "harness imports src only from harness/shop"],
    ["harness/shop/snippet.ts", "../../scenarios/main.ts", "harness never imports scenarios"],
    ["harness/cli/snippet.ts", "../../scenarios/main.ts", "harness never imports scenarios"],
    ["harness/kernel/snippet.ts", "../postgres/server.ts", "harness/kernel imports neither server nor network"],
    ["harness/kernel/snippet.ts", "../network/message.ts", "harness/kernel imports neither server nor network"],
    ["harness/kernel/snippet.ts", "pg", "harness/kernel imports neither server nor network"],
  ])("%s may not import %s", async (file, from, message) => {
    expect(await lint(file, `import { x } from "${from}"; ${use}`)).toEqual([expect.stringContaining(message)]);
    if (!from.startsWith(".")) return;
    expect(await lint(file, `export const x = () => import("${from}");`)).toEqual([expect.stringContaining(message)]);
  });

  it.each([
    ["harness/shop/snippet.ts", "../../src/service.ts"],
    ["scenarios/c29/snippet.ts", "../../harness/shop/scenario.ts"],
    ["scenarios/controls/snippet.ts", "../../src/order/pay.ts"],
    ["harness/postgres/snippet.ts", "../kernel/clock.ts"],
    ["src/order/snippet.ts", "../ports.ts"],
  ])("%s may import %s", async (file, from) => {
    expect(await lint(file, `import { x } from "${from}"; ${use}`)).toEqual([]);
  });
});

it("promises: one that nobody awaits is an error, in src and in the harness", async () => {
  const code = "export function f(work: () => Promise<void>): void {\n  work();\n  void work();\n}";
  for (const file of ["src/ports.ts", "harness/verdict/result.ts"]) {
    const found = await lint(file, code, typed);
    expect(found.filter((line) => line.includes("no-floating-promises"))).toHaveLength(2);
  }
});

describe("src/schema: the same bans in SQL files", () => {
  it("no file says one", () => {
    const folder = join(root, "src/schema");
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap((name) => broken(name, readFileSync(join(folder, name), "utf8")))).toEqual([]);
  });

  it("db_now() itself may read the server's clock, in clock.sql; nothing else may", () => {
    const text = "-- now() is banned\nCREATE TABLE t (at timestamptz DEFAULT clock_timestamp());";
    expect(broken("clock.sql", text)).toEqual([]);
    expect(broken("orders.sql", text)).toEqual([
      expect.stringMatching(/^src\/schema\/orders\.sql:2 statement_timestamp/),
    ]);
  });
});

/** `src/schema/orders.sql:2 now(): use db_now()…` for each line that says what it may not; comments are free to. */
function broken(name: string, text: string): readonly string[] {
  return text.split("\n").flatMap((line, index) =>
    sqlBans
      .filter(({ pattern }) => pattern.test(line.replace(/--.*$/, "")))
      .filter(({ message }) => !(name === "clock.sql" && message.includes("clock_timestamp()")))
      .map(({ message }) => `src/schema/${name}:${index + 1} ${message}`),
  );
}
