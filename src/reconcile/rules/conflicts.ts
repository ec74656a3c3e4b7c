/**
 * Conflicts: money that waits for a person, and what one decided. An order whose conflict is open is pending, and these rules
 * look at what has to be so meanwhile. Where it was decided, the order is judged as any other, and here whether it went that way.
 */
import type { BookedConflict, BookedOrder, Books } from "../books.ts";
import { found, groupBy, type Rule } from "./rule.ts";

export const conflictRules: readonly Rule[] = [
  {
    // It is of an order that there is, and of all that this costs.
    labels: ["CONFLICT_UNLIKE_ORDER"],
    exact: "always",
    find: (books) =>
      ofOrders(books)
        .filter(({ conflict, order }) => conflict.amount !== order?.amount)
        .map(({ conflict: { orderId, amount }, order }) =>
          found(orderId, "CONFLICT_UNLIKE_ORDER", `amount=${amount}, ordered was ${order?.amount ?? "nothing"}`),
        ),
  },
  {
    // As long as it is open its order waits, and keeps no place.
    labels: ["OPEN_CONFLICT_UNLIKE_ORDER"],
    exact: "always",
    find: (books) => {
      const places = new Map(books.reservations.map(({ requestKey, status }) => [requestKey, status]));
      return openOnes(books).flatMap(({ orderId, order: { status, reservationKey } }) => {
        const place = places.get(reservationKey) ?? "NONE";
        if (status === "UNKNOWN" && place !== "HELD" && place !== "CONFIRMED") return [];
        return [found(orderId, "OPEN_CONFLICT_UNLIKE_ORDER", `${status} reservation=${place}`)];
      });
    },
  },
  {
    // As long as it is open the channel has the money: all of it, and none has gone back.
    labels: ["OPEN_CONFLICT_WITHOUT_MONEY"],
    exact: "at rest", // the money may go back after the snapshot
    find: (books) => {
      const movements = groupBy(books.statement, ({ orderId }) => orderId);
      return openOnes(books).flatMap(({ orderId, order }) => {
        const moved = movements.get(orderId) ?? [];
        const sum = (kind: string): bigint =>
          moved.filter((row) => row.kind === kind).reduce((total, { amount }) => total + amount, 0n);
        const [charged, refunded] = [sum("CHARGE"), sum("REFUND")];
        if (charged === order.amount && refunded === 0n) return [];
        return [found(orderId, "OPEN_CONFLICT_WITHOUT_MONEY", `charged=${charged} refunded=${refunded}`)];
      });
    },
  },
  {
    // An order moves by decision just where one was made of it, once, and to where that leads.
    labels: ["DECISION_UNLIKE_MOVES"],
    exact: "always",
    find: ({ conflicts, moves }) => {
      const made = groupBy(
        moves.filter(({ byDecision }) => byDecision),
        ({ orderId }) => orderId,
      );
      const decided = new Map(conflicts.map(({ orderId, decision }) => [orderId, decision]));
      return [...new Set([...decided.keys(), ...made.keys()])].flatMap((orderId) => {
        const decision = decided.get(orderId) ?? "nothing";
        const went = (made.get(orderId) ?? []).map(({ to }) => to).join(", ");
        if (went === leadsTo[decision]) return [];
        return [found(orderId, "DECISION_UNLIKE_MOVES", `decided: ${decision}, moves by decision: ${went || "none"}`)];
      });
    },
  },
];

const leadsTo = { rehold: "PAID", refund: "REFUNDING", nothing: "" } as const;

/** What waits for a person, by the orders' ids. */
export function openConflicts({ conflicts }: Books): readonly BookedConflict[] {
  return conflicts.filter(({ decision }) => decision === null);
}

function ofOrders({ conflicts, orders }: Books): readonly {
  readonly conflict: BookedConflict;
  readonly order: BookedOrder | undefined;
}[] {
  const byId = new Map(orders.map((order) => [order.orderId, order]));
  return conflicts.map((conflict) => ({ conflict, order: byId.get(conflict.orderId) }));
}

function openOnes(books: Books): readonly { readonly orderId: string; readonly order: BookedOrder }[] {
  return ofOrders({ ...books, conflicts: openConflicts(books) }).flatMap(({ order }) =>
    order === undefined ? [] : [{ orderId: order.orderId, order }],
  );
}
