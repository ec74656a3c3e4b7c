/** Claims about places: what is in stock, held and sold, and to whom. */

import { claim, counted, type Claim } from "./claim.ts";
import { incomplete, paidOrders } from "./ends.ts";

export const stockConserved: Claim = claim({
  says: "stock is conserved, bucket by bucket and hold by hold",
  noun: "unit",
  subjects: ({ books }) =>
    books.balances.filter(({ unitId }) => books.reservations.some((row) => row.unitId === unitId)),
  broken: (unit, { books }) => {
    const inBuckets = unit.available + unit.held + unit.locked + unit.sold + unit.invalid;
    const reserved = (status: string): number =>
      books.reservations
        .filter((row) => row.unitId === unit.unitId && row.status === status)
        .reduce((pieces, row) => pieces + row.quantity, 0);
    if (inBuckets !== unit.total) return `${unit.unitId}: total=${unit.total}, but its buckets hold ${inBuckets}`;
    if (reserved("HELD") !== unit.held) return `${unit.unitId}: held=${unit.held}, but ${reserved("HELD")} are HELD`;
    if (reserved("CONFIRMED") !== unit.sold) {
      return `${unit.unitId}: sold=${unit.sold}, but ${reserved("CONFIRMED")} are CONFIRMED`;
    }
    return undefined;
  },
});

export const ledgerExplains: Claim = claim({
  says: "the inventory's ledger adds up to every balance",
  noun: "unit",
  subjects: ({ books }) => books.balances,
  broken: ({ unitId }, end) => incomplete(end, unitId, "LEDGER_UNLIKE_BALANCE"),
});

/** Of a COMMIT that got no answer nothing is said. */
export const openedAsTold: Claim = claim({
  says: "a unit is on sale when whoever opened it was told so, and else it is not",
  noun: "unit",
  subjects: ({ opened }) => opened.filter(({ ended }) => ended !== "unknown"),
  broken: ({ unitId, ended }, { books }) => {
    const onSale = books.balances.some((balance) => balance.unitId === unitId && balance.total > 0);
    if (onSale === (ended === "done" || ended === "there already")) return undefined;
    return `${unitId} is${onSale ? "" : " not"} on sale, and opening it was told as: ${ended}`;
  },
});

export const neverOversold: Claim = claim({
  says: "no more orders are PAID than there are places",
  noun: "unit",
  subjects: (end) => (paidOrders(end).length === 0 ? [] : end.books.balances),
  broken: (unit, end) => {
    const paid = paidOrders(end).length;
    return paid <= unit.total ? undefined : `${unit.unitId}: ${paid} PAID orders for ${unit.total} places`;
  },
});

/** For stories in which there are more buyers than places. */
export const everyPlaceSold: Claim = claim({
  says: "every place is sold, and to a PAID order",
  noun: "unit",
  subjects: ({ books }) => books.balances,
  broken: ({ unitId, total, sold }, end) => {
    const paid = paidOrders(end).length;
    return sold === total && paid === total
      ? undefined
      : `${unitId}: of ${total} places ${sold} are sold, and ${counted(paidOrders(end), "order")} PAID`;
  },
});

/** Of each unit by itself, by pieces. */
export const withinLimit: Claim = claim({
  says: "nobody has more places than a user may have",
  noun: "user",
  subjects: ({ books }) => [...new Set(books.reservations.map(({ userId }) => userId))].sort(),
  broken: (userId, { books, perUserLimit }) => {
    const all = books.reservations.filter(
      (place) => place.userId === userId && (place.status === "HELD" || place.status === "CONFIRMED"),
    );
    const piecesOf = (unitId: string): number =>
      all.reduce((pieces, place) => (place.unitId === unitId ? pieces + place.quantity : pieces), 0);
    const beyond = all.find(({ unitId }) => piecesOf(unitId) > perUserLimit)?.unitId;
    if (beyond === undefined) return undefined;
    const kept = all.filter(({ unitId }) => unitId === beyond);
    const places = kept.map(({ requestKey, status }) => `${requestKey} ${status}`).join(", ");
    return `${userId} has ${piecesOf(beyond)}: ${places}`;
  },
});
