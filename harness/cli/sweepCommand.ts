/**
 * `sweep`: every experiment under many seeds, each seed several times. A claim must hold under each of them,
 * equal seeds must give equal traces, and what a seed may decide must be decided both ways under some.
 */
import { renderHappened } from "../evidence/happenedText.ts";
import { plural, type Way } from "../evidence/run.ts";
import { addHappened } from "../verdict/happened.ts";
import { worst } from "../verdict/result.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import type { ExperimentCard, Suite } from "./lab.ts";
import { progressOn, type Progress } from "./progress.ts";
import { headline } from "./reporter/plain.ts";
import { withLab, type LabUse, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";
import { addRun, harmless, startSwept, sweptVerdict, type Swept } from "./swept.ts";
import { sweptLine, sweptTable, sweptTrouble } from "./sweptText.ts";

export interface SweepRequest {
  readonly cards: readonly ExperimentCard[];
  readonly place: Place;
  /** How a run is asked for again. */
  readonly way: Way;
  readonly from: number;
  readonly seeds: number;
  /** How often each seed is run. */
  readonly times: number;
}

export async function sweepCommand(suite: Suite, request: SweepRequest, surroundings: Surroundings): Promise<number> {
  const { cards, place, from, seeds, times, way } = request;
  const progress = progressOn(surroundings);
  const begun: Swept[] = [];
  // What an interrupt leaves half swept may have broken already, but it cannot hold any more.
  const done = new Set<Swept>();

  await withLab(suite, place, surroundings, async (use) => {
    const all = `seeds ${from} to ${from + seeds - 1}, ${plural(times, "run")} of each`;
    surroundings.out(headline(all, plural(cards.length, "experiment"), use));
    const running = use.each(
      cards,
      async (card) => {
        const swept = startSwept(card);
        begun.push(swept);
        return (await sweep(use, swept, request, progress)) ? swept : undefined;
      },
      ({ long }) => long === true,
    );
    for (const run of running) {
      const swept = await run;
      progress.clear();
      if (swept === undefined) continue;
      done.add(swept);
      surroundings.out(sweptLine(swept, surroundings.color));
    }
  });

  if (begun.length > 0) {
    const troubles = begun.map((swept) => sweptTrouble(swept, way, done.has(swept))).join("");
    const happened = addHappened(begun.map((swept) => swept.happened));
    const told = renderHappened(happened, suite.canHappen ?? {});
    surroundings.out(`\n${sweptTable(begun)}${troubles}${told.join("\n")}`);
  }
  const verdicts = [...done].map(sweptVerdict);
  const held = verdicts.filter((verdict) => verdict === "holds").length;
  surroundings.out(`SWEEP experiments=${done.size} hold=${held} not=${done.size - held}\n`);
  if (done.size === cards.length) return exitCodeOf(worst(verdicts));
  const half = begun.filter((swept) => !done.has(swept)).map(({ card }) => `${card.id} half swept, `);
  surroundings.out(`interrupted: ${half.join("")}${plural(cards.length - begun.length, "experiment")} not begun\n`);
  return exitCodes.interrupted;
}

/** One experiment under all its seeds; false when the user interrupted. */
async function sweep(
  use: LabUse,
  swept: Swept,
  { from, seeds, times }: SweepRequest,
  progress: Progress,
): Promise<boolean> {
  const { card } = swept;
  for (let seed = from; seed < from + seeds; seed++) {
    for (let time = 1; time <= times; time++) {
      progress.show(`${card.id}  seed ${seed}, ${seed - from + 1} of ${seeds}`);
      // A control has to do its harm once; a repetition is about the story.
      const controls = time === 1 && (swept.seeds === 0 || harmless(swept).length > 0);
      const result = await use.run(card, { seed, keepSource: false, controls, played: true });
      if (result === undefined) return false;
      addRun(swept, result, time);
    }
  }
  return true;
}
