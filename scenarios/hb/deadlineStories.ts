/**
 * The stories of HB-05: which events befall a booking, and when; and what HB says that it must be after each of them. Nothing here knows
 * the shop.
 */

/** The deadline, s after the booking. */
const deadlineS = 10;

export interface Event {
  readonly what: "callback" | "expiry";
  readonly atS: number;
}

export interface Told {
  /** Each is told on a night of its own. */
  readonly night: string;
  readonly events: readonly Event[];
  readonly says: string;
  /** Why its table is printed. */
  readonly shown: string | undefined;
}

const inWords = (events: readonly Event[]): string => events.map(({ what, atS }) => `${what} ${atS} s`).join(", ");

/** What HB prints, and what it asks about. */
const shown = new Map([
  ["expiry 10 s, callback 11 s, expiry 12 s, callback 13 s", "the hold expires, then the money comes"],
  ["callback 9 s, expiry 10 s, expiry 11 s, callback 11 s", "the money comes in time"],
  [
    "callback 10 s, expiry 10 s, expiry 11 s, callback 11 s",
    "the money comes at exactly the deadline, before the sweeper",
  ],
  ["callback 11 s, callback 11 s", "paid at 9 s, the callback at 11 s, and no sweeper runs"],
]);

/** Each event of `kinds` in every different order. */
function orders(kinds: readonly Event["what"][]): readonly (readonly Event["what"][])[] {
  if (kinds.length === 0) return [[]];
  return [...new Set(kinds)].flatMap((first) => {
    const at = kinds.indexOf(first);
    return orders(kinds.toSpliced(at, 1)).map((rest) => [first, ...rest]);
  });
}

/** So many seconds, none before the one that precedes it. */
function seconds(count: number, from = 9): readonly (readonly number[])[] {
  if (count === 0) return [[]];
  return [9, 10, 11]
    .filter((atS) => atS >= from)
    .flatMap((atS) => seconds(count - 1, atS).map((rest) => [atS, ...rest]));
}

function timed(kinds: readonly Event["what"][]): readonly (readonly Event[])[] {
  return seconds(kinds.length).map((times) => kinds.map((what, nth) => ({ what, atS: times[nth] ?? 0 })));
}

const twice = ["expiry", "callback", "expiry", "callback"] as const;

/** HB's own; with the sweeper at work; without it. */
export const stories: readonly Told[] = [
  twice.map((what, nth) => ({ what, atS: deadlineS + nth })),
  ...orders(twice).flatMap(timed),
  ...timed(["callback", "callback"]),
].map((events, nth) => {
  const says = inWords(events);
  return { night: `night-${String(nth + 1).padStart(3, "0")}`, events, says, shown: shown.get(says) };
});

export function paidInTime({ events }: Pick<Told, "events">): boolean {
  return events.some(({ what, atS }) => what === "callback" && atS < deadlineS);
}

/** The booking after these events: its state, the rooms for sale, and the refund tasks. */
export function after(events: readonly Event[]): string {
  if (paidInTime({ events })) return "CONFIRMED (available 0, refunds 0)";
  const late = events.some(({ what, atS }) => what === "callback" && atS >= deadlineS);
  const over = late || events.some(({ atS }) => atS >= deadlineS);
  return over ? `HOLD_EXPIRED (available 1, refunds ${late ? 1 : 0})` : "RESERVED (available 0, refunds 0)";
}
