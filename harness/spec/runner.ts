/** The sessions of a spec, and one permutation after the other on them: its setup, its steps, its teardown. */
import type { Address } from "../postgres/server.ts";
import { aside } from "./aside.ts";
import { Connection } from "./connection.ts";
import { execute, Member, type Output } from "./member.ts";
import type { Permutation, Spec } from "./spec.ts";
import { PermutationRun, type Scene } from "./steps.ts";
import { Impossible, SpecStopped } from "./stop.ts";
import { Waits } from "./waits.ts";

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

export class SpecRunner {
  readonly #spec: Spec;
  readonly #address: Address;
  readonly #options: RunOptions;
  readonly #scene: Scene;

  private constructor(spec: Spec, address: Address, options: RunOptions, opened: readonly Connection[]) {
    this.#spec = spec;
    this.#address = address;
    this.#options = options;
    const output: Output = { text: "", notices: 0, lacks: new Set() };
    const control = opened[0]!;
    const members = spec.sessions.map(({ name }, index) => new Member(name, opened[index + 1]!, output));
    const waits = new Waits(spec, control, members);
    this.#scene = { control, members, waits, output, leaveOut: options.all, cancelled: [] };
  }

  static async open(spec: Spec, address: Address, options: RunOptions): Promise<SpecRunner> {
    const opened: Connection[] = [];
    for (const name of ["control connection", ...spec.sessions.map((session) => session.name)]) {
      opened.push(await openNamed(address, options.name, name));
    }
    return new SpecRunner(spec, address, options, opened);
  }

  get cancelled(): readonly string[] {
    return this.#scene.cancelled;
  }

  /** What the server does not have, though a step or a setup asked for it. */
  get lacks(): readonly string[] {
    return [...this.#scene.output.lacks];
  }

  async close(): Promise<void> {
    const { control, members } = this.#scene;
    await Promise.all([control, ...members.map(({ connection }) => connection)].map((one) => one.close()));
  }

  /** Gives the place of the step that could not run (past the last: one that was never done), when it was to be left out. */
  async run(permutation: Permutation): Promise<number | undefined> {
    const { output } = this.#scene;
    output.text = `\nstarting permutation: ${permutation.map(({ step }) => step.name).join(" ")}\n`;
    const steps = new PermutationRun(permutation, this.#scene);
    try {
      await this.#setUp();
      await steps.run();
      await this.#tearDown();
    } catch (error) {
      if (!(error instanceof Impossible)) {
        this.#options.out(output.text);
        throw error;
      }
      await this.#abandon();
      return steps.place;
    }
    this.#options.out(output.text);
    return undefined;
  }

  async #setUp(): Promise<void> {
    const { control, members, output } = this.#scene;
    for (const sql of this.#spec.setups) {
      const failed = await this.#aside("the setup", control, execute(control, sql, output));
      if (failed !== undefined) throw new SpecStopped(`setup failed: ${failed}`);
    }
    for (const [index, { setup, name }] of this.#spec.sessions.entries()) {
      const failed = await this.#ofSession("setup", members[index]!, setup);
      if (failed !== undefined) throw new SpecStopped(`setup of session ${name} failed: ${failed}`);
    }
  }

  async #tearDown(): Promise<void> {
    const { control, members, output } = this.#scene;
    const { complain } = this.#options;
    for (const [index, { teardown, name }] of this.#spec.sessions.entries()) {
      const failed = await this.#ofSession("teardown", members[index]!, teardown);
      if (failed !== undefined) complain(`teardown of session ${name} failed: ${failed}\n`);
    }
    const { teardown } = this.#spec;
    if (teardown === undefined) return;
    const failed = await this.#aside("the teardown", control, execute(control, teardown, output));
    if (failed !== undefined) complain(`teardown failed: ${failed}\n`);
  }

  async #ofSession(what: string, member: Member, sql: string | undefined): Promise<string | undefined> {
    if (sql === undefined) return undefined;
    return this.#aside(`the ${what} of session ${member.name}`, member.connection, member.execute(sql));
  }

  #aside<T>(what: string, { pid }: Connection, work: Promise<T>): Promise<T> {
    const { control, waits } = this.#scene;
    return aside({ what, pid, all: [control.pid, ...waits.pids], address: this.#address }, work);
  }

  /** Whatever an impossible permutation has left goes with its sessions. */
  async #abandon(): Promise<void> {
    const { control, members, waits, output } = this.#scene;
    await control.ask("SELECT pg_catalog.pg_terminate_backend(pid, 5000) FROM unnest($1::int[]) AS pid", [waits.pids]);
    for (const member of members) {
      await member.connection.close();
      member.connection = await openNamed(this.#address, this.#options.name, member.name);
      member.active = undefined;
    }
    const { teardown } = this.#spec;
    if (teardown !== undefined) await execute(control, teardown, output);
  }
}

async function openNamed(address: Address, spec: string, session: string): Promise<Connection> {
  const connection = await Connection.open(address, `isolation/${spec}`);
  await connection.ask(
    "SELECT set_config('application_name', current_setting('application_name') || '/' || $1, false)",
    [session],
  );
  return connection;
}
