/**
 * A run of a story as an isolation spec: the statements of its sessions with their values written out, and one permutation,
 * the order in which they were carried out. What a spec cannot say is when a waiter goes on that has its lock: there it does
 * so at once.
 */

import pg from "pg";
import type { Spec, SpecSession, Step } from "../spec/spec.ts";
import { LabError } from "../verdict/failure.ts";
import { hostOf, type Played } from "./play.ts";
import type { Asked, SqlStory } from "./story.ts";

/** What the step of the session is called that asks the question at the end. */
export const questionStep = "check";

/** Which of a session's statements a step is; undefined: the end of one that committed by itself. */
export type Origin = { readonly session: number; readonly statement: number } | undefined;

export interface SpecOfRun {
  readonly spec: Spec;
  /** By the name of the step. */
  readonly origins: ReadonlyMap<string, Origin>;
}

export function specOf({ schema, question }: SqlStory, { course, trace }: Played): SpecOfRun {
  const hosts = new Map(course.sessions.map((_, session) => [hostOf(session), session]));
  const moments = momentsOf(
    trace.steps.map(({ text }) => text),
    hosts,
  );
  const steps = course.sessions.map((): Step[] => []);
  const origins = new Map<string, Origin>();
  const order: Step[] = [];
  const cursors = course.sessions.map((asked) => new Cursor(asked));
  moments.forEach(({ session, what }, at) => {
    const cursor = cursors[session]!;
    const next = moments[at + 1];
    const committed = next?.session === session && next.what === "commits";
    const told = what === "commits" ? cursor.commit() : cursor.next(committed);
    if (told === undefined) return;
    if (told.sql.includes("}")) throw unwritable(told.sql);
    const step = { name: `s${session + 1}_${steps[session]!.length + 1}`, sql: told.sql, session };
    steps[session]!.push(step);
    origins.set(step.name, told.statement === undefined ? undefined : { session, statement: told.statement });
    order.push(step);
  });
  const check = { name: questionStep, sql: `${question};`, session: steps.length };
  const sessions = [
    ...steps.map((own, index) => sessionOf(`s${index + 1}`, own, cursors[index]!.setup)),
    sessionOf(questionStep, [check]),
  ];
  const setup = [...schema.setup, ...(schema.initial ?? [])].map((sql) => `${sql};`).join("\n  ");
  const spec: Spec = {
    setups: [setup],
    teardown: `DROP TABLE ${schema.tables.join(", ")};`,
    sessions: sessions.filter(({ steps: own }) => own.length > 0),
    permutations: [[...order, check].map((step) => ({ step, blockers: [] }))],
  };
  return { spec, origins };
}

function sessionOf(name: string, steps: readonly Step[], setup?: string): SpecSession {
  return { name, setup, steps, teardown: undefined };
}

interface Moment {
  readonly session: number;
  readonly what: "statement" | "commits";
}

/** Those decisions by which a statement is begun, or one that stands by itself is committed. */
function momentsOf(decisions: readonly string[], hosts: ReadonlyMap<string, number>): readonly Moment[] {
  return decisions.flatMap((text): Moment[] => {
    const [, host = "", rest = ""] = /^\d+ (\S+) works: (.*)$/s.exec(text) ?? [];
    const session = hosts.get(host);
    if (session === undefined || noStep.test(rest)) return [];
    return [{ session, what: rest.startsWith("commits") ? "commits" : "statement" }];
  });
}

const noStep = /^(begins|goes on|its lock is granted|looks for a deadlock|gets a connection)\b/;
const begins = /^\s*(begin|start\s+transaction)\b/i;
const ends = /^\s*(commit|rollback)\b/i;

/** A statement as it is sent: BEGIN travels with the one behind it, and a transaction without any is none. */
interface Sent {
  readonly begin: string | undefined;
  readonly asked: Asked;
  readonly statement: number;
}

function sentOf(all: readonly Asked[]): readonly Sent[] {
  let begin: string | undefined;
  return all.flatMap((asked, statement): Sent[] => {
    if (begins.test(asked.text)) {
      begin = asked.text;
      return [];
    }
    const before = begin;
    begin = undefined;
    return before !== undefined && ends.test(asked.text) ? [] : [{ begin: before, asked, statement }];
  });
}

/** Goes through the statements of a session as their decisions come. */
class Cursor {
  /** BEGIN takes no lock and no snapshot, so the first one can stand before all steps. */
  readonly setup: string | undefined;
  readonly #sent: readonly Sent[];
  #at = 0;
  #open = false;
  #owesCommit = false;

  constructor(asked: readonly Asked[]) {
    this.#sent = sentOf(asked);
    const [first] = this.#sent;
    if (first?.begin !== undefined) this.setup = `${first.begin};`;
  }

  /** @param committed whether it stands by itself and is committed in the same breath. */
  next(committed: boolean): { readonly sql: string; readonly statement: number } | undefined {
    const at = this.#at++;
    const sent = this.#sent[at];
    if (sent === undefined) return undefined;
    const { asked, statement } = sent;
    this.#open ||= sent.begin !== undefined;
    this.#owesCommit = !this.#open && !committed;
    const begin = this.#owesCommit ? "BEGIN" : at === 0 ? undefined : sent.begin;
    if (ends.test(asked.text)) this.#open = false;
    return { sql: `${begin === undefined ? "" : `${begin}; `}${withValues(asked)};`, statement };
  }

  commit(): { readonly sql: string; readonly statement: undefined } | undefined {
    if (!this.#owesCommit) return undefined;
    this.#owesCommit = false;
    return { sql: "COMMIT;", statement: undefined };
  }
}

/** A statement with its bound values written into it. */
export function withValues({ text, values }: Pick<Asked, "text" | "values">): string {
  return text.replace(/\$(\d+)/g, (_, place: string) => literal(values[Number(place) - 1]));
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return String(value);
  const text = typeof value === "string" ? value : value instanceof Date ? value.toISOString() : JSON.stringify(value);
  // A block of SQL ends at its first closing brace.
  if (text.includes("}")) return `E'${text.replace(/[\\']/g, "\\$&").replaceAll("}", "\\x7d")}'`;
  return pg.escapeLiteral(text);
}

function unwritable(sql: string): LabError {
  return new LabError("This run cannot be told as an isolation spec.", {
    why: `In a spec a block of SQL ends at its first closing brace, and this statement holds one: ${sql}`,
    next: "Bind the value that holds it, instead of writing it into the statement.",
    exitCode: 2,
  });
}
