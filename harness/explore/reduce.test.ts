import { expect, test } from "vitest";
import type { Exploration } from "../verdict/exploration.ts";
import { confirmations, reduce, type Schedule } from "./reduce.ts";

const found = { schedule: 3, departures: "2:1,5:1,9:2", says: [], about: ["paid once: twice"] };

/** A lab in which a claim breaks under these schedules, the others hold. */
function lab(breaks: (schedule: Schedule) => string | undefined) {
  const asked: Schedule[] = [];
  const again = async (schedule: Schedule): Promise<Exploration> => {
    asked.push(schedule);
    const about = breaks(schedule);
    const first = about === undefined ? {} : { first: { ...found, ...schedule, fault: "", about: [about] } };
    const manner = { strategy: "replay", departures: schedule.departures } as const;
    const counted = { schedules: 1, violated: about === undefined ? 0 : 1, unknown: 0, doubts: [] };
    return { name: "a-b", title: "a × b", manner, ...counted, ...first, sha256: schedule.departures };
  };
  return { again, asked };
}

test("departures that the claim does not need are taken away, and what is left is confirmed", async () => {
  const { again, asked } = lab(({ departures }) => (departures.includes("5:1") ? "paid once: thrice" : undefined));
  const reduced = await reduce(again, found);
  expect(reduced).toMatchObject({ departures: "5:1", claim: "paid once", confirmed: confirmations });
  expect(asked.slice(-confirmations).map(({ departures }) => departures)).toEqual(Array(confirmations).fill("5:1"));
});

test("another claim that breaks does not count", async () => {
  const whole = (departures: string): boolean => departures === found.departures;
  const { again } = lab(({ departures }) => (whole(departures) ? "paid once: twice" : "shipped once: twice"));
  expect((await reduce(again, found)).departures).toBe(found.departures);
});

test("a fault that it does not need is taken away first, one that it needs stays", async () => {
  const fault = "twice:charge:ord-0001:1";
  const needless = await reduce(lab(() => "paid once: twice").again, { ...found, fault });
  expect(needless).toMatchObject({ departures: "none", fault: undefined });
  const needed = await reduce(
    lab((schedule) => (schedule.fault === undefined ? undefined : "paid once: twice")).again,
    { ...found, fault },
  );
  expect(needed).toMatchObject({ departures: "none", fault });
});

test("one that does not come out the same each time is not confirmed", async () => {
  const times = { nth: 0 };
  const { again } = lab(() => (times.nth++ % 2 === 0 ? "paid once: twice" : undefined));
  expect((await reduce(again, { ...found, departures: "none" })).confirmed).toBe(confirmations / 2);
});

test("nor is one that breaks the same claim by other decisions", async () => {
  const { again } = lab(() => "paid once: twice");
  const times = { nth: 0 };
  const differing = async (schedule: Schedule) => ({ ...(await again(schedule)), sha256: String(times.nth++) });
  expect((await reduce(differing, { ...found, departures: "none" })).confirmed).toBe(1);
});
