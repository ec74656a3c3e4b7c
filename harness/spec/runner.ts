/**
 * The sessions of a spec, and one permutation after the other on them. Where the stock tester looks every 10 ms whether a
 * session waits for a lock, the server is asked at once; and a wait that only a further step could end is told apart from one
 * that ends by itself, so nothing hangs.
 */
import type { Address } from "../postgres/server.ts";
import { Connection, type Answer } from "./connection.ts";
import { resultText } from "./print.ts";
import { askStanding, isStuck, type Stand } from "./standing.ts";
import { stepsOf, type Blocker, type Permutation, type PermutationStep, type Spec } from "./spec.ts";

/** Where the stock tester concludes that a session waits although another one is still at work. */
const looksAfterMs = 10;
/** How long a wait may last that a timeout of the spec's own could end. */
const patienceMs = 20_000;
const ownTimeout = /(?<!dead)lock_timeout|(statement|transaction|session)_timeout/i;
/** The stock tester's bounds of a step, in its own words. */
const cancelsAfter = "360 seconds";
const givesUpAfter = "720 seconds";

export interface RunOptions {
  /** The spec's name: sessions call themselves `isolation/NAME/SESSION`. */
  readonly name: string;
  /** Every order of the steps instead of the permutations that the file names; impossible ones are left out. */
  readonly all: boolean;
  /** Takes the text of whole permutations. */
  readonly out: (text: string) => void;
  /** Takes what the stock tester writes to its standard error. */
  readonly complain: (text: string) => void;
}

/** The stock tester would end here, with these words. */
export class SpecStopped extends Error {}

/** No further step of the permutation can run. */
class Impossible extends Error {}

interface Member {
  readonly name: string;
  connection: Connection;
  /** Its step that was sent and has not been reported as done. */
  active: PermutationStep | undefined;
  /** How many notices it has raised so far. */
  notices: number;
}

export class SpecRunner {
  readonly cancelled: string[] = [];
  readonly #spec: Spec;
  readonly #address: Address;
  readonly #options: RunOptions;
  readonly #control: Connection;
  readonly #members: readonly Member[];
  readonly #patient: boolean;
  /** How many notices there must have been, for each blocker that counts them. */
  readonly #awaited = new Map<Blocker, number>();
  #text = "";
  #newNotice = false;

