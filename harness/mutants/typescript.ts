/** Hunts mutants of the TypeScript: StrykerJS makes them and switches them on, one after another; the lab is its test runner. */

import { readFileSync } from "node:fs";
import { relative } from "node:path";
import type { Location, MutantResult, PartialStrykerOptions } from "@stryker-mutator/api/core";
import { Stryker } from "@stryker-mutator/core";
import { inOrder, type Fate, type Mutant } from "./mutant.ts";
import { howNoticed, openingOption } from "./runner.ts";

export interface TypescriptHunt {
  /** From the project's root, which is the working directory; with `:10-20` behind it, some lines of one. */
  readonly files: readonly string[];
  /** The compiled module that opens the lab, from there. */
  readonly opening: string;
  /** Where Stryker's copy of the project lies while it is at work. */
  readonly folder: string;
}

/** Compiled, and from the project's root. */
const plugins = ["./dist/harness/mutants/runner.js", "./dist/harness/mutants/words.js"] as const;

function options({ files, opening, folder }: TypescriptHunt): PartialStrykerOptions {
  return {
    mutate: [...files],
    // An empty record in place of one with fields does not compile.
    mutator: { plugins: null, excludedMutations: ["ObjectLiteral"] },
    buildCommand: "npm run --silent build",
    testRunner: "lab",
    plugins: [...plugins],
    ignorers: ["words"],
    coverageAnalysis: "perTest",
    concurrency: 2,
    reporters: ["progress-append-only"],
    tempDirName: folder,
    ignorePatterns: ["/.mutants", "/dist", "/evidence", "/docs", "/failures", "**/*.test.ts"],
    // A mutant may wait for what never comes; all trials together take most of one.
    timeoutMS: 60_000,
    timeoutFactor: 3,
    allowEmpty: true,
    warnings: false,
    [openingOption]: opening,
  };
}

/** @returns every mutant but those of words for people. @throws when the lab itself could not go on. */
export async function huntTypescript(hunt: TypescriptHunt): Promise<readonly Mutant[]> {
  const results = await new Stryker(options(hunt)).runMutationTest();
  return inOrder(results.filter(({ status }) => status !== "Ignored").map(toMutant));
}

function toMutant(result: MutantResult): Mutant {
  const file = relative(process.cwd(), result.fileName);
  const lines = readFileSync(file, "utf8").split("\n");
  const { start, end } = result.location;
  return {
    ...{ file, line: start.line, lineText: (lines[start.line - 1] ?? "").trim(), operator: result.mutatorName },
    extent: { from: start.column, to: end.column, lastLine: end.line },
    ...{ was: cut(lines, result.location), becomes: result.replacement, fate: fateOf(result) },
  };
}

/** What stands there; lines count from 1, columns as well. */
function cut(lines: readonly string[], { start, end }: Location): string {
  const whole = lines.slice(start.line - 1, end.line);
  const last = whole.length - 1;
  return whole
    .map((text, nth) => text.slice(nth === 0 ? start.column - 1 : 0, nth === last ? end.column - 1 : undefined))
    .join("\n");
}

function fateOf({ status, killedBy = [], statusReason = "" }: MutantResult): Fate {
  switch (status) {
    case "Survived":
      return { kind: "survived" };
    case "NoCoverage":
      return { kind: "not reached" };
    case "Killed":
      return { kind: "noticed", by: killedBy[0] ?? "", ...howNoticed(statusReason) };
    case "Timeout":
      return { kind: "noticed", by: "the limit of time", how: "endless", says: statusReason };
    case "CompileError":
      return { kind: "invalid", why: statusReason };
    default:
      throw new Error(`no fate can be told of a mutant: ${status}, ${statusReason}`);
  }
}
