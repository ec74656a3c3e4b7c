/** The actors of a race on connections of their own, outside the lab, with the lab's reset before every run. */

import { OwnBackend } from "../postgres/backend.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import { Reset } from "../postgres/reset.ts";
import type { Ask } from "../sql/story.ts";
import { races, schema, type Race } from "./races.ts";

/** Somebody who decides when each statement is sent. */
export interface Decider {
  /** The same session, for an actor. */
  readonly session: (ask: Ask) => Ask;
  /** Lets the actors go on until all have ended. */
  readonly until: (ended: Promise<unknown>) => Promise<unknown>;
}

/** A plain loop: all just run at once (`Promise.all`). */
const nobody: Decider = { session: (ask) => ask, until: (ended) => ended };

export class FreeLoop {
  readonly #reset: Reset;
  readonly #clients: readonly OwnBackend[];

  private constructor(reset: Reset, clients: readonly OwnBackend[]) {
    this.#reset = reset;
    this.#clients = clients;
  }

  static async open({ address }: LabDatabase): Promise<FreeLoop> {
    const most = Math.max(...races.map(({ actors }) => actors.length));
    const clients = await Promise.all(Array.from({ length: most }, () => OwnBackend.open(address)));
    const reset = new Reset(clients[0]!, schema);
    return new FreeLoop(reset, clients);
  }

  /** One run; whether the race was lost. */
  async run({ actors, lost }: Race, { session, until }: Decider = nobody): Promise<boolean> {
    await this.#reset.run(false);
    const ended = actors.map((actor, i) =>
      actor(session(async (text, values = []) => this.#clients[i]!.ask(text, values))),
    );
    await until(Promise.all(ended));
    return (await this.#clients[0]!.ask(lost, [])).length > 0;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) await client.close();
  }
}
