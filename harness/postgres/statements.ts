/**
 * The source of everything that happens in the database: a statement is executed, an autocommit statement commits, a
 * granted waiter wakes, a member of a wait cycle runs its deadlock detector, a connection is handed to the next in line.
 */

import type { Action, Settled, Source } from "../kernel/action.ts";
import { KernelError } from "../kernel/failure.ts";
import { taskLabel, type Parked } from "../kernel/task.ts";
import type { World } from "../kernel/world.ts";
import type { Backend } from "./backend.ts";
import { ConnectionLost, type Ender } from "./lost.ts";
import type { Gate, Standing, Waiter } from "./gate.ts";
import { describe, short, summary } from "./wording.ts";

/** What a statement answers, in the shape of the system's port. */
export interface Answer<R = Record<string, unknown>> {
  readonly command: string;
  readonly rowCount: number;
  readonly rows: readonly R[];
}

/** A statement that a task waits for. */
export interface Pending {
  readonly backend: Backend;
  readonly parked: Parked<Answer>;
  readonly text: string;
  readonly values: readonly unknown[];
  readonly begin: string | undefined;
  /** Outside BEGIN … COMMIT: it is executed and committed by two actions; or by one, when it is sent whole. */
  readonly auto: boolean | "whole";
  readonly sinceMs: number;
  readonly source: string | undefined;
}

type Stage = "unsent" | Standing | "executed" | "lost";

interface Entry extends Pending {
  stage: Stage;
  /** Its client is dead, and the server will notice when it has carried it out. */
  orphan?: true;
  /** What its client was told when the connection broke. */
  loss?: ConnectionLost;
  /** Virtual time at which the present stage was entered. */
  enteredMs: number;
  /** Which wait of this run it began last. */
  nthWait: number;
  /** What moves it on from there; undefined while only others can. */
  action: Action | undefined;
}

export class Statements implements Source {
  /** Connections whose session is no longer as it was opened (SET, a temporary table): no other run may use them. */
  readonly altered = new Set<Backend>();
  readonly #world: World;
  readonly #gate: Gate;
  readonly #beforeSend: () => Promise<void>;
  readonly #entries = new Map<Backend, Entry>();
  #lookNeeded = false;
  #waits = 0;

  constructor(world: World, gate: Gate, beforeSend: () => Promise<void>) {
    this.#world = world;
    this.#gate = gate;
    this.#beforeSend = beforeSend;
    world.addSource(this);
  }

  add(pending: Pending): void {
    // Named one by one: to spread them takes as long as everything else here.
    const { backend, parked, text, values, begin, auto, sinceMs, source } = pending;
    const entry: Entry = {
      backend,
      parked,
      text,
      values,
      begin,
      auto,
      sinceMs,
      source,
      stage: "unsent",
      enteredMs: this.#world.nowMs,
      nthWait: 0,
      action: undefined,
    };
    this.#entries.set(backend, entry);
    this.#enter(entry, "unsent");
  }

