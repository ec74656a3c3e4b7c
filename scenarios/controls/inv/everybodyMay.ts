/**
 * Whoever is known to the door may do everything, with nobody's approval and with anybody's reservation of the tenant. The two
 * guards that are missing: the table of who may send what, and a reservation's owner.
 */
import { shippedParts, type Parts } from "../../../src/parts.ts";

export const everybodyMay: Partial<Parts> = {
  permit: () => undefined,
  lockOwn: async (shop, tx, asking, requestKey) => shippedParts.lockOfTenant(shop, tx, asking, requestKey),
};
