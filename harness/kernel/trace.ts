/**
 * The list of decisions with the settled result of each. What is hashed is the text of every step; the line of the
 * system that asked for it and the task that went on are shown beside it, and never hashed.
 */

import { createHash, type Hash } from "node:crypto";

export interface Step {
  readonly text: string;
  readonly source?: string;
  /** Who went on by it: `orders-1 pay ord-0001`; absent where nobody did. */
  readonly task?: string;
}

export class Trace {
  readonly steps: Step[] = [];
  readonly #hash: Hash = createHash("sha256");

  append(text: string, source?: string, task?: string): void {
    this.#hash.update(text).update("\n");
    this.steps.push({
      text,
      ...(source === undefined ? {} : { source }),
      ...(task === undefined ? {} : { task }),
    });
  }

  /** SHA-256 of all steps so far, hex. */
  sha256(): string {
    return this.#hash.copy().digest("hex");
  }
}
