/**
 * The gate: makes lock waits of a real server replayable. A backend that waits for a lock and sleeps is stopped
 * (SIGSTOP); it is then a waiter. When its lock has been granted it goes on only when it is told to (SIGCONT), so the
 * order in which the server's waiters wake is a decision, and so is which member of a wait cycle runs its deadlock
 * detector. Never stops a backend that is awake: it may hold a lightweight lock of the server.
 *
 * Without signals (a remote server) nothing is stopped: waiters then race inside the server, and the run says so.
 */

import { KernelError } from "../kernel/failure.ts";
import type { Backend } from "./backend.ts";
import { blocked, inCycle, type Blockers } from "./blockers.ts";
import type { Signals } from "./server.ts";
import type { Asked } from "./watcher.ts";

/** How long a statement may run before the watcher asks whether it is blocked, ms; see {@link Gate.settle}. */
const patienceMs = 1;
/** The watcher must answer within this; else the backend stopped last holds something of the server's own. */
const watcherBoundMs = 2_000;
/** A deadlock detector that has been let run must have ended within this: many times deadlock_timeout. */
const detectorBoundMs = 60_000;

export interface Waiter {
  readonly backend: Backend;
  /** Its own deadlock detector has run in this wait, and found nothing to break. */
  examined: boolean;
}

/** Where a waiter stands: still blocked, free to go on, or in a cycle that only a deadlock detector can break. */
export type Standing = "waiting" | "granted" | "cycle";

export interface GateCounts {
  waits: number;
  cycles: number;
  choicesAmongGranted: number;
  polls: number;
  /** Without signals: times that the server alone decided which waiter goes first, or which member of a cycle dies. */
  races: number;
}

export class Gate {
  readonly counts: GateCounts = { waits: 0, cycles: 0, choicesAmongGranted: 0, polls: 0, races: 0 };
  readonly waiters = new Map<Backend, Waiter>();
  readonly #watcher: Asked;
  readonly #signals: Signals | undefined;
  readonly #used = new Set<Backend>();
  /** Texts that have waited before, in this run or an earlier one: those are worth a question at once. */
  readonly #hasBlocked: Set<string>;
  /** So long after it began to wait a backend runs its deadlock detector, once a wait. */
  readonly #detectorAfterMs: number;
  #stoppedLast: Backend | undefined;
  /** How long the statement that settled last had run since it was sent or let go, real ms. */
  #ranMs = 0;

  constructor(watcher: Asked, signals: Signals | undefined, detectorAfterMs: number, hasBlocked: Set<string>) {
    this.#watcher = watcher;
    this.#signals = signals;
    this.#detectorAfterMs = detectorAfterMs;
    this.#hasBlocked = hasBlocked;
  }

  get on(): boolean {
    return this.#signals !== undefined;
  }

  /** Every backend that a run uses is known here, so that a blocker outside the run is told apart. */
  use(backend: Backend): void {
    this.#used.add(backend);
  }

  /**
   * Whether the statement that settled last ran for so long that the server's detector may have looked at it. A deadlock
   * before that is none of the detector's: a lock that can never be had, with the queue as it is, is refused at once. Half
   * of its time is near enough: this clock and the server's did not start at the same moment.
   */
  get detectorMayHaveRun(): boolean {
    return this.#ranMs >= this.#detectorAfterMs / 2;
  }

  /**
   * Waits until the statement in flight has been executed or is done (true), or waits for a lock (false). `text` says
   * what is done, so that what has waited before is asked about at once.
   */
  async settle(backend: Backend, text: string): Promise<boolean> {
    const beganAt = performance.now();
    const ended = await this.#untilSettled(backend, text);
    this.#ranMs = performance.now() - beganAt;
    if (!ended) this.#requireInTime();
    return ended;
  }

  async #untilSettled(backend: Backend, text: string): Promise<boolean> {
    if (this.#alone(backend)) {
      await backend.phase;
      return true;
    }
    if (!this.#hasBlocked.has(text) && (await within(backend.phase, patienceMs))) return true;
    while (running(backend)) {
      // Mostly it ends before the question is answered: then nobody waits for the answer.
      const asked = this.#ask([backend]);
      await this.#inTime(Promise.race([backend.phase, asked]));
      if (!running(backend)) break;
      const by = (await asked).get(backend.pid) ?? [];
      if (!running(backend)) break;
      if (by.length > 0 && this.#allOurs(by) && (await this.#asleep(backend))) {
        this.#hasBlocked.add(text);
        await this.#stop(backend, false);
        return false;
      }
      await Promise.race([backend.phase, turn()]);
    }
    return true;
  }

