/** Keeps what was sent to the inventory, so that it can be sent again word for word: because it got no answer, or all of it once more. */

import { Killed } from "../../../kernel/failure.ts";
import type { Story } from "../../story.ts";
import type { Told } from "../../verbs/inventory.ts";

/** Who sends it, and how. */
export interface How {
  readonly caller: string;
  readonly at: string;
  /** Twice at once. */
  readonly twice: boolean;
}

/** Sends a command under this id. */
type Send = (by: { readonly id: string; readonly caller: string; readonly at: string }) => PromiseLike<Told>;

interface Sent {
  readonly id: string;
  readonly how: How;
  readonly send: () => PromiseLike<Told>;
  ended: boolean;
}

export class Desk {
  readonly #story: Story;
  readonly #sent: Sent[] = [];
  /** Units whose rebuild nobody knows the end of, with its name. */
  readonly #rebuilds = new Map<string, string>();
  #rebuilt = 0;

  constructor(story: Story) {
    this.#story = story;
  }

  /** Something was sent of which nobody knows how it ended. */
  get isOpen(): boolean {
    return this.#rebuilds.size > 0 || this.#sent.some(({ ended }) => !ended);
  }

  /** Who gets no answer looks what became of it, and then sends it once more. */
  async ask(id: string, how: How, send: Send): Promise<Told> {
    const { caller, at } = how;
    const sent: Sent = { id, how, send: () => send({ id, caller, at }), ended: false };
    this.#sent.push(sent);
    const answers = await Promise.all(how.twice ? [sent.send(), sent.send()] : [sent.send()]);
    const told = answers.find(isEnd) ?? (await this.#lookThenSend(sent));
    sent.ended = isEnd(told);
    return told;
  }

  /** What nobody minds the end of. */
  async aside(step: PromiseLike<unknown>): Promise<void> {
    await step;
  }

  /** Under a name of its own each time: one that died in between is finished by whoever asks again. */
  async rebuild(unit: string, name: string): Promise<void> {
    this.#rebuilds.set(unit, name);
    try {
      const { http } = await this.#story.views.rebuild(unit, `${name}-${++this.#rebuilt}`);
      if (http > 0) this.#rebuilds.delete(unit);
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
  }

  async unansweredAgain(): Promise<void> {
    for (const sent of this.#sent.filter(({ ended }) => !ended)) sent.ended = isEnd(await this.#lookThenSend(sent));
    for (const [unit, name] of [...this.#rebuilds]) await this.rebuild(unit, name);
  }

  async everythingAgain(): Promise<void> {
    for (const sent of this.#sent) if (sent.ended) await this.#lookThenSend(sent);
  }

  async #lookThenSend({ id, how: { caller }, send }: Sent): Promise<Told> {
    await this.#story.inventory.lookUp(id, { caller });
    return send();
  }
}

/** Whether it says how the command ended: then it says the same for ever. */
function isEnd({ http, outcome, cause }: Told): boolean {
  return http > 0 && http < 500 && outcome !== "ACCEPTED" && cause !== "TOO_LITTLE_TIME";
}
