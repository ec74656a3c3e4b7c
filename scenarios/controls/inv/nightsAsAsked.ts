/**
 * The units of a reservation are locked in the order in which its lines name them. The guard that is missing: everybody locks
 * units in the order of their ids. And whoever loses the deadlock that comes of it is not begun again, so that it is seen.
 */
import { shippedParts, type Parts } from "../../../src/parts.ts";
import { victimGivesUp } from "../victimGivesUp.ts";

export const nightsAsAsked: Partial<Parts> = {
  ...victimGivesUp,
  hold: async (shop, tx, request) => {
    for (const { unitId } of request.lines) {
      await tx.query("SELECT available FROM inventory_balance WHERE unit_id = $1 FOR UPDATE", [unitId]);
    }
    return shippedParts.hold(shop, tx, request);
  },
};
