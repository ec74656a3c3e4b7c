/**
 * An operation: one command under one id, judged once. Whoever sends it again is given the first answer, also when that was a
 * refusal; whoever sends something else under its id is refused. Judging, its effect and its answer are one transaction.
 */
import { createHash } from "node:crypto";
import { OutcomeUnknown, undoable, type Tx } from "../../database.ts";
import { invariant } from "../../invariant.ts";
import { limits } from "../../limits.ts";
import type { Context } from "../../parts.ts";
import { answerOf, rejected, type Answer, type Verdict } from "./answer.ts";
import type { Asked } from "./asked.ts";

export interface Operation {
  /** Its name: reserve, confirm … */
  readonly command: string;
  readonly asked: Asked;
  /** When it came in, ms of this host's clock. */
  readonly arrivedMs: number;
  /** Its state, and what its caller is to do, while nobody knows what became of it. */
  readonly unknown: Pick<Verdict, "state" | "next">;
  readonly judge: (tx: Tx) => Promise<Verdict>;
}

/**
 * Of the same operation at once, one is carried out and the others are told so: they do not wait. What a refused command has
 * moved is undone to a savepoint, so that its refusal can be remembered. Whatever leaves a hold behind asks for its delay task,
 * and so does whoever is given that answer again: the first may have been lost. When the reply to COMMIT is lost nobody knows the
 * outcome here, and the answer says where it can be seen.
 */
export async function carryOut(shop: Context, operation: Operation): Promise<Answer> {
  const { parts } = shop;
  const about = { operation_id: operation.asked.operation_id, command: operation.command };
  try {
    const answer = await parts.transaction(shop, async (tx) => {
      if (!(await parts.claimOperation(shop, tx, about.operation_id))) {
        return answerOf(about, { outcome: "ACCEPTED", state: "IN_PROGRESS", next: "POLL_STATUS" });
      }
      const known = await parts.recallOperation(shop, tx, operation);
      if (known !== undefined) return known;
      if (hasTooLittleTime(shop, operation)) return answerOf(about, rejected("TOO_LITTLE_TIME", "NOT_BEGUN"));
      const verdict = await undoable(
        tx,
        () => operation.judge(tx),
        ({ outcome }) => outcome !== "REJECTED",
      );
      return parts.recordOperation(shop, tx, operation, verdict);
    });
    const { outcome, state, reservation_id } = answer;
    if (outcome === "COMMITTED" && state === "HELD" && reservation_id !== undefined)
      parts.arrangeExpiry(shop, reservation_id);
    return answer;
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error;
    shop.ports.report(`${about.command} ${about.operation_id}`, error);
    return answerOf(about, { outcome: "UNKNOWN", cause: "REPLY_LOST", ...operation.unknown });
  }
}

/** False while somebody else carries it out. Ends with the transaction, after its COMMIT can be seen. */
export async function claimOperation(_shop: Context, tx: Tx, operationId: string): Promise<boolean> {
  const claimed = await tx.query<{ mine: boolean }>(
    "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS mine",
    [operationId],
  );
  return claimed.rows[0]?.mine === true;
}

/** The answer that was given before, if it was the same that was asked; the claim is held, so whoever made it has committed. */
export async function recallOperation(_shop: Context, tx: Tx, operation: Operation): Promise<Answer | undefined> {
  const { command, asked } = operation;
  const found = await tx.query<{ digest: string; answer: Answer }>(
    "SELECT digest, answer FROM inventory_operation WHERE operation_id = $1",
    [asked.operation_id],
  );
  const [known] = found.rows;
  if (known === undefined || known.digest === digestOf(operation)) return known?.answer;
  return answerOf({ operation_id: asked.operation_id, command }, rejected("KEY_REUSED", "NOT_BEGUN"));
}

/** Writes down what it came to, with the version and epoch that each of its units has by it. */
export async function recordOperation(_shop: Context, tx: Tx, operation: Operation, verdict: Verdict): Promise<Answer> {
  const { command, asked } = operation;
  const { operation_id, tenant, caller, trace_id } = asked;
  const { outcome, reservation = null, orderId = null, ledger = null } = verdict;
  const answer = JSON.stringify(answerOf({ operation_id, command }, verdict));
  const row = [
    operation_id,
    tenant,
    caller,
    command,
    digestOf(operation),
    outcome,
    answer,
    reservation,
    orderId,
    trace_id,
  ];
  const recorded = await tx.query<{ answer: Answer }>(record, [...row, ledger]);
  const [stored] = recorded.rows;
  invariant(stored !== undefined, `${operation_id} is claimed and was written down`);
  return stored.answer;
}

const record = `INSERT INTO inventory_operation
    (operation_id, tenant, caller, command, digest, outcome, answer, request_key, order_id, trace_id, at)
  SELECT $1, $2, $3, $4, $5, $6, jsonb_strip_nulls($7::jsonb || jsonb_build_object(
           'expires_at', (SELECT to_char(expires_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
                            FROM reservation WHERE request_key = $8 AND status = 'HELD'),
           'versions', (SELECT jsonb_agg(jsonb_build_object('unit_id', unit_id, 'epoch', after->'epoch', 'version', version)
                                         ORDER BY unit_id) FROM inventory_ledger WHERE operation = $11))),
         $8, $9, $10, db_now()
  RETURNING answer`;

/** From its arrival until now it has waited for a connection. */
function hasTooLittleTime(shop: Context, { arrivedMs, asked }: Operation): boolean {
  return asked.deadline_ms - (shop.ports.clock.nowMs() - arrivedMs) < limits.commandLeastMs;
}

/** Of what was asked, by whom: how long the caller waits and how this try is traced is not part of it. */
export function digestOf({ command, asked }: Pick<Operation, "command" | "asked">): string {
  const meant = { ...asked, command, trace_id: undefined, deadline_ms: undefined };
  return createHash("sha256").update(canonical(meant)).digest("hex");
}

/** JSON with the keys of every object in order, and without those that have no value. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  fields.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${fields.map(([key, field]) => `${JSON.stringify(key)}:${canonical(field)}`).join(",")}}`;
}
