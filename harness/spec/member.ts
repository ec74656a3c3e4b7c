/** A session of a spec at work: one step at a time, and what the server answers to it is written down. */
import { lackIn, type Answer } from "./answer.ts";
import type { Connection } from "./connection.ts";
import { resultText } from "./print.ts";
import type { PermutationStep } from "./spec.ts";

/** What a run has written so far, and what it met. */
export interface Output {
  text: string;
  /** Counts all notices of the run. */
  notices: number;
  /** What the server does not have, though the spec asks for it. */
  readonly lacks: Set<string>;
}

export class Member {
  readonly name: string;
  connection: Connection;
  /** Its step that was sent and has not been reported as done. */
  active: PermutationStep | undefined;
  /** How many notices it has raised so far. */
  notices = 0;
  readonly #output: Output;

  constructor(name: string, connection: Connection, output: Output) {
    this.name = name;
    this.connection = connection;
    this.#output = output;
  }

  /** Whether it has a statement in flight. */
  get busy(): boolean {
    return this.active !== undefined && !this.connection.hasResult;
  }

  begin(step: PermutationStep): void {
    this.connection.send(step.step.sql);
    this.active = step;
  }

  /** Shows the notices that stand before the next result, and behind it: libpq reads on until something else comes. */
  hasResult(): boolean {
    const { answers } = this.connection;
    for (let at = 0; at < Math.min(answers.length, 2);) {
      const answer = answers[at]!;
      const before = at === 0 && answer.kind === "columns";
      if (answer.kind === "notice") this.#show(answer.text);
      if (answer.kind === "notice" || before) answers.splice(at, 1);
      else at += 1;
    }
    return answers.length > 0;
  }

  /** Shows all results of its step, which is then done. Gives false where the step copies from or to its client. */
  async report(): Promise<boolean> {
    for (;;) {
      while (!this.hasResult()) await this.connection.moved;
      const answer = await this.connection.next();
      if (answer.kind === "copy") return false;
      if (answer.kind === "ready") break;
      if (answer.kind === "error") {
        this.#output.text += `${answer.text}\n`;
        noteLack(this.#output, answer.text);
      }
      if (answer.kind === "done" && answer.rows !== undefined) this.#output.text += resultText(answer.rows);
    }
    this.active = undefined;
    return true;
  }

  /** Carries out a setup or a teardown; gives the words of what failed. */
  execute(sql: string): Promise<string | undefined> {
    return execute(this.connection, sql, this.#output, (text) => this.#show(text));
  }

  #show(notice: string): void {
    this.#output.text += `${this.name}: ${notice}`;
    this.#output.notices += 1;
    this.notices += 1;
  }
}

/** Shows the last result of a text, when it is a table; gives the words of what failed. */
export async function execute(
  connection: Connection,
  sql: string,
  output: Output,
  notice: (text: string) => void = () => undefined,
): Promise<string | undefined> {
  if (connection.lost) return "no connection to the server";
  connection.send(sql);
  let last: Answer = { kind: "empty" };
  for (let answer = await connection.next(); answer.kind !== "ready"; answer = await connection.next()) {
    if (answer.kind === "notice") notice(answer.text);
    else if (answer.kind !== "columns") last = answer;
  }
  if (last.kind === "error") noteLack(output, last.text);
  if (last.kind !== "done") return last.kind === "error" ? last.text : "";
  if (last.rows !== undefined) output.text += resultText(last.rows);
  return undefined;
}

function noteLack({ lacks }: Output, error: string): void {
  const lack = lackIn(error);
  if (lack !== undefined) lacks.add(lack);
}
