/** Why mutants of the inventory are not noticed. */
import type { Explanation } from "../../../harness/mutants/explanation.ts";
import { equivalent, missed } from "./change.ts";

export const inventory: readonly Explanation[] = [
  ...equivalent("src/inventory/balance.ts", "No movement touches these two buckets: nought is added.", [
    [
      "locked = locked + $6, sold = sold + $7, invalid = invalid + $8",
      "a value kept",
      "CASE WHEN TRUE THEN locked ELSE locked + $6 END",
    ],
    ["locked = locked + $6, sold = sold + $7, invalid = invalid + $8", "a sign turned", "-"],
    [
      "locked = locked + $6, sold = sold + $7, invalid = invalid + $8",
      "a value kept",
      "CASE WHEN TRUE THEN invalid ELSE invalid + $8 END",
    ],
    ["AND locked + $6 >= 0 AND sold + $7 >= 0 AND invalid + $8 >= 0", "a sign turned", "-"],
  ]),
  ...equivalent(
    "src/inventory/balance.ts",
    "A unit's total only grows, from one piece at least; and the table's CHECK refuses what would be below nought.",
    [
      [
        "WHERE unit_id = $2 AND total + $3 >= 0 AND available + $4 >= 0 AND held + $5 >= 0",
        "a condition dropped",
        "(total + $3 >= 0 OR TRUE)",
      ],
      ["WHERE unit_id = $2 AND total + $3 >= 0 AND available + $4 >= 0 AND held + $5 >= 0", "a comparison turned", ">"],
    ],
  ),
  ...equivalent(
    "src/inventory/balance.ts",
    "What leaves `held` was put there by a reservation that is locked, and nothing leaves the others; besides, the table's CHECK refuses what would be below nought.",
    [
      [
        "WHERE unit_id = $2 AND total + $3 >= 0 AND available + $4 >= 0 AND held + $5 >= 0",
        "a condition dropped",
        "(held + $5 >= 0 OR TRUE)",
      ],
      [
        "AND locked + $6 >= 0 AND sold + $7 >= 0 AND invalid + $8 >= 0",
        "a condition dropped",
        "(locked + $6 >= 0 OR TRUE)",
      ],
      [
        "AND locked + $6 >= 0 AND sold + $7 >= 0 AND invalid + $8 >= 0",
        "a condition dropped",
        "(sold + $7 >= 0 OR TRUE)",
      ],
      [
        "AND locked + $6 >= 0 AND sold + $7 >= 0 AND invalid + $8 >= 0",
        "a condition dropped",
        "(invalid + $8 >= 0 OR TRUE)",
      ],
    ],
  ),
  ...missed(
    "src/inventory/expiry.ts",
    "Two sweepers of several units may wait for each other then: the server ends one of them, and it begins again.",
    [["ORDER BY unit_id, request_key LIMIT $1 FOR UPDATE SKIP LOCKED`,", "ORDER BY dropped", ""]],
  ),
  ...equivalent(
    "src/inventory/expiry.ts",
    "The UPDATE that ends a hold demands HELD, under the row's lock; the lock before only spares a wait.",
    [["ORDER BY unit_id, request_key LIMIT $1 FOR UPDATE SKIP LOCKED`,", "FOR UPDATE dropped", ""]],
  ),
  ...missed(
    "src/inventory/expiry.ts",
    "The sweeper then waits for whoever works on a hold, and finds it as it would have found it later.",
    [["ORDER BY unit_id, request_key LIMIT $1 FOR UPDATE SKIP LOCKED`,", "SKIP LOCKED dropped", ""]],
  ),
  ...equivalent("src/inventory/reservation.ts", "Only the sweeper reads this answer, and it has locked the hold.", [
    ["if (ended === undefined) return false;", "BooleanLiteral", "true"],
  ]),
  ...equivalent(
    "src/inventory/reservation.ts",
    "An order takes another place once at most, and under a key that nobody else has: people see another number.",
    [["const attempt = order.reserveAttempt + 1;", "ArithmeticOperator", "order.reserveAttempt - 1"]],
  ),
  ...equivalent("src/inventory/reservation.ts", "Nobody reads when a reservation was changed.", [
    [
      "const endInTime = `UPDATE reservation SET status = $2, updated_at = db_now()",
      "a value kept",
      "CASE WHEN TRUE THEN updated_at ELSE db_now() END",
    ],
  ]),
  ...equivalent(
    "src/inventory/reservation.ts",
    "Before its deadline a hold ends only together with its order, and then no payment takes it.",
    [
      [
        "WHERE request_key = $1 AND status = 'HELD' AND expires_at > db_now() RETURNING unit_id, quantity`;",
        "a condition dropped",
        "(status = 'HELD' OR TRUE)",
      ],
    ],
  ),
];
