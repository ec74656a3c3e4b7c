import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commands, commandTable } from "./commands.ts";
import { rights } from "./roles.ts";

test("commands: each has a row in the table of roles, and the other way round", () => {
  expect(commands.map(({ name }) => name).sort()).toEqual(Object.keys(rights).sort());
});

test("commands: the documentation shows this table", () => {
  const page = readFileSync(new URL("../../../docs/inventory.md", import.meta.url), "utf8");
  // The formatter pads columns; only the cells count.
  expect(page.replace(/ +/g, " ").replace(/-{3,}/g, "---")).toContain(commandTable());
});
