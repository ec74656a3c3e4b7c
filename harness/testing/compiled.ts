/** Sources of the harness as JavaScript that Node runs, for tests that need a process of their own. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

export const root = join(dirname(fileURLToPath(import.meta.url)), "../..");

const compilerOptions: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2023,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  rewriteRelativeImportExtensions: true,
};

/**
 * @param sources files below `harness`, by their paths there.
 * @returns a new folder that holds them below the same paths; whoever asked for it removes it.
 */
export function compiled(sources: readonly string[]): string {
  mkdirSync(join(root, "dist"), { recursive: true });
  const folder = mkdtempSync(join(root, "dist", "labs-"));
  for (const source of sources) {
    const text = readFileSync(join(root, "harness", source), "utf8");
    const target = join(folder, source.replace(/\.ts$/, ".js"));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, ts.transpileModule(text, { compilerOptions, fileName: source }).outputText);
  }
  return folder;
}

/** Compiles the whole project to `dist/`, as far as it is not; what follows may run it there. */
export function compileProject(): void {
  execFileSync("bash", [join(root, ".ci/install")]);
}
