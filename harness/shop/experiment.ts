/** What a numbered experiment is: a story, what must hold, and the control that must break it. */

import type { Parts } from "../../src/parts.ts";
import type { Claim } from "./claims/claim.ts";
import type { Setting } from "./hosts.ts";
import type { Story } from "./story.ts";

/** A deliberately wrong part, and the claim that it must break. */
export interface Control {
  readonly claim: Claim;
  /** What is wrong: "timeout is treated as failure". */
  readonly says: string;
  readonly parts: Partial<Parts>;
  /** The mismatch lines that the broken books must show, no more and no fewer. */
  readonly exactly?: readonly string[];
  /** Why tasks of its run may fail besides. Unless it says so, a run in which one failed shows nothing about the claim. */
  readonly mayFail?: string;
  /** Why faults that the story declares may never fire in its run. */
  readonly mayNotFire?: string;
}

export interface Experiment extends Pick<Setting, "config" | "configOf" | "poolSize"> {
  readonly id: string;
  readonly title: string;
  /** Pieces on sale. */
  readonly stock: number;
  /** The story crashes the database: it needs a server that the lab may stop, and begins from a checkpoint. */
  readonly crashes?: true;
  /** How long an enabled action may be left waiting while time moves, ms. */
  readonly slackMs?: number;
  /** `run` has the shop's hosts as child processes, so that what is killed is a real process. */
  readonly real?: boolean;
  /** It takes several times as long as most: where several processes share the work, it is begun first. */
  readonly long?: boolean;
  readonly story: (story: Story) => Promise<void>;
  readonly holds: readonly Claim[];
  /** The same story with a wrong part: its claim must break. One after another, when there are several. */
  readonly control?: Control | readonly Control[];
  /** The experiment itself is a control: it runs with the wrong part only. */
  readonly wrong?: Control;
  /** Counts that some seed of a sweep must show: `PAID` in any note, or `final PAID` in the note `final {PAID=3}`. */
  readonly occurs?: readonly string[];
}

export function experiment(id: string, rest: Omit<Experiment, "id">): Experiment {
  return { id, ...rest };
}

/** A control: this claim must break when this part is wrong. */
export function breaks(claim: Claim, says: string, parts: Partial<Parts>, exactly?: readonly string[]): Control {
  return { claim, says, parts, ...(exactly === undefined ? {} : { exactly }) };
}
