import { expect, test } from "vitest";
import { after, stories } from "./deadlineStories.ts";

test("every order of the four events at every three seconds, and HB's own; each once", () => {
  expect(stories).toHaveLength(1 + 6 * 15 + 6);
  for (const of of ["says", "night"] as const)
    expect(new Set(stories.map((told) => told[of])).size).toBe(stories.length);
  expect(stories.filter(({ shown }) => shown !== undefined)).toHaveLength(4);
});

test("after each event: HB's table, when expiry comes first", () => {
  const [own] = stories;
  expect(own!.events.map((_, nth) => after(own!.events.slice(0, nth + 1)))).toEqual([
    "HOLD_EXPIRED (available 1, refunds 0)",
    ...Array<string>(3).fill("HOLD_EXPIRED (available 1, refunds 1)"),
  ]);
});

test("after each event: before the deadline an expiry does nothing, and nothing undoes a confirmation", () => {
  const events = [
    { what: "expiry", atS: 9 },
    { what: "callback", atS: 9 },
    { what: "expiry", atS: 10 },
  ] as const;
  expect(events.map((_, nth) => after(events.slice(0, nth + 1)))).toEqual([
    "RESERVED (available 0, refunds 0)",
    "CONFIRMED (available 0, refunds 0)",
    "CONFIRMED (available 0, refunds 0)",
  ]);
});
