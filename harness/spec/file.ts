/** A spec and the file it came from. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { LabError } from "../verdict/failure.ts";
import { parseSpec } from "./parse.ts";
import type { Spec } from "./spec.ts";

export interface SpecFile {
  /** As it was named. */
  readonly path: string;
  /** `nowait`, of `…/nowait.spec`. */
  readonly name: string;
  readonly text: string;
  readonly spec: Spec;
}

/** All of a folder of the project, by name; they are called by their paths within the project. */
export function readSpecs(root: string, folder: string): readonly SpecFile[] {
  const names = readdirSync(join(root, folder)).filter((name) => name.endsWith(".spec"));
  return names.sort().map((name) => readSpec(join(folder, name), root));
}

/** Rejects what cannot be read, or is no spec, by a `LabError`: wrong use. */
export function readSpec(path: string, root = ""): SpecFile {
  let text: string;
  try {
    text = readFileSync(join(root, path), "utf8");
  } catch (error) {
    throw new LabError(`The spec ${path} cannot be read.`, {
      why: error instanceof Error ? error.message : String(error),
      next: "Name a file; scenarios/specs/ holds examples.",
      exitCode: 2,
      cause: error,
    });
  }
  return { path, name: basename(path, ".spec"), text, spec: parseSpec(text, path) };
}
