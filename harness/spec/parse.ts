/** Reads a `.spec` file: the grammar of PostgreSQL's `isolationtester`, and what it checks before it begins. */
import type { Blocker, Permutation, PermutationStep, Spec, SpecSession, Step } from "./spec.ts";
import { badSpec, tokensOf, type Keyword, type Token } from "./tokens.ts";

/**
 * Rejects what is no spec by a `LabError` that names the line.
 * @param file its name, for errors.
 */
export function parseSpec(text: string, file: string): Spec {
  const reader = new Reader(tokensOf(text, file), file);
  const setups: string[] = [];
  while (reader.isKeyword("setup")) setups.push(reader.block("setup"));
  const teardown = reader.isKeyword("teardown") ? reader.block("teardown") : undefined;
  const sessions: SpecSession[] = [];
  const steps = new Map<string, Step>();
  do sessions.push(session(reader, sessions.length, steps));
  while (reader.isKeyword("session"));
  const permutations: Permutation[] = [];
  while (reader.isKeyword("permutation")) permutations.push(permutation(reader, steps));
  reader.end();
  return { setups, teardown, sessions, permutations };
}

function session(reader: Reader, index: number, known: Map<string, Step>): SpecSession {
  reader.keyword("session");
  const name = reader.name();
  const setup = reader.isKeyword("setup") ? reader.block("setup") : undefined;
  const steps: Step[] = [];
  do {
    reader.keyword("step");
    const { line } = reader.here;
    const step = { name: reader.name(), sql: reader.sql(), session: index };
    if (known.has(step.name)) throw reader.wrong(`A second step is named "${step.name}".`, line);
    known.set(step.name, step);
    steps.push(step);
  } while (reader.isKeyword("step"));
  const teardown = reader.isKeyword("teardown") ? reader.block("teardown") : undefined;
  return { name, setup, steps, teardown };
}

/** A blocker may stand before the step that it names, so those are looked up last. */
function permutation(reader: Reader, known: ReadonlyMap<string, Step>): Permutation {
  reader.keyword("permutation");
  const asked: { step: Step; blockers: readonly AskedBlocker[] }[] = [];
  do {
    const { line } = reader.here;
    const name = reader.name();
    const step = known.get(name);
    if (step === undefined) throw reader.wrong(`The permutation names a step "${name}" that no session has.`, line);
    asked.push({ step, blockers: blockers(reader) });
  } while (reader.here.kind === "name");
  const here = new Map(asked.map(({ step }) => [step.name, step]));
  return asked.map(({ step, blockers: named }): PermutationStep => {
    return { step, blockers: named.map((blocker) => found(blocker, step, here, reader)) };
  });
}

interface AskedBlocker {
  readonly line: number;
  /** undefined: `*`. */
  readonly name: string | undefined;
  readonly notices: number | undefined;
}

function blockers(reader: Reader): readonly AskedBlocker[] {
  if (!reader.takeSign("(")) return [];
  const asked: AskedBlocker[] = [];
  do {
    const { line } = reader.here;
    if (reader.takeSign("*")) asked.push({ line, name: undefined, notices: undefined });
    else asked.push({ line, name: reader.name(), notices: reader.isKeyword("notices") ? reader.notices() : undefined });
  } while (reader.takeSign(","));
  reader.sign(")");
  return asked;
}

function found(asked: AskedBlocker, of: Step, here: ReadonlyMap<string, Step>, reader: Reader): Blocker {
  const { line, name, notices } = asked;
  if (name === undefined) return { kind: "once" };
  const step = here.get(name);
  if (step === undefined) {
    throw reader.wrong(`"${of.name}" is to wait for a step "${name}" that the permutation does not have.`, line);
  }
  if (step.session === of.session) throw reader.wrong(`"${of.name}" cannot wait for its own session.`, line);
  return notices === undefined ? { kind: "step", step } : { kind: "notices", step, count: notices };
}

class Reader {
  readonly #tokens: readonly Token[];
  readonly #file: string;
  #at = 0;

  constructor(tokens: readonly Token[], file: string) {
    this.#tokens = tokens;
    this.#file = file;
  }

  get here(): Token {
    return this.#tokens[this.#at]!;
  }

  isKeyword(word: Keyword): boolean {
    return this.here.kind === "keyword" && this.here.text === word;
  }

  keyword(word: Keyword): void {
    if (!this.isKeyword(word)) throw this.#expected(`"${word}"`);
    this.#at += 1;
  }

  block(word: "setup" | "teardown"): string {
    this.keyword(word);
    return this.sql();
  }

  name(): string {
    return this.#take("name", "a name");
  }

  sql(): string {
    return this.#take("sql", "a block of SQL in braces");
  }

  notices(): number {
    this.keyword("notices");
    return Number(this.#take("number", "a number of notices"));
  }

  takeSign(sign: string): boolean {
    if (this.here.kind !== "sign" || this.here.text !== sign) return false;
    this.#at += 1;
    return true;
  }

  sign(sign: string): void {
    if (!this.takeSign(sign)) throw this.#expected(`"${sign}"`);
  }

  end(): void {
    if (this.here.kind !== "end") throw this.#expected(`"session", "permutation" or the end of the file`);
  }

  wrong(why: string, line: number): Error {
    return badSpec(this.#file, line, why);
  }

  #take(kind: Token["kind"], what: string): string {
    const { text } = this.here;
    if (this.here.kind !== kind) throw this.#expected(what);
    this.#at += 1;
    return text;
  }

  #expected(what: string): Error {
    const { kind, text, line } = this.here;
    const found = kind === "end" ? "the end of the file" : kind === "sql" ? "a block of SQL" : `"${text}"`;
    return this.wrong(`Expected ${what}, found ${found}.`, line);
  }
}
