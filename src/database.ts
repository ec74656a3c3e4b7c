/**
 * Sessions and transactions over the `Database` port, and the one reader of SQLSTATE. A transaction runs at READ
 * COMMITTED: everything that must not be read stale is locked or written by a conditional statement, and each
 * statement sees what was committed before it began.
 */
import { limits } from "./limits.ts";
import type { Database, Result, Row, Session } from "./ports.ts";

/** An open transaction: statements only, its end belongs to {@link transaction}. */
export type Tx = Pick<Session, "query">;

/** The statement may have been carried out, or not. It is never repeated: whoever needs to know must look. */
export class OutcomeUnknown extends Error {
  constructor(statement: string, cause: unknown) {
    super(`outcome unknown: the reply to ${statement} was lost`, { cause });
    this.name = "OutcomeUnknown";
  }
}

/** COMMIT of a transaction in which a statement had failed: the server rolled it back and said so. */
export class RolledBack extends Error {
  constructor() {
    super("the server answered COMMIT with ROLLBACK: a statement's failure was swallowed");
    this.name = "RolledBack";
  }
}

/** What a transaction found in its way was not there when it began: it is begun again, and finds it at once. */
export class Overtaken extends Error {
  constructor(how: string) {
    super(`overtaken: ${how}`);
    this.name = "Overtaken";
  }
}

/**
 * BEGIN, the body, COMMIT; ROLLBACK when the body throws. A serialization failure, a deadlock or being
 * {@link Overtaken} runs the whole transaction again, `limits.transactionAttemptsMax` times at most; nothing else is repeated.
 * @throws OutcomeUnknown when the reply to COMMIT was lost.
 */
export async function transaction<T>(database: Database, body: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(database, "BEGIN ISOLATION LEVEL READ COMMITTED", body);
    } catch (error) {
      if (!isWorthAnotherTry(error) || attempt >= limits.transactionAttemptsMax) throw error;
    }
  }
}

/** Several reads at one moment: all of them see the same snapshot. */
export async function snapshot<T>(database: Database, body: (tx: Tx) => Promise<T>): Promise<T> {
  return once(database, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", body);
}

/**
 * One statement that commits by itself.
 * @throws OutcomeUnknown when its reply was lost.
 */
export async function query<R extends Row = Row>(
  database: Database,
  text: string,
  values: readonly unknown[] = [],
): Promise<Result<R>> {
  const session = await database.connect();
  let broken = false;
  try {
    return await session.query<R>(text, values);
  } catch (error) {
    broken = isAnswerLost(error);
    throw broken ? new OutcomeUnknown("a statement", error) : error;
  } finally {
    session.release(broken);
  }
}

/** Runs a body inside a transaction and undoes only its writes unless `keep` says otherwise. */
export async function undoable<T>(tx: Tx, body: () => Promise<T>, keep: (value: T) => boolean): Promise<T> {
  await tx.query("SAVEPOINT undoable");
  const value = await body();
  await tx.query(keep(value) ? "RELEASE SAVEPOINT undoable" : "ROLLBACK TO SAVEPOINT undoable");
  return value;
}

async function once<T>(database: Database, begin: string, body: (tx: Tx) => Promise<T>): Promise<T> {
  const session = await database.connect();
  let broken = true; // Until the server has said that the transaction is over.
  try {
    await session.query(begin);
    const value = await orRollback(session, body, (over) => (broken = !over));
    await commit(session, (over) => (broken = !over));
    return value;
  } finally {
    session.release(broken);
  }
}

async function orRollback<T>(
  session: Session,
  body: (tx: Tx) => Promise<T>,
  told: (over: boolean) => void,
): Promise<T> {
  try {
    return await body(session);
  } catch (error) {
    told(await rollback(session));
    throw error;
  }
}

async function commit(session: Session, told: (over: boolean) => void): Promise<void> {
  try {
    const { command } = await session.query("COMMIT");
    told(true);
    if (command !== "COMMIT") throw new RolledBack();
  } catch (error) {
    if (error instanceof RolledBack) throw error;
    told(!isAnswerLost(error));
    throw isAnswerLost(error) ? new OutcomeUnknown("COMMIT", error) : error;
  }
}

/** False when even that failed: then the session is of no more use, and closing it rolls back as well. */
async function rollback(session: Session): Promise<boolean> {
  try {
    await session.query("ROLLBACK");
    return true;
  } catch {
    return false;
  }
}

/** Two-character classes of SQLSTATE start with a digit or are one of these; a driver's `EPIPE` is none of them. */
const SQLSTATE = /^(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;

function sqlstate(error: unknown): string | undefined {
  const code = String((error as { readonly code?: unknown } | null | undefined)?.code);
  return SQLSTATE.test(code) ? code : undefined;
}

/**
 * Of an error that a statement of ours was given: the server did not answer it, or answered that it ends the session
 * (57P0x, class 08), which it may do to a COMMIT that is already durable.
 */
function isAnswerLost(error: unknown): boolean {
  const code = sqlstate(error);
  return code === undefined || code.startsWith("57P0") || code.startsWith("08");
}

/**
 * Why a database is of no use to this system, or not for what was asked: it does not answer, it lets nobody in, it has not the
 * tables, or not for this user, or does not know whom it is to grant something.
 */
export function whyUnusable(
  error: unknown,
): "away" | "no tables" | "made already" | "no such role" | "not allowed" | undefined {
  const code = sqlstate(error);
  if (code === undefined) return isConnectionRefused(error) ? "away" : undefined;
  if (code === "42P01") return "no tables";
  if (code === "42704") return "no such role";
  if (code === "42P07" || code === "42723") return "made already";
  if (code === "42501") return "not allowed";
  return /^(08|28|3D|57P0|53300)/.test(code) ? "away" : undefined;
}

/** The operating system's own word for it: nobody listens, no such host, no such socket, no way there. */
function isConnectionRefused(error: unknown): boolean {
  const { code, syscall, cause } = (error ?? {}) as Partial<Record<"code" | "syscall" | "cause", unknown>>;
  if (syscall === "open") return false; // A file that is not there is no socket.
  const words = [
    "ECONNREFUSED",
    "ECONNRESET",
    "ENOENT",
    "ENOTFOUND",
    "EAI_AGAIN",
    "ETIMEDOUT",
    "EHOSTUNREACH",
    "EPIPE",
  ];
  return words.includes(String(code)) || (cause !== undefined && isConnectionRefused(cause));
}

/** 40001 = serialization failure, 40P01 = this transaction was the deadlock's victim. */
function isWorthAnotherTry(error: unknown): boolean {
  const code = sqlstate(error);
  return code === "40001" || code === "40P01" || error instanceof Overtaken;
}
