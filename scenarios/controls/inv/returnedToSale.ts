/**
 * What a hold gives back is for sale, wherever it came from. The guard that is missing: pieces that were put aside return to their
 * lock while the activity goes on.
 */
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const returnedToSale: Partial<Parts> = {
  releaseHeld: async (shop, tx, requestKey, by) => {
    const moveStock: Parts["moveStock"] = async (_shop, inTx, { changes, ...movement }) =>
      shop.parts.moveStock(shop, inTx, {
        ...movement,
        changes: changes.map(({ locked, ...rest }) => (locked === undefined ? rest : { ...rest, available: locked })),
      });
    return shippedParts.releaseHeld({ ...shop, parts: { ...shop.parts, moveStock } }, tx, requestKey, by);
  },
};
