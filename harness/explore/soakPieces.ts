/** What a soak runs: all that can be explored by chance, by turns, each run under a number of its own. */
import { samplingWays, type ExploredCard, type Kind, type Sampling } from "../verdict/exploration.ts";

/** Whose turn it is, one after another, and how many runs a turn has. */
const turns: readonly { readonly kind: Kind; readonly runs: number }[] = [
  { kind: "workload", runs: 10 },
  { kind: "pair", runs: 10 },
  { kind: "workload", runs: 10 },
  { kind: "experiment", runs: 4 },
];

export interface SoakPiece {
  readonly card: ExploredCard;
  readonly manner: Sampling;
}

/** Kinds that a soak has turns for. */
export function canSoak({ kind }: ExploredCard): boolean {
  return turns.some((turn) => turn.kind === kind);
}

/**
 * Never ends. Each number is one run's, of whichever thing, so no seed is drawn twice.
 * @param cards at least one of those that {@link canSoak}; @param from the first run's number.
 */
export function* soakPieces(
  cards: readonly ExploredCard[],
  from: number,
  control: boolean,
): Generator<SoakPiece, never> {
  const wrong = control ? { control } : {};
  const taken = new Map<Kind, number>();
  for (let next = from; ;) {
    for (const { kind, runs } of turns) {
      const some = cards.filter((card) => card.kind === kind);
      const nth = taken.get(kind) ?? 0;
      const card = some[nth % some.length];
      if (card === undefined) continue;
      taken.set(kind, nth + 1);
      // Workloads are run by one strategy and by the other, unless their schedules are their own.
      const round = kind === "workload" && card.ownSchedule !== true ? Math.floor(nth / some.length) : 0;
      yield { card, manner: { ...samplingWays[round % samplingWays.length]!, from: next, runs, ...wrong } };
      next += runs;
    }
  }
}
