/**
 * A hold is ended by whoever has read that it is HELD. The two guards that are missing, either of which would be enough: the
 * reservation's lock between reading and writing, and the condition on HELD in the statement that writes.
 */
import type { Change } from "../../../src/inventory/stock/balance.ts";
import type { Tx } from "../../../src/database.ts";
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const endedAsRead: Partial<Parts> = {
  lockOwn: async (shop, tx, asked, requestKey) => shippedParts.lockOwn(shop, unlocked(tx), asked, requestKey),
  confirmHeld: endAs("CONFIRMED", "confirm", "CONFIRM", (pieces) => ({ held: -pieces, sold: pieces })),
  releaseHeld: endAs("RELEASED", "release", "RELEASE", (pieces) => ({ held: -pieces, available: pieces })),
};

function unlocked(tx: Tx): Tx {
  const query: Tx["query"] = async (text, values) => tx.query(text.replace(" FOR UPDATE", ""), values);
  return { query };
}

function endAs(
  status: "CONFIRMED" | "RELEASED",
  verb: string,
  kind: "CONFIRM" | "RELEASE",
  moved: (pieces: number) => Omit<Change, "unit_id">,
): Parts["releaseHeld"] {
  return async (shop, tx, requestKey, by) => {
    const read = await tx.query<{ unit_id: string; quantity: number }>(
      `SELECT unit_id, quantity FROM reservation JOIN reservation_line USING (request_key)
        WHERE request_key = $1 AND status = 'HELD' ORDER BY unit_id`,
      [requestKey],
    );
    if (read.rowCount === 0) return false;
    await tx.query("UPDATE reservation SET status = $2, updated_at = db_now() WHERE request_key = $1", [
      requestKey,
      status,
    ]);
    const changes = read.rows.map(({ unit_id, quantity }) => ({ unit_id, ...moved(quantity) }));
    const who = { operator: "orders", reason: "as it was read", ...by };
    return shop.parts.moveStock(shop, tx, { operation: `${verb} ${requestKey}`, kind, requestKey, ...who, changes });
  };
}
