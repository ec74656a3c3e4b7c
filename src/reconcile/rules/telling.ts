/**
 * What was told to others: every move into a final state by one event, and to the consumer what was published. An order
 * moves into each of its states once at most, so a move is known by its order and state.
 */
import { isTerminal, statuses } from "../../order/machine.ts";
import type { BookedEvent, BookedMove, Books } from "../books.ts";
import { found, groupBy, type Rule } from "./rule.ts";

const finalStates = statuses.filter(isTerminal);

export const tellingRules: readonly Rule[] = [
  {
    labels: finalStates.map((status) => `${status}_WITHOUT_EVENT`),
    exact: "always",
    find: (books) => {
      const events = eventsOf(books);
      return [...ends(books).values()]
        .filter(([move]) => !events.has(nameOf(move!)))
        .map(([move]) => found(move!.orderId, `${move!.to}_WITHOUT_EVENT`, "events=0"));
    },
  },
  {
    labels: finalStates.map((status) => `${status}_EVENT_REPEATED`),
    exact: "always",
    find: (books) => {
      const moves = ends(books);
      return [...eventsOf(books)]
        .filter(([name, events]) => moves.has(name) && events.length > 1)
        .map(([, events]) =>
          found(events[0]!.orderId, `${stateOf(events[0]!)}_EVENT_REPEATED`, `events=${events.length}`),
        );
    },
  },
  {
    labels: [...finalStates.map((status) => `EVENT_WITHOUT_${status}`), "EVENT_OF_NO_END"],
    exact: "always",
    find: (books) => {
      const moves = ends(books);
      return books.events
        .filter((event) => !moves.has(nameOfTold(event)))
        .map((event) => {
          const isEnd = finalStates.some((status) => status === stateOf(event));
          const label = isEnd ? `EVENT_WITHOUT_${stateOf(event)}` : "EVENT_OF_NO_END";
          return found(event.orderId, label, `event=${event.eventId}`);
        });
    },
  },
  {
    labels: ["EVENT_OF_OTHER_VERSION"],
    exact: "always",
    find: (books) => {
      const moves = ends(books);
      return books.events
        .filter((event) => moves.get(nameOfTold(event))?.every(({ version }) => version !== event.version) === true)
        .map(({ orderId, eventId, version }) =>
          found(orderId, "EVENT_OF_OTHER_VERSION", `event=${eventId} v${version}`),
        );
    },
  },
  {
    // An event says of its order what the order says.
    labels: ["EVENT_UNLIKE_ORDER"],
    exact: "always",
    find: ({ orders, events }) => {
      const byId = new Map(orders.map((order) => [order.orderId, order]));
      return events.flatMap(({ eventId, orderId, payload }) => {
        const order = byId.get(orderId);
        if (order === undefined) return [];
        const { userId, unitId, amount, currency, paymentObject } = payload;
        const same = userId === order.userId && unitId === order.unitId;
        const paidSame = amount === order.amount && currency === order.currency;
        if (same && paidSame && paymentObject === order.paymentObject) return [];
        const says = `${unitId} for ${userId}, ${amount} ${currency} as ${paymentObject}`;
        return [found(orderId, "EVENT_UNLIKE_ORDER", `event=${eventId} ${says}`)];
      });
    },
  },
  {
    // An event counts as published only when the consumer has let it in.
    labels: ["PUBLISHED_BUT_NOT_RECEIVED"],
    exact: "always",
    find: ({ events, receipts }) => {
      const received = new Set(receipts.map(({ eventId }) => eventId));
      return events
        .filter(({ eventId, published }) => published && !received.has(eventId))
        .map(({ eventId, orderId }) => found(orderId, "PUBLISHED_BUT_NOT_RECEIVED", `event=${eventId}`));
    },
  },
  {
    labels: ["SHIPPED_TWICE"],
    exact: "always",
    find: ({ shipments }) =>
      shipments
        .filter(({ shipCount }) => shipCount > 1)
        .map(({ orderId, shipCount }) => found(orderId, "SHIPPED_TWICE", `shipments=${shipCount}`)),
  },
  {
    labels: ["SHIPPED_WITHOUT_PAID"],
    exact: "always",
    find: (books) => {
      const moves = ends(books);
      return books.shipments
        .filter(({ orderId, shipCount }) => shipCount > 0 && !moves.has(nameOf({ orderId, to: "PAID" })))
        .map(({ orderId, shipCount }) => found(orderId, "SHIPPED_WITHOUT_PAID", `shipments=${shipCount}`));
    },
  },
  {
    labels: ["TOLD_BUT_NOT_SHIPPED"],
    exact: "always",
    find: (books) => {
      const shipped = new Set(books.shipments.filter(({ shipCount }) => shipCount > 0).map(({ orderId }) => orderId));
      return heard(books)
        .filter(({ to, orderId }) => to === "PAID" && !shipped.has(orderId))
        .map(({ orderId }) => found(orderId, "TOLD_BUT_NOT_SHIPPED", "shipments=0"));
    },
  },
  {
    // The consumer knows an order in the version of an end of it, and none that it was told of is newer.
    labels: ["SHIPMENT_UNLIKE_MOVES"],
    exact: "always",
    find: (books) => {
      const moves = groupBy([...ends(books).values()].flat(), ({ orderId }) => orderId);
      const told = groupBy(heard(books), ({ orderId }) => orderId);
      const known = new Map(books.shipments.map(({ orderId, lastVersion }) => [orderId, lastVersion]));
      return [...new Set([...known.keys(), ...told.keys()])].flatMap((orderId) => {
        const last = known.get(orderId) ?? 0;
        const newest = Math.max(0, ...(told.get(orderId) ?? []).map(({ version }) => version));
        if (last >= newest && moves.get(orderId)?.some(({ version }) => version === last) === true) return [];
        return [found(orderId, "SHIPMENT_UNLIKE_MOVES", `known in v${last}, told in v${newest}`)];
      });
    },
  },
];

/** The moves into a final state by their names. */
function ends({ moves }: Books): ReadonlyMap<string, readonly BookedMove[]> {
  return groupBy(
    moves.filter(({ to }) => isTerminal(to)),
    nameOf,
  );
}

/** The events by the names of the moves that they tell of. */
function eventsOf({ events }: Books): ReadonlyMap<string, readonly BookedEvent[]> {
  return groupBy(events, nameOfTold);
}

/** The moves that the consumer has been told of: their events are published, or it has let them in. */
function heard(books: Books): readonly BookedMove[] {
  const received = new Set(books.receipts.map(({ eventId }) => eventId));
  const told = books.events.filter(({ eventId, published }) => published || received.has(eventId));
  const moves = new Set(told.map((event) => `${nameOfTold(event)} v${event.version}`));
  return [...ends(books).values()].flat().filter((move) => moves.has(`${nameOf(move)} v${move.version}`));
}

function nameOf({ orderId, to }: Pick<BookedMove, "orderId" | "to">): string {
  return `${orderId} ${to}`;
}

function nameOfTold(event: BookedEvent): string {
  return `${event.orderId} ${stateOf(event)}`;
}

/** ORDER_PAID tells of a move to PAID. */
function stateOf({ eventType }: BookedEvent): string {
  return eventType.replace(/^ORDER_/, "");
}
