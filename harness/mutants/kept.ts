/**
 * What was hunted is kept, a file at a time, until the program changes: a hunt may be interrupted and gone on with.
 * What a mutant comes to depends on all of it: the rest of the system, the lab, and the budget.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";

interface Entry {
  /** Of the file alone, and of the whole program. */
  readonly of: string;
  readonly code: string;
  readonly mutants: readonly Mutant[];
}

export class Kept {
  readonly #folder: string;
  readonly #code: string;

  /** @param code which state of the program this is. */
  constructor(folder: string, code: string) {
    this.#folder = folder;
    this.#code = code;
  }

  /** Of one kind, in one file. @param stale also of another state of the program, if only that file is as it was. */
  find(kind: string, file: string, stale = false): readonly Mutant[] | undefined {
    try {
      const { of, code, mutants } = JSON.parse(readFileSync(this.#path(kind, file), "utf8")) as Entry;
      return of === hashOf(file) && (stale || code === this.#code) ? mutants : undefined;
    } catch {
      return undefined; // Nothing was kept, or no longer whole.
    }
  }

  keep(kind: string, file: string, mutants: readonly Mutant[]): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(
      this.#path(kind, file),
      JSON.stringify({ of: hashOf(file), code: this.#code, mutants } satisfies Entry),
    );
  }

  #path(kind: string, file: string): string {
    return join(this.#folder, `${kind} ${file.replaceAll("/", " ")}.json`);
  }
}

function hashOf(file: string): string {
  return createHash("sha256").update(file).update(readFileSync(file)).digest("hex");
}
