/** A guard is taken away and what is left is explored, by each strategy under each seed, until it breaks; and the shipped system is, which must not. */
import { renderExploration } from "../explore/statement.ts";
import {
  explorationVerdict,
  pctDepth,
  samplingStrategies,
  type Exploration,
  type ExploredCard,
  type Sampling,
  type Violation,
} from "../verdict/exploration.ts";
import { everySeedFound, quick, type GuardCard, type GuardResult, type Hunt } from "../verdict/guards.ts";
import { addSeen } from "../verdict/happened.ts";
import { exploreOne } from "./exploreCommand.ts";
import type { LabUse } from "./session.ts";

/** Runs of the first round by each strategy. */
const firstRound = 10;

export interface HuntRequest {
  /** The first of them, and how many. */
  readonly seed: number;
  readonly seeds: number;
  /** Runs at most, of each guard under each seed by each strategy. */
  readonly runs: number;
}

interface Canary {
  readonly workload: string;
  readonly strategy: Hunt["strategy"];
}

/** What guards are taken away from, as it is shipped. */
export function canaries(guards: readonly GuardCard[]): readonly Canary[] {
  const workloads = new Map(guards.map((guard) => [guard.workload, strategiesOf(guard)]));
  return [...workloads].flatMap(([workload, some]) => some.map((strategy) => ({ workload, strategy })));
}

/** The shipped system under the same budget, at the first seed. */
export async function fly(
  use: LabUse,
  { workload: name, strategy }: Canary,
  { seed, runs }: HuntRequest,
): Promise<Exploration> {
  const workload = { kind: "workload", name, title: name, says: "" } as const;
  return exploreOne(use, workload, seed, mannerOf(strategy, 1, runs));
}

export async function takeAway(use: LabUse, guard: GuardCard, request: HuntRequest): Promise<GuardResult> {
  const { name, says, harmless } = guard;
  const removal = { kind: "removal", name: guard.removal, title: `without ${name}`, says } as const;
  const { seed, seeds, runs } = request;
  if (harmless !== undefined) {
    const found = await exploreOne(use, removal, seed, { strategy: "exhaustive" });
    const [statement = ""] = renderExploration(found, { seed, way: { command: "", options: "" } });
    const { doubts, seen } = found;
    return { ...guard, hunts: [], statement, doubts, verdict: explorationVerdict(found), seen };
  }
  const strategies = strategiesOf(guard);
  const rounds = seeds === 1 ? roundsUpTo(runs) : [runs];
  const searches: Search[] = [];
  for (let nth = 0; nth < seeds; nth++) {
    const from = seed + nth * runs; // The nth run of a seed is drawn from the seed n - 1 after it: so no two searches share one.
    searches.push(...(await hunted(use, removal, strategies, from, rounds)));
  }
  const hunts = strategies.map((strategy) =>
    huntOf(
      strategy,
      searches.filter((one) => one.strategy === strategy),
    ),
  );
  const doubts = searches.flatMap(({ found }) => (found.unknown === 0 ? [] : found.doubts)).slice(0, 1);
  const again = await seenAgain(use, removal.name, soonest(searches));
  const sure = (again.size?.confirmed ?? quick.confirmations) === quick.confirmations;
  const verdict = everySeedFound(hunts) && sure ? "holds" : doubts.length > 0 || !sure ? "unknown" : "breaks";
  const seen = addSeen(searches.map(({ found }) => found.seen));
  return { ...guard, hunts, doubts, verdict, seen, ...again };
}

/** One of them where both would make the same runs. */
function strategiesOf({ ownSchedule }: GuardCard): readonly Hunt["strategy"][] {
  return ownSchedule === true ? ["random"] : samplingStrategies;
}

function mannerOf(strategy: Hunt["strategy"], from: number, to: number): Sampling {
  return { strategy, from, runs: to + 1 - from, ...(strategy === "pct" ? { depth: pctDepth } : {}) };
}

/** The numbers of the runs with which rounds end: each round is as long as all before it. */
function roundsUpTo(runs: number): readonly number[] {
  const ends: number[] = [];
  for (let end = firstRound; end < runs; end *= 2) ends.push(end);
  return [...ends, runs];
}

/** By each strategy in turn, a round at a time: none goes on in vain for long when another has found it. */
async function hunted(
  use: LabUse,
  removal: ExploredCard,
  strategies: readonly Hunt["strategy"][],
  seed: number,
  rounds: readonly number[],
): Promise<readonly Search[]> {
  const searches: Search[] = [];
  let from = 1;
  for (const to of rounds) {
    for (const strategy of strategies) {
      const found = await exploreOne(use, removal, seed, { ...mannerOf(strategy, from, to), control: true });
      searches.push({ strategy, seed, to, found });
    }
    if (searches.some(({ found }) => found.first !== undefined)) break;
    from = to + 1;
  }
  return searches;
}

/** A round of one strategy under one seed. */
interface Search {
  readonly strategy: Hunt["strategy"];
  readonly seed: number;
  /** The number of the last run that it may make. */
  readonly to: number;
  readonly found: Exploration;
}

/** @param searches of one strategy. */
function huntOf(strategy: Hunt["strategy"], searches: readonly Search[]): Hunt {
  const seeds = [...new Set(searches.map(({ seed }) => seed))];
  const under = (seed: number) => searches.filter((one) => one.seed === seed && one.found.first !== undefined);
  return {
    strategy,
    found: seeds.map((seed) => under(seed)[0]?.found.first?.schedule),
    tried: Math.max(...searches.map(({ to }) => to)),
  };
}

interface Caught {
  readonly seed: number;
  readonly violation: Violation;
}

/** Under the first seed that found anything, what the strategy found that needed fewer runs. */
function soonest(searches: readonly Search[]): Caught | undefined {
  const caught = searches.flatMap(({ seed, found }) =>
    found.first === undefined ? [] : [{ seed, violation: found.first }],
  );
  return caught.sort((a, b) => a.seed - b.seed || a.violation.schedule - b.violation.schedule)[0];
}

async function seenAgain(
  { reduce }: LabUse,
  name: string,
  caught: Caught | undefined,
): Promise<Pick<GuardResult, "claim" | "size">> {
  if (caught === undefined || reduce === undefined) return {};
  const { claim, told, departures, confirmed } = await reduce(name, { ...caught, control: true, effort: quick });
  const departed = departures === "none" ? 0 : departures.split(",").length;
  return { claim, size: { lines: told.length, departures: departed, confirmed } };
}
