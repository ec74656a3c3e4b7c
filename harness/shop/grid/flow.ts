/**
 * A flow of the shop whose every decision is to be struck: what has to be there before it, and the flow itself. Unlike
 * an experiment it expects nothing: what must hold after a fault is the same for every flow (see judge.ts).
 */

import type { Parts } from "../../../src/parts.ts";
import type { Story } from "../story.ts";

export interface Flow {
  /** `pay-declined`: what is done, and what is particular about it. */
  readonly name: string;
  /** A sentence for people. */
  readonly says: string;
  /** The process that does it: faults strike at the decisions that concern this one. */
  readonly host: string;
  /** Pieces on sale. */
  readonly stock: number;
  /** Deliberately wrong parts, of a control: some fault has to do harm then. */
  readonly wrong?: { readonly says: string; readonly parts: Partial<Parts> };
  /** Everything up to the flow, without faults. */
  readonly before: (story: Story) => Promise<Act>;
}

/** Begins the flow. Whoever may have got no answer does the same once more, under the same keys, so it is begun again. */
export type Act = () => readonly PromiseLike<unknown>[];