  private constructor(spec: Spec, address: Address, options: RunOptions, opened: readonly Connection[]) {
    this.#spec = spec;
    this.#address = address;
    this.#options = options;
    this.#control = opened[0]!;
    this.#members = spec.sessions.map(({ name }, index) => {
      return { name, connection: opened[index + 1]!, active: undefined, notices: 0 };
    });
    this.#patient = [...spec.sessions.map(({ setup }) => setup ?? ""), ...stepsOf(spec).map(({ sql }) => sql)].some(
      (sql) => ownTimeout.test(sql),
    );
  }

  static async open(spec: Spec, address: Address, options: RunOptions): Promise<SpecRunner> {
    const opened: Connection[] = [];
    for (const name of ["control connection", ...spec.sessions.map((session) => session.name)]) {
      opened.push(await openNamed(address, options.name, name));
    }
    return new SpecRunner(spec, address, options, opened);
  }

  async close(): Promise<void> {
    await Promise.all([this.#control, ...this.#members.map(({ connection }) => connection)].map((one) => one.close()));
  }

  /** Gives the place of the step that could not run (past the last: one that was never done), when it was to be left out. */
  async run(permutation: Permutation): Promise<number | undefined> {
    this.#text = `\nstarting permutation: ${permutation.map(({ step }) => step.name).join(" ")}\n`;
    const place = { now: 0 };
    try {
      await this.#setUp();
      await this.#steps(permutation, place);
      await this.#tearDown();
    } catch (error) {
      if (!(error instanceof Impossible)) {
        this.#options.out(this.#text);
        throw error;
      }
      await this.#abandon();
      return place.now;
    }
    this.#options.out(this.#text);
    return undefined;
  }

  async #setUp(): Promise<void> {
    for (const sql of this.#spec.setups) {
      const failed = await this.#execute(this.#control, sql);
      if (failed !== undefined) throw new SpecStopped(`setup failed: ${failed}\n`);
    }
    for (const [index, { setup, name }] of this.#spec.sessions.entries()) {
      const member = this.#members[index]!;
      const failed = setup === undefined ? undefined : await this.#execute(member.connection, setup, member);
      if (failed !== undefined) throw new SpecStopped(`setup of session ${name} failed: ${failed}\n`);
    }
  }

  async #tearDown(): Promise<void> {
    const { complain } = this.#options;
    for (const [index, { teardown, name }] of this.#spec.sessions.entries()) {
      const member = this.#members[index]!;
      const failed = teardown === undefined ? undefined : await this.#execute(member.connection, teardown, member);
      if (failed !== undefined) complain(`teardown of session ${name} failed: ${failed}\n`);
    }
    const { teardown } = this.#spec;
    const failed = teardown === undefined ? undefined : await this.#execute(this.#control, teardown);
    if (failed !== undefined) complain(`teardown failed: ${failed}\n`);
  }

  /** Shows the last result of a text, when it is a table; gives the words of what failed. */
  async #execute(connection: Connection, sql: string, member?: Member): Promise<string | undefined> {
    if (connection.lost) return "no connection to the server";
    connection.send(sql);
    let last: Answer = { kind: "empty" };
    for (let answer = await connection.next(); answer.kind !== "ready"; answer = await connection.next()) {
      if (answer.kind === "notice") {
        if (member !== undefined) this.#notice(member, answer.text);
      } else if (answer.kind !== "columns") {
        last = answer;
      }
    }
    if (last.kind === "done") {
      if (last.rows !== undefined) this.#text += resultText(last.rows);
      return undefined;
    }
    return last.kind === "error" ? last.text : "";
  }

  async #steps(permutation: Permutation, place: { now: number }): Promise<void> {
    const waiting: PermutationStep[] = [];
    for (const at of permutation) {
      const member = this.#memberOf(at);
      await this.#finish(member, waiting);
      if (member.connection.lost) {
        this.#text += `failed to send query for step ${at.step.name}: no connection to the server\n\n`;
        throw new SpecStopped("");
      }
      member.connection.send(at.step.sql);
      member.active = at;
      for (const blocker of at.blockers) {
        if (blocker.kind !== "notices") continue;
        this.#awaited.set(blocker, blocker.count + this.#members[blocker.step.session]!.notices);
      }
      const waits = await this.#try(at, { first: true, forever: false });
      await this.#tryAll(waiting, false);
      if (waits) waiting.push(at);
      place.now += 1;
    }
    await this.#tryAll(waiting, true);
    if (waiting.length > 0) {
      throw new SpecStopped("failed to complete permutation due to mutually-blocking steps\n");
    }
  }

  /** A session carries one step at a time: its former one has to be done first. */
  async #finish(member: Member, waiting: PermutationStep[]): Promise<void> {
    for (let former = member.active; former !== undefined; former = member.active) {
      if (!(await this.#try(former, { first: false, forever: true }))) waiting.splice(waiting.indexOf(former), 1);
      await this.#tryAll(waiting, false);
      if (member.active === undefined) return;
      // It is done and held back by a blocker, for which something has to happen yet.
      if (isStuck(await this.#standing(), this.#pids())) {
        const active = this.#members.flatMap((one) => one.active?.step.name ?? []);
        throw new SpecStopped(
          `step ${former.step.name} timed out after ${givesUpAfter}\nactive steps are: ${active.join(" ")}\n`,
        );
      }
      await pause(looksAfterMs);
    }
  }

  /** Reports what is done of the steps that wait, in the order in which they began to; takes those away. */
  async #tryAll(waiting: PermutationStep[], forever: boolean): Promise<void> {
    for (let again = true; again;) {
      this.#newNotice = false;
      const before = waiting.length;
      let blockers = false;
      for (let index = 0; index < waiting.length;) {
        const at = waiting[index]!;
        if (await this.#try(at, { first: false, forever })) {
          blockers ||= at.blockers.length > 0;
          index += 1;
        } else {
          waiting.splice(index, 1);
        }
      }
      // One that is done may let another be reported that was held back.
      again = blockers && (waiting.length < before || this.#newNotice);
    }
  }

  /** Gives whether the step still waits; reports it when it is done, and at its first time also when it waits. */
  async #try(at: PermutationStep, how: { readonly first: boolean; readonly forever: boolean }): Promise<boolean> {
    const { step, blockers } = at;
    const member = this.#memberOf(at);
    const once = how.first && blockers.some(({ kind }) => kind === "once");
    if (once || !(await this.#isDone(member, how.forever)) || this.#heldBack(at)) {
      if (how.first) this.#text += `step ${step.name}: ${step.sql} <waiting ...>\n`;
      return true;
    }
    this.#text += how.first ? `step ${step.name}: ${step.sql}\n` : `step ${step.name}: <... completed>\n`;
    await this.#report(member);
    member.active = undefined;
    return false;
  }

  /** Waits until the first result has come, or, unless it is to be forever, until the session waits for another. */
  async #isDone(member: Member, forever: boolean): Promise<boolean> {
    const { connection } = member;
    const since = performance.now();
    let cancelled = false;
    for (let before: readonly Stand[] = []; ;) {
      if (this.#hasResult(member)) return true;
      const stands = await this.#standing();
      if (this.#hasResult(member)) return true;
      const late = performance.now() - since;
      // Asked twice, since the answers about several sessions are not of one moment.
      if (!forever && isBlocked(before, connection.pid) && isBlocked(stands, connection.pid)) {
        if (late > looksAfterMs || [...before, ...stands].every(({ blocked }) => blocked)) return false;
      }
      const stuck = isStuck(stands, this.#pids()) && isStuck(before, this.#pids()) && before.length > 0;
      if (forever && !cancelled && stuck && (!this.#patient || late > patienceMs)) {
        if (this.#options.all) throw new Impossible();
        cancelled = true;
        await this.#cancel(member);
      }
      before = stands;
      // A cycle lasts until a deadlock detector runs, and a statement may take its time: then it is not asked so often.
      if (late > looksAfterMs) await Promise.race([connection.moved, pause(looksAfterMs)]);
    }
  }

  /** Shows the notices that stand before the next result, and behind it: libpq reads on until something else comes. */
  #hasResult(member: Member): boolean {
    const { answers } = member.connection;
    for (let at = 0; at < Math.min(answers.length, 2);) {
      const answer = answers[at]!;
      const before = at === 0 && answer.kind === "columns";
      if (answer.kind === "notice") this.#notice(member, answer.text);
      if (answer.kind === "notice" || before) answers.splice(at, 1);
      else at += 1;
    }
    return answers.length > 0;
  }

  async #cancel({ connection, active }: Member): Promise<void> {
    const { name } = active!.step;
    this.cancelled.push(name);
    this.#text += `isolationtester: canceling step ${name} after ${cancelsAfter}\n`;
    await this.#control.ask("SELECT pg_catalog.pg_cancel_backend($1)", [connection.pid]);
  }

  #heldBack({ blockers }: PermutationStep): boolean {
    return blockers.some((blocker) => {
      if (blocker.kind === "once") return false;
      const other = this.#members[blocker.step.session]!;
      if (blocker.kind === "step") return other.active?.step === blocker.step;
      return other.notices < this.#awaited.get(blocker)!;
    });
  }

  async #report(member: Member): Promise<void> {
    const { connection, name } = member;
    for (;;) {
      while (!this.#hasResult(member)) await connection.moved;
      const answer = await connection.next();
      if (answer.kind === "ready") break;
      if (answer.kind === "error") this.#text += `${answer.text}\n`;
      if (answer.kind === "odd") this.#text += `unexpected result status: ${answer.status}\n`;
      if (answer.kind === "done" && answer.rows !== undefined) this.#text += resultText(answer.rows);
    }
    for (const { channel, payload, processId } of connection.notifications.splice(0)) {
      const sender = this.#members.find(({ connection: { pid } }) => pid === processId)?.name ?? `PID ${processId}`;
      this.#text += `${name}: NOTIFY "${channel}" with payload "${payload}" from ${sender}\n`;
    }
  }

  #notice(member: Member, text: string): void {
    this.#text += `${member.name}: ${text}`;
    member.notices += 1;
    this.#newNotice = true;
  }

  #memberOf({ step }: PermutationStep): Member {
    return this.#members[step.session]!;
  }

  #pids(): readonly number[] {
    return this.#members.map(({ connection }) => connection.pid);
  }

  async #standing(): Promise<readonly Stand[]> {
    const busy = this.#members.filter(({ active, connection }) => {
      return active !== undefined && !connection.hasResult;
    });
    return askStanding(
      this.#control,
      this.#pids(),
      busy.map(({ connection }) => connection.pid),
    );
  }

  /** Whatever an impossible permutation has left goes with its sessions. */
  async #abandon(): Promise<void> {
    await this.#control.ask("SELECT pg_catalog.pg_terminate_backend(pid, 5000) FROM unnest($1::int[]) AS pid", [
      this.#pids(),
    ]);
    for (const member of this.#members) {
      await member.connection.close();
      member.connection = await openNamed(this.#address, this.#options.name, member.name);
      member.active = undefined;
    }
    const { teardown } = this.#spec;
    if (teardown !== undefined) await this.#execute(this.#control, teardown);
  }
}

function isBlocked(stands: readonly Stand[], pid: number): boolean {
  return stands.some((stand) => stand.pid === pid && stand.blocked);
}

async function openNamed(address: Address, spec: string, session: string): Promise<Connection> {
  const connection = await Connection.open(address, `isolation/${spec}`);
  await connection.ask(
    "SELECT set_config('application_name', current_setting('application_name') || '/' || $1, false)",
    [session],
  );
  return connection;
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
