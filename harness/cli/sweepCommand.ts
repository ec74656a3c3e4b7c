/**
 * `sweep`: every experiment under many seeds, each seed several times. A claim must hold under each of them,
 * equal seeds must give equal traces, and what a seed may decide must be decided both ways under some.
 */
import { plural, type Way } from "../evidence/run.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { worst } from "../verdict/result.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import type { ExperimentCard, Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { headline } from "./reporter/plain.ts";
import { withLab } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";
import { addRun, harmless, startSwept, sweptVerdict, type Swept } from "./swept.ts";
import { sweptLine, sweptTable, sweptTrouble } from "./sweptText.ts";

export interface SweepRequest {
  readonly cards: readonly ExperimentCard[];
  readonly server: ServerChoice;
  /** How a run is asked for again. */
  readonly way: Way;
  readonly from: number;
  readonly seeds: number;
  /** How often each seed is run. */
  readonly times: number;
}

export async function sweepCommand(suite: Suite, request: SweepRequest, surroundings: Surroundings): Promise<number> {
  const { cards, server, from, seeds, times, way } = request;
  const progress = progressOn(surroundings);
  const done: Swept[] = [];
  // The one that an interrupt leaves half swept: it may have broken already, but it cannot hold any more.
  let unfinished: Swept | undefined;

  const finished = await withLab(suite, server, surroundings, async (use) => {
    const all = `seeds ${from} to ${from + seeds - 1}, ${plural(times, "run")} of each`;
    surroundings.out(headline(all, cards.length, use));
    for (const card of cards) {
      const swept = startSwept(card);
      unfinished = swept;
      for (let seed = from; seed < from + seeds; seed++) {
        for (let time = 1; time <= times; time++) {
          progress.show(`${card.id}  seed ${seed}, ${seed - from + 1} of ${seeds}`);
          // A control has to do its harm once; a repetition is about the story.
          const controls = time === 1 && (swept.seeds === 0 || harmless(swept).length > 0);
          const result = await use.run(card, { seed, keepSource: false, controls });
          if (result === undefined) {
            progress.clear();
            return false;
          }
          addRun(swept, result, time);
        }
      }
      progress.clear();
      done.push(swept);
      unfinished = undefined;
      surroundings.out(sweptLine(swept, surroundings.color));
    }
    return true;
  });

  const begun = unfinished === undefined ? done : [...done, unfinished];
  if (begun.length > 0) {
    const troubles = begun.map((swept) => sweptTrouble(swept, way, swept !== unfinished)).join("");
    surroundings.out(`\n${sweptTable(begun)}${troubles}`);
  }
  const held = done.filter((swept) => sweptVerdict(swept) === "holds").length;
  surroundings.out(`SWEEP experiments=${done.length} hold=${held} not=${done.length - held}\n`);
  if (finished !== true) {
    const half = unfinished === undefined ? "" : `${unfinished.card.id} half swept, `;
    surroundings.out(`interrupted: ${half}${plural(cards.length - begun.length, "experiment")} not begun\n`);
    return exitCodes.interrupted;
  }
  return exitCodeOf(worst(done.map(sweptVerdict)));
}
