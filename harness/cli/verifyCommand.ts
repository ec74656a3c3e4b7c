/**
 * `verify`: runs every experiment again and again at one seed, round by round, so that what one leaves behind
 * would show in the next, and names the first decision that differs.
 */
import { renderHappened } from "../evidence/happenedText.ts";
import { again, happenedIn, plural, type Way } from "../evidence/run.ts";
import { worst, type ExperimentResult, type Verdict } from "../verdict/result.ts";
import { difference } from "./difference.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import type { ExperimentCard, Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { mark, headline } from "./reporter/plain.ts";
import { withLab, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export interface VerifyRequest {
  readonly cards: readonly ExperimentCard[];
  readonly seed: number;
  readonly place: Place;
  /** How a run is asked for again. */
  readonly way: Way;
  /** How often each is run, the first time included. */
  readonly times: number;
}

interface Repeated {
  readonly first: ExperimentResult;
  readonly runs: number;
  /** The first difference, with the number of the run that showed it. */
  readonly differs?: string;
}

export async function verifyCommand(suite: Suite, request: VerifyRequest, surroundings: Surroundings): Promise<number> {
  const { cards, seed, place, times, way } = request;
  const progress = progressOn(surroundings);
  const repeated = new Map<string, Repeated>();
  const tell = (found: Repeated): void => surroundings.out(repeatedText(found, surroundings.color, way));
  let begun = 0;

  const finished = await withLab(suite, place, surroundings, async (use) => {
    surroundings.out(headline(`seed ${seed}`, plural(cards.length, "experiment"), use));
    const rounds = Array.from({ length: times }, (_, i) => cards.map((card) => ({ card, round: i + 1 }))).flat();
    const running = use.each(
      rounds,
      async ({ card, round }) => {
        begun = Math.max(begun, cards.indexOf(card) + 1);
        progress.show(`${card.id}  run ${round} of ${times}`);
        const result = await use.run(card, { seed, keepSource: false });
        return result && { card, round, result };
      },
      ({ card }) => card.long === true,
    );
    for (const run of running) {
      const done = await run;
      progress.clear();
      if (done === undefined) return false;
      const { card, round, result } = done;
      const now = compared(repeated.get(card.id), result, round);
      repeated.set(card.id, now);
      if (round === times) tell(now);
    }
    return true;
  });

  const all = [...repeated.values()];
  const differing = all.filter(({ differs }) => differs !== undefined).length;
  if (finished !== true) {
    const partly = all.filter(({ runs }) => runs < times);
    // One run alone has not been compared with anything.
    for (const found of partly.filter(({ runs }) => runs > 1)) tell(found);
    const done = all.length - partly.length;
    surroundings.out(
      `\ninterrupted; ${begun} of ${plural(cards.length, "experiment")} begun, ${done} run ${times} times, differ=${differing}\n`,
    );
    return exitCodes.interrupted;
  }
  const happened = happenedIn({ results: all.map(({ first }) => first) });
  surroundings.out(["", ...renderHappened(happened, suite.canHappen ?? {}), ""].join("\n"));
  surroundings.out(`VERIFY same=${all.length - differing} differ=${differing}\n`);
  return exitCodeOf(worst(all.map(verdictOf)));
}

function compared(before: Repeated | undefined, result: ExperimentResult, round: number): Repeated {
  if (before === undefined) return { first: result, runs: 1 };
  const found = before.differs === undefined ? difference(before.first, result) : undefined;
  return { ...before, runs: round, ...(found === undefined ? {} : { differs: `run ${round}: ${found}` }) };
}

/** What cannot be repeated is broken, whatever its claims said; what repeats is worth what it found. */
function verdictOf({ first, differs }: Repeated): Verdict {
  return differs === undefined ? first.verdict : "breaks";
}

function repeatedText(repeated: Repeated, color: boolean, way: Way): string {
  const { first, runs, differs } = repeated;
  const count = first.trace.steps.length + (first.controlTrace?.steps.length ?? 0);
  const head = `${mark(verdictOf(repeated), color)} ${first.id}  ${runs} runs`;
  if (differs !== undefined) return `${head}, not the same\n         ${differs}\n`;
  const said = first.verdict === "holds" ? "" : `; each ${first.verdict}, see ${again(first.id, first.seed, way)}`;
  return `${head}, the same ${plural(count, "decision")}${said}\n`;
}
