/**
 * A flow of the shop whose every decision is to be struck: what has to be there before it, and the flow itself. Unlike
 * an experiment it expects nothing: what must hold after a fault is the same for every flow (see judge.ts).
 */

import type { Config } from "../../../src/config.ts";
import type { Decision } from "../../../src/order/conflict.ts";
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
  /** Departures from the shipped configuration. */
  readonly config?: Partial<Config>;
  /** Connections of an order service's pool, where not as many as usual. */
  readonly poolSize?: number;
  /** What a person wishes of conflicts, when the faults are over: another place unless said. */
  readonly decides?: Decision["decision"];
  /** Deliberately wrong parts, of a control: some fault has to do harm then. */
  readonly wrong?: { readonly says: string; readonly parts: Partial<Parts> };
  /** It is about the inventory as others use it: its events are carried and shown, and what must hold of that is judged as well. */
  readonly shown?: true;
  /** What people do in a round of recovery, before the workers come. */
  readonly attend?: (story: Story, round: number) => Promise<void>;
  /** Everything up to the flow, without faults. */
  readonly before: (story: Story) => Promise<Act>;
}

/** For the first time; once more, because somebody got no answer; or once more although everybody did. */
export type Time = "first" | "unanswered" | "repeated";

/** Begins the flow; whoever does the same once more does it under the same keys. */
export type Act = (time: Time) => readonly PromiseLike<unknown>[];
