/** Setups and teardowns: no step can help them on, so one that waits for a session of the spec would do so for ever. */
import type { Address } from "../postgres/server.ts";
import { Connection } from "./connection.ts";
import { askStanding, isStuck } from "./standing.ts";
import { Endless } from "./stop.ts";

/** After how long it is asked whether it waits for ever. */
const looksAfterMs = 500;

export interface Aside {
  /** `the teardown`. */
  readonly what: string;
  /** The backend that carries it out. */
  readonly pid: number;
  /** Those of the spec, of which no other has a statement in flight. */
  readonly all: readonly number[];
  readonly address: Address;
}

/** Waits for a setup or a teardown to end; rejects by `Endless` when it cannot. */
export async function aside<T>(of: Aside, work: Promise<T>): Promise<T> {
  for (let before = false; !(await endsWithin(work, looksAfterMs));) {
    const now = await waitsForEver(of);
    const twice = before && now; // Once, it may have waited for one that is just ending.
    before = now;
    if (!twice) continue;
    work.catch(() => undefined);
    throw new Endless(`${of.what} waits for a session of the spec`);
  }
  return work;
}

/** Asked on a connection of its own, because the one that usually asks may be the one that waits. */
async function waitsForEver({ pid, all, address }: Aside): Promise<boolean> {
  const door = await Connection.open(address, "isolation");
  try {
    return isStuck(await askStanding(door, all, [pid]), all);
  } finally {
    await door.close();
  }
}

async function endsWithin(work: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => (timer = setTimeout(() => resolve(false), ms)));
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
