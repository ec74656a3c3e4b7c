/** Who of a spec's sessions waits for whom, as the server says; and whether that can end without another step. */
import type { Connection } from "./connection.ts";

export interface Stand {
  readonly pid: number;
  /** It waits for a lock, a safe snapshot or an injection point that a session of the spec holds up. */
  readonly blocked: boolean;
  /** Whom it waits for, whether they hold what it wants or stand before it in the queue; 0: a prepared transaction. */
  readonly by: readonly number[];
}

const question = `
  SELECT pid, pg_catalog.pg_isolation_test_session_is_blocked(pid, $1) AS blocked,
         pg_catalog.pg_blocking_pids(pid) || pg_catalog.pg_safe_snapshot_blocking_pids(pid) AS "by"
    FROM unnest($2::int[]) AS pid`;

/**
 * @param all the backends of the spec's sessions.
 * @param busy those that have a statement in flight.
 */
export async function askStanding(
  control: Connection,
  all: readonly number[],
  busy: readonly number[],
): Promise<readonly Stand[]> {
  return busy.length === 0 ? [] : control.ask<Stand & object>(question, [all, busy], "holdfast standing");
}

/**
 * Whether nothing that is in flight can end by itself: every one waits, and in the end only for sessions that have nothing
 * in flight. Those in a cycle do not count, because the server ends one of them.
 * @param all the backends of the spec's sessions; for one beside them anything may happen.
 */
export function isStuck(stands: readonly Stand[], all: readonly number[]): boolean {
  const idleOf = new Set<number>([0, ...all]);
  for (const { pid } of stands) idleOf.delete(pid);
  const ends = new Set(idleOf);
  // Peeled off from the idle ones inwards: what is left waits in a cycle, or for somebody else.
  for (let grew = true; grew;) {
    const found = stands.filter(
      ({ pid, blocked, by }) => blocked && !ends.has(pid) && by.every((one) => ends.has(one)),
    );
    for (const { pid } of found) ends.add(pid);
    grew = found.length > 0;
  }
  return stands.every(({ pid }) => ends.has(pid));
}
