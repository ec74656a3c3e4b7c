/**
 * Of several lines of one unit only the last is kept. The guard that is missing: what is wanted of a unit is added up over all
 * lines before it is compared with what there is.
 */
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const lastLineCounts: Partial<Parts> = {
  hold: async (shop, tx, request) => {
    const lines = [...new Map(request.lines.map((line) => [line.unitId, line])).values()];
    return shippedParts.hold(shop, tx, { ...request, lines });
  },
};
