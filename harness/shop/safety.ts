/**
 * What must hold whenever something has been committed, whoever is in the middle of what: asked of the database itself
 * after every decision that commits, on the lab's own connection, beside the run. The first commit that breaks a rule is
 * told; what follows from it is not. What lies outside the database (the channel's ledger) is judged at the end.
 */

import type { LabRun } from "../postgres/lab.ts";
import type { Stage } from "./stage.ts";

/** A commit that has succeeded: of a transaction, or of a statement outside one, however it was sent. */
const committed = /: (COMMIT -> COMMIT|commits -> |.*\(autocommit, sent whole\) -> )/;

/** Each rule, and what asks for whatever breaks it: a sentence (`how`) a row. */
const rules = {
  "pieces held are what is HELD": `SELECT format('%s: held=%s, but %s are HELD', unit_id, held, kept) AS how FROM inventory_balance AS b,
     LATERAL (SELECT coalesce(sum(quantity), 0) AS kept FROM reservation r JOIN reservation_line l USING (request_key) WHERE l.unit_id = b.unit_id AND r.status = 'HELD') AS holds
    WHERE held <> kept`,
  "pieces sold are what is CONFIRMED": `SELECT format('%s: sold=%s, but %s are CONFIRMED', unit_id, sold, kept) AS how FROM inventory_balance AS b,
     LATERAL (SELECT coalesce(sum(quantity), 0) AS kept FROM reservation r JOIN reservation_line l USING (request_key) WHERE l.unit_id = b.unit_id AND r.status = 'CONFIRMED') AS holds
    WHERE sold <> kept`,
  "pieces locked are what open locks still keep": `SELECT format('%s: locked=%s, but open locks keep %s', unit_id, locked, kept) AS how FROM inventory_balance AS b,
     LATERAL (SELECT coalesce(sum(k.quantity), 0) AS aside FROM stock_lock k WHERE k.unit_id = b.unit_id AND k.status = 'OPEN') AS locks,
     LATERAL (SELECT aside - coalesce(sum(l.quantity), 0) AS kept FROM reservation r JOIN reservation_line l USING (request_key) JOIN stock_lock k USING (lock_id) JOIN inventory_unit u ON u.unit_id = l.unit_id
               WHERE l.unit_id = b.unit_id AND k.status = 'OPEN' AND (r.status IN ('HELD', 'CONFIRMED') OR r.status = 'REFUNDED' AND NOT u.reversible)) AS holds
    WHERE locked <> kept`,
  "the inventory's ledger adds up to every balance": `SELECT format('%s: the ledger does not add up to the balance', unit_id) AS how FROM inventory_balance AS b,
     LATERAL (SELECT ROW(sum(total_delta), sum(available_delta), sum(held_delta), sum(locked_delta), sum(sold_delta), sum(invalid_delta)) AS sums
                FROM (SELECT l.* FROM inventory_ledger l
                      UNION ALL SELECT (jsonb_populate_record(NULL::inventory_ledger, line::jsonb)).* FROM inventory_archive_row) AS l
               WHERE l.unit_id = b.unit_id) AS rows
    WHERE sums IS DISTINCT FROM ROW(total::bigint, available::bigint, held::bigint, locked::bigint, sold::bigint, invalid::bigint)`,
  "an order is what its last move says": `SELECT format('%s is %s v%s, and its last move says %s v%s', o.order_id, o.status, o.version, t.to_status, t.version) AS how FROM orders AS o
     LEFT JOIN LATERAL (SELECT * FROM order_transition m WHERE m.order_id = o.order_id ORDER BY version DESC LIMIT 1) AS t ON true
    WHERE (t.to_status, t.version) IS DISTINCT FROM (o.status, o.version)`,
  "an order moves to PAID at most once": `SELECT format('%s moved to PAID %s times', order_id, count(*)) AS how FROM order_transition
    WHERE to_status = 'PAID' GROUP BY order_id HAVING count(*) > 1`,
  "an order's place is as its state says": `SELECT format('%s is %s, and its place is %s', o.order_id, o.status, r.status) AS how FROM orders AS o
     LEFT JOIN reservation r ON r.request_key = o.reservation_key
    WHERE CASE WHEN o.status = 'PAID' THEN r.status IS DISTINCT FROM 'CONFIRMED'
               WHEN o.status IN ('FAILED', 'CANCELLED', 'REFUNDING', 'REFUNDED') THEN r.status IN ('HELD', 'CONFIRMED')
               ELSE r.status IS NOT DISTINCT FROM 'CONFIRMED' END`,
  "a move into a final state is told by exactly one event": `SELECT format('%s moved to %s in v%s, and %s events tell it', t.order_id, t.to_status, t.version, count(e.event_id)) AS how FROM order_transition AS t
     LEFT JOIN outbox e ON e.order_id = t.order_id AND e.order_version = t.version AND e.event_type = 'ORDER_' || t.to_status
    WHERE t.to_status IN ('PAID', 'FAILED', 'CANCELLED', 'REFUNDED') GROUP BY t.transition_id HAVING count(e.event_id) <> 1`,
  "a refund is there while its order is REFUNDING, and has succeeded when it is REFUNDED": `SELECT format('%s is %s, and its refunds are: %s', o.order_id, o.status, coalesce(string_agg(r.status, ', ' ORDER BY r.refund_key), 'none')) AS how FROM orders AS o
     LEFT JOIN refund r ON r.order_id = o.order_id
    GROUP BY o.order_id
   HAVING CASE o.status WHEN 'REFUNDING' THEN count(r.refund_key) = 0 OR bool_or(r.status = 'succeeded')
                        WHEN 'REFUNDED' THEN count(*) FILTER (WHERE r.status = 'succeeded') <> 1
                        ELSE count(r.refund_key) > 0 END`,
  "an order waits while its conflict is open, and is what was decided afterwards": `SELECT format('%s is %s, its place is %s, its refunds are %s, and its conflict: %s', o.order_id, o.status, r.status, refunds, coalesce(c.decision, 'open')) AS how
     FROM payment_conflict AS c JOIN orders o USING (order_id) LEFT JOIN reservation r ON r.request_key = o.reservation_key,
     LATERAL (SELECT count(*) AS refunds FROM refund f WHERE f.order_id = o.order_id) AS back
    WHERE CASE c.decision WHEN 'rehold' THEN o.status <> 'PAID' WHEN 'refund' THEN o.status NOT IN ('REFUNDING', 'REFUNDED')
                          ELSE o.status <> 'UNKNOWN' OR r.status IN ('HELD', 'CONFIRMED') OR refunds > 0 END`,
  "a place is kept until its deadline, while its order may still be paid": `SELECT format('%s is %s, and its place was given back before its time', o.order_id, o.status) AS how FROM orders AS o
     JOIN reservation r ON r.request_key = o.reservation_key
    WHERE o.status IN ('CREATED', 'PAYING', 'UNKNOWN') AND r.status = 'RELEASED' AND r.updated_at < r.expires_at`,
  "an order is shipped at most once, and only when it is PAID": `SELECT format('%s was shipped %s times and is %s', f.order_id, ship_count, o.status) AS how FROM fulfillment AS f
     LEFT JOIN orders o ON o.order_id = f.order_id
    WHERE ship_count > CASE WHEN o.status = 'PAID' THEN 1 ELSE 0 END`,
  "a unit's event is SENT when its reader has it, and not before": `SELECT format('%s v%s is SENT, and its reader does not have it', unit_id, aggregate_version) AS how FROM inventory_outbox AS o
    WHERE status = 'SENT' AND NOT EXISTS (SELECT FROM unit_view_inbox i WHERE i.event_id = o.event_id)`,
  "a unit's event that was SENT stays so": `SELECT format('%s v%s was SENT, and is %s', unit_id, aggregate_version, status) AS how FROM inventory_outbox
    WHERE status <> 'SENT' AND sent_at IS NOT NULL`,
  "a unit's events are SENT in the order of its versions": `SELECT format('%s v%s is SENT before v%s', o.unit_id, o.aggregate_version, e.aggregate_version) AS how FROM inventory_outbox AS o
     JOIN inventory_outbox e ON e.unit_id = o.unit_id AND e.aggregate_version = o.aggregate_version - 1
    WHERE o.status = 'SENT' AND e.status <> 'SENT'`,
} as const;

