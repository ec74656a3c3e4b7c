import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { catalogue, families } from "../harness/shop/happened/catalogue.ts";

const read = (path: string): string => readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), "utf8");

/** What the lab book says about one family. */
function counted(family: string): string {
  const [, rest = ""] = read("evidence/output.txt").split(`\n  ${family}: `);
  return rest.split(/\n {2}\S|\n\n/)[0] ?? "";
}

/** Labels are left to the trial in which the books are damaged on purpose. */
const others: readonly string[] = [families.labels, families.claims];

test.each(Object.keys(catalogue).filter((family) => !others.includes(family)))(
  "%s: whatever can happen does in some experiment, or LIMITS.md names it",
  (family) => {
    const [happened = "", never = ""] = counted(family)
      .replaceAll(/\s+/g, " ")
      .split(" never, so all about it is unknown: ");
    expect(happened).not.toBe("");
    const missing = never.split("; ").filter((name) => name !== "" && !read("LIMITS.md").includes(`\`${name}\``));
    expect(missing).toEqual([]);
    const told = catalogue[family]!.filter((name) => !`${happened}; ${never}`.includes(name));
    expect(told).toEqual([]);
  },
);
