/** Why mutants of the orders are not noticed. */
import type { Explanation } from "../../../harness/mutants/explanation.ts";
import { equivalent, missed } from "./change.ts";

export const order: readonly Explanation[] = [
  ...equivalent(
    "src/order/machine.ts",
    "No part asks for a move that is not in the table: what refuses it is a belt.",
    [
      ["return edges.some((edge) => edge.from === from && edge.to === to);", "ConditionalExpression", "true"],
      [
        "return edges.some((edge) => edge.from === from && edge.to === to);",
        "LogicalOperator",
        "edge.from === from || edge.to === to",
      ],
    ],
  ),
  ...equivalent(
    "src/order/notice.ts",
    "The transaction's number is recorded from the notice itself; of an answer nobody reads it.",
    [['return { state: "CHARGED", payment, txn: notice.txn ?? "" };', "LogicalOperator", 'notice.txn && ""']],
  ),
  ...equivalent(
    "src/order/order.ts",
    "The order is locked and was read under that lock: the statement gives its row back. What says else is a belt.",
    [
      ["const version = moved.rows[0]?.version;", "OptionalChaining", "moved.rows[0].version"],
      [
        "invariant(version !== undefined, `${orderId} is locked by us and yet no longer ${status}`);",
        "ConditionalExpression",
        "true",
      ],
      [
        "WHERE order_id = $1 AND status = $2 RETURNING order_id, version)",
        "a condition dropped",
        "(status = $2 OR TRUE)",
      ],
    ],
  ),
  ...equivalent("src/order/order.ts", "An order takes another place once at most, so nobody counts on from there.", [
    [
      'await tx.query("UPDATE orders SET reservation_key = $2, reserve_attempt = $3 WHERE order_id = $1", [',
      "a value kept",
      "CASE WHEN TRUE THEN reserve_attempt ELSE $3 END",
    ],
  ]),
  ...equivalent("src/order/order.ts", "Every order has its reservation.", [
    ["FROM orders o LEFT JOIN reservation r ON r.request_key = o.reservation_key", "LEFT JOIN made JOIN", ""],
  ]),
  ...equivalent("src/order/pay.ts", "The next case does the same and tells people another cause.", [
    ['case "NO_ANSWER":', "ConditionalExpression", 'case "NO_ANSWER":'],
  ]),
  ...equivalent("src/order/pay.ts", "noAnswer leaves a settled order as it is and says what that is.", [
    ["const settled = !isMismatch(effect) && status !== undefined;", "ConditionalExpression", "false"],
    ["const settled = !isMismatch(effect) && status !== undefined;", "EqualityOperator", "status === undefined"],
  ]),
  ...equivalent("src/order/pay.ts", "An order that is being paid is never gone: what says so is a belt.", [
    [
      "if (order === undefined) throw new Error(`${orderId} was being paid and is gone`);",
      "ConditionalExpression",
      "false",
    ],
  ]),
  ...equivalent("src/order/place.ts", "A request key that is taken belongs to an order: what says so is a belt.", [
    [
      "invariant(first !== undefined, `request key ${request.requestKey} is taken and yet by no order`);",
      "ConditionalExpression",
      "true",
    ],
  ]),
  ...equivalent("src/order/recover.ts", "What recovery found is told to people only.", [
    ["return `query ${answer.state}`;", "StringLiteral", "``"],
    ["return `close ${answer.state}`;", "StringLiteral", "``"],
  ]),
  ...missed(
    "src/order/recover.ts",
    "So small a table is read in the order in which it was written; else a page might leave orders out until the next round.",
    [["ORDER BY o.order_id LIMIT $2`,", "ORDER BY dropped", ""]],
  ),
  ...equivalent("src/order/recover.ts", "The same orders, all in one page.", [
    ["ORDER BY order_id LIMIT $3`,", "LIMIT lifted", "$3 + 1000000"],
    ["ORDER BY o.order_id LIMIT $2`,", "LIMIT lifted", "$2 + 1000000"],
  ]),
  ...equivalent("src/order/recover.ts", "The place of a CREATED order is HELD or RELEASED, never CONFIRMED.", [
    [
      "AND (r.status = 'RELEASED' OR (r.status = 'HELD' AND r.expires_at <= (SELECT db_now())))",
      "a condition dropped",
      "(r.status = 'HELD' OR TRUE)",
    ],
  ]),
  ...equivalent("src/order/refund.ts", "Whoever is told nothing looks at the order, or tells people only.", [
    ['case "NOT_UNDERSTOOD":', "ConditionalExpression", 'case "NOT_UNDERSTOOD":'],
  ]),
  ...equivalent("src/order/refund.ts", "An order that is being refunded is never gone: what says so is a belt.", [
    [
      "if (order === undefined) throw new Error(`${orderId} is to be refunded and is gone`);",
      "ConditionalExpression",
      "false",
    ],
    [
      "if (order === undefined) throw new Error(`${task.orderId} was being refunded and is gone`);",
      "ConditionalExpression",
      "false",
    ],
  ]),
  ...equivalent(
    "src/order/refund.ts",
    "An order that is no longer REFUNDING has a refund that succeeded, and that counts as alive two lines below.",
    [['if (order.status !== "REFUNDING") return order.status;', "ConditionalExpression", "false"]],
  ),
  ...equivalent("src/order/refund.ts", "Nobody reads when a refund was changed.", [
    [
      "`UPDATE refund SET attempts = attempts + 1, updated_at = db_now()",
      "a value kept",
      "CASE WHEN TRUE THEN updated_at ELSE db_now() END",
    ],
    [
      "await tx.query(\"UPDATE refund SET status = $2, updated_at = db_now() WHERE refund_key = $1 AND status = 'pending'\", [",
      "a value kept",
      "CASE WHEN TRUE THEN updated_at ELSE db_now() END",
    ],
  ]),
  ...equivalent(
    "src/order/refund.ts",
    "The channel answers the same whenever it is asked under one key: a task that has ended is never told another end.",
    [
      [
        "await tx.query(\"UPDATE refund SET status = $2, updated_at = db_now() WHERE refund_key = $1 AND status = 'pending'\", [",
        "a condition dropped",
        "(status = 'pending' OR TRUE)",
      ],
    ],
  ),
  ...equivalent("src/order/settle.ts", "Only the lab reads this list, for its page of what can happen.", [
    ["export const effects = [", "ArrayDeclaration", "[]"],
    ["...statuses.map((status) => `IGNORED ${status}` as const),", "ArrowFunction", "() => undefined"],
  ]),
  ...equivalent(
    "src/order/settle.ts",
    "Under the other policy a place that could not be confirmed is HELD no more: there is nothing to release.",
    [
      [
        "if (decides) await parts.releaseHeld(shop, tx, reservationKey); // Where it is HELD still, it was too late only.",
        "ConditionalExpression",
        "true",
      ],
    ],
  ),
];