/** What else must hold where the deadline decides. A place taken again is held and confirmed in one transaction, and has none. */
const deadlineRules = {
  "a hold is confirmed before its deadline": `SELECT format('%s was confirmed after its deadline', request_key) AS how FROM reservation
    WHERE status = 'CONFIRMED' AND updated_at >= expires_at AND request_key LIKE '%/r1'`,
} as const;

/** Rules in one question, and what each says. */
interface Asked {
  readonly says: readonly string[];
  readonly question: string;
}

function asked(asking: Readonly<Record<string, string>>): Asked {
  const questions = Object.values(asking).map((sql, nth) => `SELECT ${nth} AS nth, how FROM (${sql}) AS rule_${nth}`);
  return {
    says: Object.keys(asking),
    question: `SELECT nth, how FROM (${questions.join(" UNION ALL ")}) AS broken ORDER BY nth, how COLLATE "C"`,
  };
}

const always = asked(rules);
const withDeadline = asked({ ...rules, ...deadlineRules });

/** @returns what does not hold at this moment, one sentence each. */
export async function askSafety(ask: LabRun["ask"], { says, question }: Asked = always): Promise<readonly string[]> {
  const broken = await ask<{ nth: number; how: string }>(question);
  return broken.map(({ nth, how }) => `${says[nth]}: ${how}`);
}

/** @returns what was found so far; it fills as the run goes on. */
export function watchSafety({ world, run, hosts }: Stage): readonly string[] {
  const asking = hosts.config.expiredHold === "deadline-decides" ? withDeadline : always;
  const found: string[] = [];
  let looked = 0;
  world.addSource({
    enabled: () => [],
    waiting: () => [],
    look: async () => {
      const { steps } = world.trace;
      const fresh = steps.slice(looked);
      looked = steps.length;
      const commit = fresh.find(({ text }) => committed.test(text));
      if (commit === undefined || found.length > 0 || hosts.spoilt.size > 0) return;
      found.push(
        ...(await askSafety(async (text) => run.ask(text), asking)).map((how) => `after every commit, ${how}`),
      );
    },
  });
  return found;
}