  /** Lets a granted waiter go on; settles like {@link settle}. What waited once mostly goes through: it is asked later. */
  async wake(waiter: Waiter, text: string): Promise<boolean> {
    await this.#continue(waiter.backend);
    return this.settle(waiter.backend, `granted: ${text}`);
  }

  /**
   * Lets one member of a wait cycle run its deadlock detector: it dies (true), or the server rearranged a queue and it
   * sleeps outside any cycle, and is stopped again (false).
   */
  async examine(waiter: Waiter): Promise<boolean> {
    const { backend } = waiter;
    this.counts.cycles++;
    await this.#continue(backend);
    const startedAt = performance.now();
    while (running(backend)) {
      await within(backend.phase, patienceMs);
      if (!running(backend)) return true;
      const outside = await this.#waitsOutsideCycles(backend);
      if (!running(backend)) return true;
      if (outside) {
        await this.#stop(backend, true);
        return false;
      }
      requireDetectorToEnd(startedAt);
    }
    return true;
  }

  /**
   * Whether it waits for a lock, outside any cycle, and sleeps. The server looks at one pid after another: a member that
   * dies in between is shown blocked, by a look before, and in no cycle, by looks after. Two such answers in a row are true:
   * it was alive after the first.
   */
  async #waitsOutsideCycles(backend: Backend): Promise<boolean> {
    for (let agreed = 0; agreed < 2; agreed++) {
      const by = await this.blockers([backend, ...this.waiters.keys()]);
      if (!blocked(backend, by) || inCycle(backend.pid, by)) return false;
    }
    return this.#asleep(backend);
  }

  /**
   * Lets the statement of a dead client go on. The server carries it out and notices only then (true); or it waits for a
   * lock again, and is stopped (false). A member of a cycle runs its deadlock detector.
   */
  async wakeOrphan({ backend }: Waiter, cyclic: boolean): Promise<boolean> {
    if (this.#signals === undefined) this.counts.races++;
    await this.#continue(backend);
    const startedAt = performance.now();
    const waits = async (): Promise<boolean> =>
      blocked(backend, await this.blockers([backend])) && this.#asleep(backend);
    while (await this.#isAnyAlive([backend.pid])) {
      if (cyclic ? await this.#waitsOutsideCycles(backend) : await waits()) {
        await this.#stop(backend, cyclic);
        return false;
      }
      requireDetectorToEnd(startedAt);
    }
    this.#used.delete(backend);
    return true;
  }

  /** Where each waiter stands, as the server sees it now. */
  async read(): Promise<ReadonlyMap<Backend, Standing>> {
    if (this.#signals === undefined) return this.#readFree();
    const by = await this.blockers([...this.waiters.keys()]);
    const standings = new Map<Backend, Standing>();
    for (const { backend, examined } of this.waiters.values()) {
      const cyclic = !examined && inCycle(backend.pid, by);
      standings.set(backend, !blocked(backend, by) ? "granted" : cyclic ? "cycle" : "waiting");
    }
    return standings;
  }

  /** Without signals: waits until every waiter that the server let go has ended or waits again. */
  async #readFree(): Promise<ReadonlyMap<Backend, Standing>> {
    for (;;) {
      const by = await this.blockers([...this.waiters.keys()]);
      const all = [...this.waiters.keys()];
      const moving = all.filter((backend) => running(backend) && !blocked(backend, by));
      const cyclic = all.some((backend) => running(backend) && inCycle(backend.pid, by));
      if (moving.length === 0 && !cyclic) break;
      if (cyclic) this.counts.races++;
      await within(Promise.race(all.filter(running).map((backend) => backend.phase)), patienceMs);
    }
    const ended = [...this.waiters.keys()].filter((backend) => !running(backend));
    if (ended.length > 1) this.counts.races++;
    return new Map(
      [...this.waiters.keys()].map((backend) => [backend, ended.includes(backend) ? "granted" : "waiting"]),
    );
  }

  /** Whom the server sees each of these backends wait for. */
  async blockers(backends: readonly Backend[]): Promise<Blockers> {
    const asked = this.#ask(backends);
    await this.#inTime(asked);
    return asked;
  }

  /** The answer may be left unheard; the questions after it are answered later by so much. */
  #ask(backends: readonly Backend[]): Promise<Blockers> {
    this.counts.polls++;
    const asked = this.#watcher.ask<{ pid: number; by: number[] }>(
      "SELECT pid, pg_blocking_pids(pid) AS by FROM unnest($1::int[]) AS pid",
      [backends.map((backend) => backend.pid)],
    );
    const answer = asked.then((rows) => new Map(rows.map((row) => [row.pid, row.by])));
    answer.catch(() => undefined); // Whoever hears it hears of its failure too.
    return answer;
  }

  async #inTime(answered: Promise<unknown>): Promise<void> {
    if (!(await within(answered, watcherBoundMs))) await this.#letGoLast(answered);
  }

  /**
   * The server notices that these clients are dead, those that it has not buried yet. One whose statement waits for a lock
   * is stopped; it is told before it goes on, so its lock is never granted. Ends when all are gone.
   */
  async bury(backends: readonly Backend[]): Promise<void> {
    const dead = backends.filter((backend) => this.#used.has(backend));
    if (dead.length === 0) return;
    await Promise.allSettled(dead.map(({ opened }) => opened));
    const pids = dead.map(({ pid }) => pid);
    for (const backend of dead) backend.destroy();
    await this.#watcher.ask("SELECT pg_terminate_backend(pid) FROM unnest($1::int[]) AS pid", [pids]);
    for (const backend of dead) if (this.waiters.has(backend)) await this.#continue(backend);
    for (const backend of dead) this.#used.delete(backend);
    while (await this.#isAnyAlive(pids));
  }

  async #isAnyAlive(pids: readonly number[]): Promise<boolean> {
    const alive = await this.#watcher.ask("SELECT 1 FROM pg_stat_activity WHERE pid = ANY ($1::int[])", [pids]);
    return alive.length > 0;
  }

  /** The run is over, or the server was stopped: nothing waits any more. */
  forget(): void {
    this.waiters.clear();
    this.#used.clear();
    this.#stoppedLast = undefined;
  }

  /** Nobody else can hold or want a lock: then nothing can block this statement, and no question is asked. */
  #alone(backend: Backend): boolean {
    if (this.waiters.size > 0) return false;
    for (const other of this.#used) if (other !== backend && !other.quiet) return false;
    return true;
  }

  #allOurs(pids: readonly number[]): boolean {
    return pids.every((pid) => [...this.#used].some((backend) => backend.pid === pid));
  }

  async #asleep(backend: Backend): Promise<boolean> {
    return this.#signals === undefined || this.#signals.asleep(backend.pid);
  }

  async #stop(backend: Backend, examined: boolean): Promise<void> {
    this.counts.waits++;
    this.waiters.set(backend, { backend, examined });
    this.#stoppedLast = backend;
    await this.#signals?.stop(backend.pid);
  }

  /**
   * Stopped later than this, it may have run its detector: then it would never break a cycle that closes around it, or
   * has rearranged a queue already. Which of these happened depended on how fast the machine was.
   */
  #requireInTime(): void {
    if (this.#signals === undefined || !this.detectorMayHaveRun) return;
    const took = `it took more than ${this.#detectorAfterMs} ms to see a statement wait for a lock`;
    throw new KernelError("machine too slow for the gate", took);
  }

  async #continue(backend: Backend): Promise<void> {
    this.waiters.delete(backend);
    await this.#signals?.cont(backend.pid);
  }

  /** The backend stopped last holds what the watcher needs: it goes on until the watcher has its answer, and sleeps. */
  async #letGoLast(answered: Promise<unknown>): Promise<void> {
    const backend = this.#stoppedLast;
    if (backend === undefined || this.#signals === undefined) {
      throw new KernelError("watcher does not answer", `no answer in ${watcherBoundMs} ms and nothing is stopped`);
    }
    await this.#signals.cont(backend.pid);
    if (!(await within(answered, watcherBoundMs))) {
      throw new KernelError("watcher does not answer", `no answer in ${2 * watcherBoundMs} ms`);
    }
    while (running(backend) && !(await this.#signals.asleep(backend.pid))) await turn();
    if (running(backend)) await this.#signals.stop(backend.pid);
  }
}

function requireDetectorToEnd(startedAt: number): void {
  if (performance.now() - startedAt <= detectorBoundMs) return;
  throw new KernelError("deadlock detector does not end", `not within ${detectorBoundMs} ms`);
}

function running(backend: Backend): boolean {
  return backend.statement?.phase === "running";
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Whether the promise settles within so many real milliseconds. */
function within(promise: Promise<unknown>, ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), ms);
    const settled = (): void => {
      clearTimeout(timer);
      resolve(true);
    };
    promise.then(settled, settled);
  });
}
