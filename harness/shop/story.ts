/**
 * What a story may say: the shop's verbs. Each starts at once as a task of its own on the host it names; awaiting it
 * makes it an awaited step, and not awaiting leaves it free to interleave with what follows.
 */

import { randomStream, shuffled, wholeBelow, type Random } from "../kernel/random.ts";
import type { Hosts } from "./hosts.ts";
import { counts, type Line } from "./lines.ts";
import type { Step, Tally } from "./step.ts";
import { buying } from "./verbs/buying.ts";
import { channel } from "./verbs/channel.ts";
import { deciding } from "./verbs/deciding.ts";
import { events } from "./verbs/events.ts";
import { hotel } from "./verbs/hotel.ts";
import { inventory } from "./verbs/inventory.ts";
import { ledger } from "./verbs/ledger.ts";
import { postgres } from "./verbs/postgres.ts";
import { processes } from "./verbs/processes.ts";
import { stockModel } from "./verbs/stockModel.ts";
import { stockroom } from "./verbs/stockroom.ts";
import { Teller } from "./verbs/teller.ts";
import { unfreezing } from "./verbs/unfreezing.ts";
import { views } from "./verbs/views.ts";
import { workers } from "./verbs/workers.ts";

/** `user-0001` … `user-0020` */
export function users(first: number, last: number): readonly string[] {
  return Array.from({ length: last - first + 1 }, (_, i) => `user-${String(first + i).padStart(4, "0")}`);
}

export type Story = ReturnType<typeof tellStory>["story"];

/** The verbs of one run, and what they record. */
export function tellStory(hosts: Hosts, seed: number) {
  const teller = new Teller(hosts);
  const { expectations } = teller;
  const lines: Line[] = [];
  const workload = randomStream(seed, "workload");
  const stock = inventory(teller);
  const story = {
    shop: buying(teller),
    channel: channel(teller),
    ...deciding(teller),
    ...hotel(teller),
    ...stock,
    ...stockModel(teller, stock.inventory, seed),
    ...unfreezing(teller, stock.inventory),
    ...workers(teller),
    ...processes(teller),
    ...stockroom(teller),
    ledger: ledger(teller),
    ...events(teller),
    ...views(teller),
    postgres: postgres(teller),
    time: {
      /** Lets so much virtual time pass; whatever can happen meanwhile happens. */
      pass: async (ms: number): Promise<void> => hosts.sleepers.sleep(ms),
    },
    ...chance(workload),
    /** Waits for several steps at once. */
    together: async <T extends readonly PromiseLike<unknown>[]>(
      ...steps: T
    ): Promise<{ readonly [I in keyof T]: Awaited<T[I]> }> => Promise.all(steps),
    /**
     * Waits for several steps and expects so many to end in each way: `tally("8 pays", pays, { PAID: 1, REJECTED: 7 })`.
     * @returns how they did end, in full: `{PAID=1, REJECTED PAYING=7}`.
     */
    tally: async <T extends object>(what: string, steps: readonly Step<T>[], wanted: Tally): Promise<string> => {
      expectations.addTally(what, steps, wanted);
      await Promise.all(steps);
      return counts(steps.flatMap((step) => step.said ?? []));
    },
    note: (line: Line | string): void => {
      lines.push(typeof line === "string" ? { label: "note", tell: () => line } : line);
    },
  };
  return { story, expectations, lines };
}

/** Draws from this run's workload stream, for a story that deals out faults by seed. */
function chance(workload: Random) {
  return {
    /** A whole number from `least` to `most`. */
    whole: (least: number, most: number): number => least + wholeBelow(workload, most - least + 1),
    /** Deals things out by chance: so many for each name. */
    deal: <T, N extends string>(things: readonly T[], shares: Readonly<Record<N, number>>): Record<N, readonly T[]> => {
      const order = shuffled(workload, things);
      const shared = Object.entries<number>(shares).map(([name, count]) => [name, order.splice(0, count)]);
      return Object.fromEntries(shared) as Record<N, readonly T[]>;
    },
  };
}
