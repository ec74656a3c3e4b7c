/**
 * The list of decisions with the settled result of each. What is hashed is the text of every step; the line of the
 * system that asked for it is shown beside it, and never hashed.
 */

import { createHash, type Hash } from "node:crypto";

export interface Step {
  readonly text: string;
  readonly source?: string;
}

export class Trace {
  readonly steps: Step[] = [];
  readonly #hash: Hash = createHash("sha256");

  append(text: string, source?: string): void {
    this.#hash.update(text).update("\n");
    this.steps.push(source === undefined ? { text } : { text, source });
  }

  /** SHA-256 of all steps so far, hex. */
  sha256(): string {
    return this.#hash.copy().digest("hex");
  }
}
