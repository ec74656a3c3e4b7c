/** The steps of one permutation: sent in order, and reported in the order in which the stock tester would see them done. */
import type { Connection } from "./connection.ts";
import type { Member, Output } from "./member.ts";
import type { Blocker, Permutation, PermutationStep } from "./spec.ts";
import { Endless, Impossible, SpecStopped } from "./stop.ts";
import type { Waits } from "./waits.ts";

/** The stock tester's bounds of a step, in its own words. */
const cancelsAfter = "360 seconds";
const givesUpAfter = "720 seconds";

/** What the permutations of a spec have in common. */
export interface Scene {
  readonly control: Connection;
  readonly members: readonly Member[];
  readonly waits: Waits;
  readonly output: Output;
  /** Whether a permutation that cannot go on is left out; it is helped on by a cancel otherwise. */
  readonly leaveOut: boolean;
  /** Names of the steps that were cancelled. */
  readonly cancelled: string[];
}

export class PermutationRun {
  /** The place of the step it has come to; past the last when all were sent. */
  place = 0;
  readonly #permutation: Permutation;
  readonly #scene: Scene;
  readonly #waiting: PermutationStep[] = [];
  /** How many notices there must have been, for each blocker that counts them. */
  readonly #awaited = new Map<Blocker, number>();

  constructor(permutation: Permutation, scene: Scene) {
    this.#permutation = permutation;
    this.#scene = scene;
  }

  async run(): Promise<void> {
    for (const at of this.#permutation) {
      const member = this.#memberOf(at);
      await this.#finish(member);
      this.#send(at, member);
      const waits = await this.#first(at);
      await this.#tryAll("until waiting");
      if (waits) this.#waiting.push(at);
      this.place += 1;
    }
    await this.#tryAll("until done");
    if (this.#waiting.length > 0) {
      throw new SpecStopped("failed to complete permutation due to mutually-blocking steps");
    }
  }

  #send(at: PermutationStep, member: Member): void {
    const { output, members } = this.#scene;
    if (member.connection.lost) {
      const why = `failed to send query for step ${at.step.name}: no connection to the server`;
      output.text += `${why}\n\n`;
      throw new SpecStopped(why, "");
    }
    member.begin(at);
    for (const blocker of at.blockers) {
      if (blocker.kind !== "notices") continue;
      this.#awaited.set(blocker, blocker.count + members[blocker.step.session]!.notices);
    }
  }

  /** A session carries one step at a time: its former one has to be done first. */
  async #finish(member: Member): Promise<void> {
    const since = performance.now();
    for (let former = member.active; former !== undefined; former = member.active) {
      if (!(await this.#still(former, "until done"))) this.#waiting.splice(this.#waiting.indexOf(former), 1);
      await this.#tryAll("until waiting");
      if (member.active === undefined) return;
      // It is done and held back by a blocker, for which something has to happen yet.
      if (await this.#scene.waits.untilSomethingMoves(since)) continue;
      const active = this.#scene.members.flatMap((one) => one.active?.step.name ?? []);
      throw new SpecStopped(
        `step ${former.step.name} timed out after ${givesUpAfter}\nactive steps are: ${active.join(" ")}`,
      );
    }
  }

  /** Reports what is done of the steps that wait, in the order in which they began to; takes those away. */
  async #tryAll(patience: Patience): Promise<void> {
    const { output } = this.#scene;
    for (let again = true; again;) {
      const notices = output.notices;
      const before = this.#waiting.length;
      let blockers = false;
      for (let index = 0; index < this.#waiting.length;) {
        const at = this.#waiting[index]!;
        if (await this.#still(at, patience)) {
          blockers ||= at.blockers.length > 0;
          index += 1;
        } else {
          this.#waiting.splice(index, 1);
        }
      }
      // One that is done may let another be reported that was held back.
      again = blockers && (this.#waiting.length < before || output.notices > notices);
    }
  }

  /** Shows a step that was just sent; gives whether it waits. */
  async #first(at: PermutationStep): Promise<boolean> {
    const { step, blockers } = at;
    const once = blockers.some(({ kind }) => kind === "once");
    const done = !once && (await this.#isDone(this.#memberOf(at), "until waiting")) && !this.#heldBack(at);
    this.#scene.output.text += `step ${step.name}: ${step.sql}${done ? "" : " <waiting ...>"}\n`;
    if (done) await this.#report(at);
    return !done;
  }

  /** Gives whether a step that waited still does, and reports it when not. */
  async #still(at: PermutationStep, patience: Patience): Promise<boolean> {
    if (!(await this.#isDone(this.#memberOf(at), patience)) || this.#heldBack(at)) return true;
    this.#scene.output.text += `step ${at.step.name}: <... completed>\n`;
    await this.#report(at);
    return false;
  }

  async #isDone(member: Member, patience: Patience): Promise<boolean> {
    const { waits, leaveOut } = this.#scene;
    if (patience === "until waiting") return waits.untilDoneOrWaiting(member);
    if (await waits.untilDoneOrStuck(member)) return true;
    if (leaveOut) throw new Impossible();
    await this.#cancel(member);
    await waits.untilDone(member);
    return true;
  }

  async #cancel({ connection, active }: Member): Promise<void> {
    const { output, control, cancelled } = this.#scene;
    const { name } = active!.step;
    cancelled.push(name);
    output.text += `isolationtester: canceling step ${name} after ${cancelsAfter}\n`;
    await control.ask("SELECT pg_catalog.pg_cancel_backend($1)", [connection.pid]);
  }

  #heldBack({ blockers }: PermutationStep): boolean {
    return blockers.some((blocker) => {
      if (blocker.kind === "once") return false;
      const other = this.#scene.members[blocker.step.session]!;
      if (blocker.kind === "step") return other.active?.step === blocker.step;
      return other.notices < this.#awaited.get(blocker)!;
    });
  }

  async #report(at: PermutationStep): Promise<void> {
    const { output, members } = this.#scene;
    const member = this.#memberOf(at);
    if (!(await member.report())) throw new Endless(`step ${at.step.name} copies from or to its client`);
    for (const { channel, payload, processId } of member.connection.notifications.splice(0)) {
      const sender = members.find(({ connection: { pid } }) => pid === processId)?.name ?? `PID ${processId}`;
      output.text += `${member.name}: NOTIFY "${channel}" with payload "${payload}" from ${sender}\n`;
    }
  }

  #memberOf({ step }: PermutationStep): Member {
    return this.#scene.members[step.session]!;
  }
}

/** How long a step is waited for. */
type Patience = "until waiting" | "until done";
