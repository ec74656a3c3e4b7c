import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { compileFunction, constants } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { locator } from "./locate.ts";

/** A little compiled system: `pay.js` asks by way of `database.js`, and its map says that it was line 41 of `pay.ts`. */
let folder = "";
let ask: (locate: () => string | undefined) => string | undefined;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-locate-"));
  mkdirSync(join(folder, "src", "order"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "src", "database.js"), "export const handOn = (locate) => locate();\n");
  writeFileSync(
    join(folder, "src", "order", "pay.js"),
    'import { handOn } from "../database.js";\nexport const ask = (locate) => handOn(locate);\n',
  );
  writeFileSync(
    join(folder, "src", "order", "pay.js.map"),
    JSON.stringify({ version: 3, sources: ["pay.ts"], names: [], mappings: ";AAwCA" }),
  );
  // Node's own import: that of the test runner gives stack frames of another form.
  const load = compileFunction("return import(url)", ["url"], {
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  }) as (url: string) => Promise<{ ask: typeof ask }>;
  const module = await load(pathToFileURL(join(folder, "src", "order", "pay.js")).href);
  ask = module.ask;
});
afterAll(() => rmSync(folder, { recursive: true }));

test("locator: names the line of the source, not of the compiled file", () => {
  expect(ask(locator("src", ["src/database"]))).toBe("src/order/pay.ts:41");
});

test("locator: a file without a map is named as it is", () => {
  expect(ask(locator("src", []))).toBe("src/database.ts:1");
});

test("locator: nothing of that folder in the stack", () => {
  expect(locator("src", [])()).toBeUndefined();
  expect(ask(locator("elsewhere", []))).toBeUndefined();
});
