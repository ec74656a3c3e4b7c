/**
 * What was hunted is kept, a file at a time, until that file changes: a hunt may be interrupted and gone on with.
 * It does not see when the lab or the budget has changed.
 */

import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Mutant } from "./mutant.ts";

interface Entry {
  readonly of: string;
  readonly mutants: readonly Mutant[];
}

export class Kept {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Of one kind, in one file. */
  find(kind: string, file: string): readonly Mutant[] | undefined {
    try {
      const { of, mutants } = JSON.parse(readFileSync(this.#path(kind, file), "utf8")) as Entry;
      return of === this.#hash(file) ? mutants : undefined;
    } catch {
      return undefined; // Nothing was kept, or no longer whole.
    }
  }

  keep(kind: string, file: string, mutants: readonly Mutant[]): void {
    mkdirSync(this.#folder, { recursive: true });
    writeFileSync(this.#path(kind, file), JSON.stringify({ of: this.#hash(file), mutants } satisfies Entry));
  }

  #path(kind: string, file: string): string {
    return join(this.#folder, `${kind} ${file.replaceAll("/", " ")}.json`);
  }

  #hash(file: string): string {
    return createHash("sha256").update(file).update(readFileSync(file)).digest("hex");
  }
}