  /** Reads again whom the server sees the waiters wait for, when a statement may have freed one or none can move. */
  async look(): Promise<void> {
    if (this.#gate.waiters.size === 0) return;
    if (!this.#lookNeeded && this.enabled().length > 0) return;
    this.#lookNeeded = false;
    const standings = [...(await this.#gate.read())];
    for (const [backend, standing] of standings) {
      const entry = this.#entries.get(backend);
      if (entry !== undefined && entry.stage !== standing) this.#enter(entry, standing);
    }
    if (standings.filter(([, standing]) => standing === "granted").length > 1) this.#gate.counts.choicesAmongGranted++;
  }

  /** Statements of a dead host are nobody's; what they hold is free once the server has noticed. */
  forget(host: string): void {
    for (const [backend, { parked, orphan }] of this.#entries) {
      if (parked.task.host === host && orphan !== true) this.#entries.delete(backend);
    }
    this.lookAgain();
  }

  /** The clients of this host die. What waits for a lock here is carried out all the same, once it has it. */
  orphan(host: string): void {
    for (const [backend, entry] of this.#entries) {
      if (entry.parked.task.host !== host || !this.#gate.waiters.has(backend)) continue;
      entry.orphan = true;
      backend.destroy();
      this.#enter(entry, entry.stage);
    }
  }

  isOrphan(backend: Backend): boolean {
    return this.#entries.get(backend)?.orphan === true;
  }

  /** These connections break, and the server has noticed. */
  async sever(backends: readonly Backend[], by: Ender): Promise<void> {
    await this.#gate.bury(backends);
    this.lose(backends, by);
    this.lookAgain();
  }

  /** These connections are lost: what they were given gets no answer. What was not sent yet meets the loss when it is. */
  lose(backends: Iterable<Backend>, by: Ender = "client"): void {
    for (const backend of backends) {
      const entry = this.#entries.get(backend);
      if (entry === undefined || entry.stage === "unsent") continue;
      if (entry.orphan === true) {
        this.#entries.delete(backend); // Nobody is there to be told.
        continue;
      }
      entry.loss = new ConnectionLost(by);
      this.#enter(entry, "lost");
    }
  }

  /** Locks may be free that were not. */
  lookAgain(): void {
    this.#lookNeeded = true;
  }

  enabled(): readonly Action[] {
    const actions: Action[] = [];
    for (const entry of this.#entries.values()) {
      if (entry.action !== undefined) actions.push(entry.action);
    }
    return actions;
  }

  waiting(): readonly string[] {
    return [...this.#entries.values()].map((e) => `${taskLabel(e.parked.task)} waits for a lock: ${short(e.text)}`);
  }

  #action(entry: Entry): Action | undefined {
    const {
      parked: { task },
      enteredMs: sinceMs,
      nthWait,
    } = entry;
    const who = taskLabel(task);
    if (entry.orphan === true) return this.#orphanAction(entry, who);
    switch (entry.stage) {
      case "unsent": {
        const carryOut = () => this.#send(entry);
        return { kind: "statement", task, sinceMs, text: `${who}: ${describe(entry)}`, carryOut };
      }
      case "executed":
        return { kind: "statement", task, sinceMs, text: `${who}: commits`, carryOut: () => this.#commit(entry) };
      case "granted": {
        const carryOut = () => this.#wake(entry);
        return { kind: "grant", task, sinceMs, nthWait, text: `${who}: its lock is granted`, carryOut };
      }
      case "cycle": {
        const carryOut = () => this.#examine(entry);
        return { kind: "grant", task, sinceMs, nthWait, text: `${who}: looks for a deadlock`, carryOut };
      }
      case "lost": {
        const carryOut = () => this.#lost(entry);
        return { kind: "statement", task, sinceMs, text: `${who}: loses its connection`, carryOut };
      }
      case "waiting":
        return undefined;
    }
  }

  #orphanAction(entry: Entry, who: string): Action | undefined {
    if (entry.stage === "waiting") return undefined;
    const text = `${who}, which is dead: ${entry.stage === "cycle" ? "looks for a deadlock" : "its lock is granted"}`;
    const carryOut = async (): Promise<Settled> => {
      const ended = await this.#gate.wakeOrphan(this.#waiter(entry), entry.stage === "cycle");
      this.lookAgain();
      if (ended) this.#entries.delete(entry.backend);
      else this.#enter(entry, "waiting");
      return { outcome: ended ? "the server has noticed, when it was done" : "waits for a lock", source: entry.source };
    };
    return { kind: "grant", task: undefined, text, sinceMs: entry.enteredMs, nthWait: entry.nthWait, carryOut };
  }

  async #send(entry: Entry): Promise<Settled> {
    const needed = this.#lookNeeded;
    if (entry.backend.lost) return this.#lost(entry);
    await entry.backend.opened;
    await this.#beforeSend();
    if (alters.test(entry.text)) this.altered.add(entry.backend);
    entry.backend.send(entry.text, entry.values, { begin: entry.begin, hold: entry.auto === true });
    const ended = await this.#gate.settle(entry.backend, entry.text);
    const settled = this.#settled(entry, ended);
    const nobodyFreed = ended ? keepsItsLocks(entry) : this.#gate.waiters.size === 1; // It alone, seen to wait just now.
    if (this.#gate.on && nobodyFreed) this.#lookNeeded = needed;
    return settled;
  }

  async #commit(entry: Entry): Promise<Settled> {
    entry.backend.commit();
    return this.#settled(entry, await this.#gate.settle(entry.backend, `commit: ${entry.text}`));
  }

  async #wake(entry: Entry): Promise<Settled> {
    return this.#settled(entry, await this.#gate.wake(this.#waiter(entry), entry.text));
  }

  async #examine(entry: Entry): Promise<Settled> {
    return this.#settled(entry, await this.#gate.examine(this.#waiter(entry)), true);
  }

  #settled(entry: Entry, ended: boolean, examined = false): Settled {
    this.#lookNeeded = true;
    const { source } = entry;
    if (!ended) {
      if (!examined) entry.nthWait = this.#waits++;
      this.#enter(entry, "waiting");
      return { outcome: "waits for a lock", source };
    }
    const sent = entry.backend.statement;
    if (sent?.phase === "executed") {
      this.#enter(entry, "executed");
      return { outcome: "executed", source };
    }
    return this.#done(entry, examined);
  }

  /** A reply has come: the task goes on with it, or without it. */
  #done(entry: Entry, examined: boolean): Settled {
    this.#entries.delete(entry.backend);
    const { source } = entry;
    const { result, error } = entry.backend.last ?? {};
    const lose = async (): Promise<void> => {
      await this.sever([entry.backend], "client");
      entry.parked.reject(new ConnectionLost());
    };
    if (error !== undefined) {
      const code = (error as { code?: string }).code ?? "connection lost";
      if (code === "40P01" && !examined && this.#gate.on && this.#gate.detectorMayHaveRun) {
        throw new KernelError("deadlock nobody asked for", `${taskLabel(entry.parked.task)}: ${short(entry.text)}`);
      }
      return { outcome: `error ${code}`, source, resume: () => entry.parked.reject(error), lose };
    }
    const answer: Answer = {
      command: result?.command ?? "",
      rowCount: result?.rowCount ?? 0,
      rows: (result?.rows ?? []) as Answer["rows"],
    };
    return { outcome: summary(answer), source, resume: () => entry.parked.resolve(answer), lose };
  }

