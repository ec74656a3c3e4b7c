/** Why some mutants are not noticed. What has no sentence here yet fails `npm run mutants`. */
import type { Explanation } from "../../harness/mutants/explanation.ts";

/** The line that is changed, how, and what it becomes. */
type Change = readonly [lineText: string, operator: string, becomes: string];

function equivalent(file: string, because: string, changes: readonly Change[]): readonly Explanation[] {
  return changes.map(([lineText, operator, becomes]) => ({
    file,
    lineText,
    operator,
    becomes,
    equivalent: true,
    because,
  }));
}

export const explanations: readonly Explanation[] = [
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
    [
      [
        'return { state: "CHARGED", amount: notice.amount, txn: notice.txn ?? "" };',
        "LogicalOperator",
        'notice.txn && ""',
      ],
    ],
  ),
  ...equivalent(
    "src/order/order.ts",
    "The statement gives its row back, or the next line throws: an error of another name.",
    [["const version = moved.rows[0]?.version;", "OptionalChaining", "moved.rows[0].version"]],
  ),
  ...equivalent("src/order/pay.ts", "The next case does the same and tells people another cause.", [
    ['case "NO_ANSWER":', "ConditionalExpression", 'case "NO_ANSWER":'],
  ]),
  ...equivalent(
    "src/order/pay.ts",
    "The stand-in charges what it is asked for, and the order is there; noAnswer leaves a settled order as it is and says so.",
    [
      ['const settled = effect !== "AMOUNT_MISMATCH" && status !== undefined;', "ConditionalExpression", "true"],
      ['const settled = effect !== "AMOUNT_MISMATCH" && status !== undefined;', "ConditionalExpression", "false"],
      [
        'const settled = effect !== "AMOUNT_MISMATCH" && status !== undefined;',
        "LogicalOperator",
        'effect !== "AMOUNT_MISMATCH" || status !== undefined',
      ],
      [
        'const settled = effect !== "AMOUNT_MISMATCH" && status !== undefined;',
        "EqualityOperator",
        'effect === "AMOUNT_MISMATCH"',
      ],
      [
        'const settled = effect !== "AMOUNT_MISMATCH" && status !== undefined;',
        "EqualityOperator",
        "status === undefined",
      ],
    ],
  ),
  ...equivalent("src/order/place.ts", "A request key that is taken belongs to an order: what says so is a belt.", [
    [
      "invariant(first !== undefined, `request key ${request.requestKey} is taken and yet by no order`);",
      "ConditionalExpression",
      "true",
    ],
  ]),
  ...equivalent("src/order/recover.ts", "What recovery found is told to people only.", [
    ["return `query ${answer.state}`;", "StringLiteral", "``"],
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
];
