import { expect, test } from "vitest";
import { drawPlan, sales, shrinkPlan } from "./draw.ts";
import { faultWords, planSchema, type FaultWord, type Plan } from "./plan.ts";

const drawn = (nth: number, allowed: readonly FaultWord[] = faultWords): Plan =>
  drawPlan(sales, { seed: 29, nth, allowed });
const plans = Array.from({ length: 200 }, (_, place) => drawn(place + 1));

/** Which kinds of fault a plan has. */
const kindsOf = ({ fates, blows }: Plan): ReadonlySet<string> =>
  new Set([...fates.map(({ fate }) => fate), ...blows.map(({ blow }) => blow)]);

test("a plan is that of its seed and number, and can be read again", () => {
  expect(drawn(17)).toEqual(plans[16]);
  expect(new Set(plans.map((plan) => JSON.stringify(plan))).size).toBeGreaterThan(190);
  for (const plan of plans) expect(planSchema.parse(JSON.parse(JSON.stringify(plan)))).toEqual(plan);
});

test("plans grow: the first have three buyers at most, later ones eight", () => {
  const buyers = plans.map((plan) => plan.buyers.length);
  expect(Math.max(...buyers.slice(0, 10))).toBe(3);
  expect(Math.max(...buyers)).toBe(8);
});

test("every kind of fault comes, no run may have all, and none comes that is not allowed", () => {
  expect(new Set(plans.flatMap((plan) => [...kindsOf(plan)]))).toEqual(new Set(faultWords));
  expect(Math.max(...plans.map((plan) => kindsOf(plan).size))).toBeLessThan(faultWords.length);
  for (let nth = 1; nth <= 50; nth++) expect([...kindsOf(drawn(nth, ["killed"]))]).not.toContain("paused");
  for (let nth = 1; nth <= 50; nth++) expect(kindsOf(drawn(nth, [])).size).toBe(0);
});

test("some plans come to a situation, and most do not", () => {
  const meet = plans.filter(({ rounds }) =>
    rounds.some(({ worker, nth, atMs }) => worker === "relay" && nth === 2 && atMs === 700),
  );
  const late = plans.filter(
    ({ holdMs, buyers: [first] }) => holdMs === 300 && first?.counter === "charge" && first.pauseMs === 1_000,
  );
  const charged = plans.filter(({ fates }) => fates.some(({ kind, lateMs }) => kind === "charge" && lateMs === 1_300));
  const jumped = plans.filter(({ buyers }) => buyers.length > 2 && buyers[2]?.atMs === 1_200);
  for (const { length } of [meet, late, charged, jumped]) expect(length / plans.length).toBeGreaterThan(0.03);
  for (const { length } of [meet, late, charged, jumped]) expect(length / plans.length).toBeLessThan(0.15);
});

test("a plan is asked about first, and then made smaller so long as it fails", async () => {
  const nth = plans.findIndex(({ buyers, blows }) => buyers.length > 3 && blows.length > 1) + 1;
  const asked: Plan[] = [];
  let smallest: Plan | undefined;
  await shrinkPlan(sales, { seed: 29, nth, allowed: faultWords }, async (plan) => {
    asked.push(plan);
    const fails = plan.blows.length > 0 && plan.buyers.length > 1;
    if (fails) smallest = plan;
    return fails;
  });
  expect(asked[0]).toEqual(plans[nth - 1]);
  expect(smallest).toMatchObject({ stock: 1, perUser: 1, rounds: [], fates: [] });
  expect([smallest?.buyers.length, smallest?.blows.length]).toEqual([2, 1]);
});
