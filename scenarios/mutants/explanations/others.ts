/** Why mutants of the channel, the events, and what all have in common are not noticed. */
import type { Explanation } from "../../../harness/mutants/explanation.ts";
import { equivalent, missed } from "./change.ts";

export const others: readonly Explanation[] = [
  ...missed(
    "src/channel/client.ts",
    "No statement comes garbled: the reconciler's round would be over as if there had been none.",
    [
      [
        'const cause = heard.heard === "nothing" ? new NoAnswer(heard.why) : heard.detail;',
        "ConditionalExpression",
        "true",
      ],
    ],
  ),
  ...equivalent(
    "src/channel/client.ts",
    "Whether nothing came or nothing of sense, nobody knows what was done: people are told another reason.",
    [
      ['return heard.heard === "nothing"', "ConditionalExpression", "false"],
      ['return heard.heard === "nothing"', "ConditionalExpression", "true"],
      ['return heard.heard === "nothing"', "EqualityOperator", 'heard.heard !== "nothing"'],
    ],
  ),
  ...equivalent("src/channel/ledger.ts", "Numbers of transactions and notices have to differ, and do.", [
    ['return `txn-${String(++txns).padStart(4, "0")}`;', "UpdateOperator", "--txns"],
    ['notify_id: `ntf-${String(++notices).padStart(4, "0")}`,', "UpdateOperator", "--notices"],
  ]),
  ...equivalent(
    "src/channel/notify.ts",
    "What fails without an answer is all that fails here, and whatever is not true is no 200.",
    [
      ["} catch (error) {", "BlockStatement", "{}"],
      ["if (error instanceof NoAnswer) return false;", "ConditionalExpression", "true"],
    ],
  ),
  ...equivalent("src/channel/routes.ts", "The stand-in never throws: what would report it is a belt.", [
    ["app.onError((error, c) => {", "BlockStatement", "{}"],
  ]),
  ...missed(
    "src/database.ts",
    "BEGIN is no step of its own in the lab, so it never fails there; when it does, the connection is to be closed.",
    [["let broken = true; // Until the server has said that the transaction is over.", "BooleanLiteral", "false"]],
  ),
  ...equivalent("src/database.ts", "What is not true is no end of the transaction.", [
    ["} catch {", "BlockStatement", "{}"],
  ]),
  ...equivalent("src/database.ts", "No code of a driver's has a SQLSTATE as its beginning or its end.", [
    [
      "const SQLSTATE = /^(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;",
      "Regex",
      "/(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/",
    ],
    [
      "const SQLSTATE = /^(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}$/;",
      "Regex",
      "/^(?:[0-9][0-9A-Z]|F0|HV|P0|XX)[0-9A-Z]{3}/",
    ],
  ]),
  ...equivalent("src/database.ts", "Nobody throws nothing.", [
    [
      "const code = String((error as { readonly code?: unknown } | null | undefined)?.code);",
      "OptionalChaining",
      "(error as { readonly code?: unknown; } | null | undefined).code",
    ],
  ]),
  ...equivalent("src/fulfillment/consume.ts", "Nobody reads when.", [
    [
      "SET last_version = EXCLUDED.last_version, updated_at = EXCLUDED.updated_at,",
      "a value kept",
      "CASE WHEN TRUE THEN fulfillment.updated_at ELSE EXCLUDED.updated_at END",
    ],
  ]),
  ...equivalent(
    "src/fulfillment/consume.ts",
    "PAID is an order's first end and its last: what comes after another event of its order ships nothing.",
    [
      [
        "ship_count = fulfillment.ship_count + EXCLUDED.ship_count",
        "a value kept",
        "CASE WHEN TRUE THEN fulfillment.ship_count ELSE fulfillment.ship_count + EXCLUDED.ship_count END",
      ],
      ["ship_count = fulfillment.ship_count + EXCLUDED.ship_count", "a sign turned", "-"],
    ],
  ),
  ...equivalent("src/http.ts", "Nothing else is thrown here: a fetch fails without an answer, or not at all.", [
    ['if (error instanceof NoAnswer) return { heard: "nothing", why: error.why };', "ConditionalExpression", "true"],
  ]),
  ...equivalent("src/http.ts", "Undefined either way.", [["} catch {", "BlockStatement", "{}"]]),
  ...equivalent(
    "src/invariant.ts",
    "It never happens: what would say so is a belt against mistakes that are not there.",
    [
      ["export function invariant(condition: boolean, sentence: string): asserts condition {", "BlockStatement", "{}"],
      ["if (!condition) throw new Error(`invariant: ${sentence}`);", "ConditionalExpression", "false"],
    ],
  ),
  ...equivalent("src/outbox/relay.ts", "To mark no events changes nothing.", [
    ["if (delivered.length > 0) await parts.markPublished(shop, tx, delivered);", "ConditionalExpression", "true"],
    [
      "if (delivered.length > 0) await parts.markPublished(shop, tx, delivered);",
      "EqualityOperator",
      "delivered.length >= 0",
    ],
  ]),
  ...equivalent(
    "src/outbox/relay.ts",
    "The consumer says what it did with a 200 only, and what is no reply has no status.",
    [
      ['return heard.heard === "reply" && heard.status === 200;', "ConditionalExpression", "true"],
      [
        'return heard.heard === "reply" && heard.status === 200;',
        "LogicalOperator",
        'heard.heard === "reply" || heard.status === 200',
      ],
    ],
  ),
  ...missed("src/outbox/relay.ts", "So small a table is read in the order in which it was written.", [
    ["WHERE published_at IS NULL ORDER BY event_id LIMIT $1 FOR UPDATE SKIP LOCKED`,", "ORDER BY dropped", ""],
  ]),
  ...missed(
    "src/outbox/relay.ts",
    "A second relay then waits for the first, and finds no event that the first has marked.",
    [["WHERE published_at IS NULL ORDER BY event_id LIMIT $1 FOR UPDATE SKIP LOCKED`,", "SKIP LOCKED dropped", ""]],
  ),
  ...missed(
    "src/service.ts",
    "Not hunted here: the lab's channel is always told what it does; only a start of the real process relies on these.",
    [
      ['decide: () => "CHARGED",', "ArrowFunction", "() => undefined"],
      ["refuse: () => false,", "ArrowFunction", "() => undefined"],
      ["refuse: () => false,", "BooleanLiteral", "true"],
      ["forgets: () => false,", "ArrowFunction", "() => undefined"],
      ["forgets: () => false,", "BooleanLiteral", "true"],
    ],
  ),
];
