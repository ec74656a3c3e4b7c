/**
 * The list of decisions with the settled result of each. What is hashed is the text of every step; the line of the
 * system that asked for it and the task that went on are shown beside it, and never hashed.
 */

import { createHash } from "node:crypto";

export interface Step {
  readonly text: string;
  readonly source?: string;
  /** Who went on by it: `orders-1 pay ord-0001`; absent where nobody did. */
  readonly task?: string;
}

/** A step's text without the time at its beginning, and its outcome: `orders-1 pay ord-0001: COMMIT`, `COMMIT 0`. */
export function readStep(step: string): { readonly text: string; readonly outcome: string } {
  const text = step.slice(step.indexOf(" ") + 1);
  const arrow = text.indexOf(" -> ");
  return arrow < 0 ? { text, outcome: "" } : { text: text.slice(0, arrow), outcome: text.slice(arrow + 4) };
}

export class Trace {
  readonly steps: Step[] = [];

  append(text: string, source?: string, task?: string): void {
    const step: { text: string; source?: string; task?: string } = { text };
    if (source !== undefined) step.source = source;
    if (task !== undefined) step.task = task;
    this.steps.push(step);
  }

  /** SHA-256 of all steps so far, hex. */
  sha256(): string {
    return createHash("sha256")
      .update(this.steps.map(({ text }) => `${text}\n`).join(""))
      .digest("hex");
  }
}
