/**
 * What is handed over of a violation: the smallest schedule that is found to break the same claim, confirmed by running it
 * again and again.
 */

import type { Exploration, Violation } from "../verdict/exploration.ts";
import { readDepartures, writeDepartures } from "./departures.ts";
import { shrink } from "./shrink.ts";

/** How often the smallest one is run again, and has to come out the same. */
export const confirmations = 10;

/** One schedule. */
export interface Schedule {
  /** `12:3,40:1` */
  readonly departures: string;
  readonly fault?: string | undefined;
}

export interface Reduced extends Schedule {
  readonly claim: string;
  readonly about: readonly string[];
  /** In how many of the runs that confirm it the same decisions broke the same claim. */
  readonly confirmed: number;
  /** The run itself. */
  readonly run: Exploration;
}

/** The first claim that does not hold, without what is said of it. */
export function claimOf(about: readonly string[]): string {
  return (about[0] ?? "").split(": ")[0] ?? "";
}

/** @param again runs one schedule. */
export async function reduce(again: (schedule: Schedule) => Promise<Exploration>, found: Violation): Promise<Reduced> {
  const claim = claimOf(found.about);
  const breaksSame = ({ first }: Exploration): boolean => first !== undefined && claimOf(first.about) === claim;
  const fails = async (schedule: Schedule): Promise<boolean> => breaksSame(await again(schedule));

  const faultless = { departures: found.departures };
  const fault = found.fault !== undefined && (await fails(faultless)) ? undefined : found.fault;
  const fewest = await shrink(readDepartures(found.departures) ?? [], (fewer) =>
    fails({ departures: writeDepartures(fewer), fault }),
  );
  const schedule = { departures: writeDepartures(fewest), fault };
  const runs: Exploration[] = [];
  for (let nth = 0; nth < confirmations; nth++) runs.push(await again(schedule));
  const [run] = runs;
  const same = runs.filter((one) => breaksSame(one) && one.sha256 === run!.sha256);
  return { ...schedule, claim, about: run!.first?.about ?? [], confirmed: same.length, run: run! };
}