  #lost(entry: Entry): Settled {
    this.#entries.delete(entry.backend);
    const loss = entry.loss ?? new ConnectionLost();
    return {
      outcome: `error ${loss.code ?? "connection lost"}`,
      source: entry.source,
      resume: () => entry.parked.reject(loss),
    };
  }

  #waiter(entry: Entry): Waiter {
    const waiter = this.#gate.waiters.get(entry.backend);
    if (waiter === undefined) throw new Error(`no waiter for ${taskLabel(entry.parked.task)}`);
    return waiter;
  }

  #enter(entry: Entry, stage: Stage): void {
    entry.stage = stage;
    entry.enteredMs = this.#world.nowMs;
    entry.action = this.#action(entry);
  }
}

/**
 * Executed without waiting, and its transaction goes on: nobody who waits is any freer than before. (Releasing a savepoint
 * is not of this kind: it gives back the lock on the subtransaction.)
 */
function keepsItsLocks({ backend, auto, text }: Entry): boolean {
  const open = auto ? backend.statement?.phase === "executed" : backend.last?.error === undefined;
  return open && keeping.test(text) && !unlocking.test(text);
}

const keeping = /^\s*(select|insert|update|delete|merge|with|values|savepoint|lock)\b/i;
const unlocking = /_unlock/i;
const alters =
  /^\s*(set|reset|declare|prepare|listen|load)\b(?!\s+(local|transaction|constraints)\b)|\bset_config\b|\btemp(orary)?\b/i;
