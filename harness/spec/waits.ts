/**
 * How a step's statement stands: done, waiting for another session, or waiting for what only a further step could give.
 * Where the stock tester looks every 10 ms, the server is asked at once.
 */
import type { Connection } from "./connection.ts";
import type { Member } from "./member.ts";
import { stepsOf, type Spec } from "./spec.ts";
import { askStanding, isStuck, type Stand } from "./standing.ts";

/** Where the stock tester concludes that a session waits although another one is still at work. */
const looksAfterMs = 10;

/** What ends a wait from outside, and how long after: a timeout of the spec's own, a signal to another backend. */
const endings = [
  { word: /(?<!dead)lock_timeout|(statement|transaction|session)_timeout/i, withinMs: 20_000 },
  { word: /pg_(cancel|terminate)_backend/i, withinMs: 2000 },
] as const;

/** How long a wait that no other session of the spec can end is still given. */
export function patienceMsOf(spec: Spec): number {
  const texts = [...spec.sessions.map(({ setup }) => setup ?? ""), ...stepsOf(spec).map(({ sql }) => sql)];
  const found = endings.filter(({ word }) => texts.some((sql) => word.test(sql)));
  return Math.max(0, ...found.map(({ withinMs }) => withinMs));
}

export class Waits {
  readonly #control: Connection;
  readonly #members: readonly Member[];
  readonly #patienceMs: number;

  constructor(spec: Spec, control: Connection, members: readonly Member[]) {
    this.#control = control;
    this.#members = members;
    this.#patienceMs = patienceMsOf(spec);
  }

  get pids(): readonly number[] {
    return this.#members.map(({ connection }) => connection.pid);
  }

  /** Gives whether the member has a result; false as soon as it waits for another session. */
  async untilDoneOrWaiting(member: Member): Promise<boolean> {
    const { pid } = member.connection;
    // Asked twice, since the answers about several sessions are not of one moment.
    return this.#until(member, (before, now, lateMs) => {
      const waits = isBlocked(before, pid) && isBlocked(now, pid);
      return waits && (lateMs > looksAfterMs || [...before, ...now].every(({ blocked }) => blocked));
    });
  }

  /** Gives whether the member has a result; false when nothing but a further step could bring one. */
  async untilDoneOrStuck(member: Member): Promise<boolean> {
    return this.#until(member, (before, now, lateMs) => {
      return before.length > 0 && this.#isStuck(before) && this.#isStuck(now) && lateMs >= this.#patienceMs;
    });
  }

  async untilDone(member: Member): Promise<void> {
    await this.#until(member, () => false);
  }

  /** Gives false when nothing in flight can end by itself any more, which it then has been for long enough. */
  async untilSomethingMoves(sinceMs: number): Promise<boolean> {
    if (performance.now() - sinceMs >= this.#patienceMs && this.#isStuck(await this.#ask())) return false;
    await pause(looksAfterMs);
    return true;
  }

  async #until(
    member: Member,
    enough: (before: readonly Stand[], now: readonly Stand[], lateMs: number) => boolean,
  ): Promise<boolean> {
    const since = performance.now();
    for (let before: readonly Stand[] = []; ;) {
      if (member.hasResult()) return true;
      const now = await this.#ask();
      if (member.hasResult()) return true;
      const lateMs = performance.now() - since;
      if (enough(before, now, lateMs)) return false;
      before = now;
      // A cycle lasts until a deadlock detector runs, and a statement may take its time: then it is not asked so often.
      if (lateMs > looksAfterMs) await Promise.race([member.connection.moved, pause(looksAfterMs)]);
    }
  }

  #isStuck(stands: readonly Stand[]): boolean {
    return isStuck(stands, this.pids);
  }

  #ask(): Promise<readonly Stand[]> {
    const busy = this.#members.filter((member) => member.busy);
    return askStanding(
      this.#control,
      this.pids,
      busy.map(({ connection }) => connection.pid),
    );
  }
}

function isBlocked(stands: readonly Stand[], pid: number): boolean {
  return stands.some((stand) => stand.pid === pid && stand.blocked);
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
