import { afterAll, beforeAll, expect, test } from "vitest";
import { shippedParts, type Parts } from "../../src/parts.ts";
import { hashOf, joined } from "../../harness/explore/joined.ts";
import type { LabDatabase } from "../../harness/postgres/lab.ts";
import { families } from "../../harness/shop/happened/catalogue.ts";
import { explorables, type Explorable } from "../../harness/shop/explore/explorable.ts";
import { explore, reduceOne } from "../../harness/shop/explore/explore.ts";
import { removalOf, removals } from "../../harness/shop/explore/guard.ts";
import { openDatabase } from "../../harness/shop/lab.ts";
import {
  closedTooLateOver,
  deadlineComesBetweenOver,
  endsTwice,
  moneyAfterTheHold,
  relaysMeetOver,
} from "../../harness/shop/workload/situations.ts";
import { blowWords, fateWords, messageWords, type Buyer, type Plan } from "../../harness/shop/workload/plan.ts";
import type { Manner } from "../../harness/verdict/exploration.ts";
import { workloads } from "./workloads.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const sale = explorables({ pairs: [], experiments: [], workloads })[0]!;
const explored = async (manner: Manner) => explore(lab, sale, { seed: 29, manner });
const without = (guard: string) => removals(workloads[0]!).find(({ name }) => name === removalOf(guard))!;
const random = { strategy: "random", from: 1, runs: 6 } as const;

test("a run depends on nothing but seed and number: parts of a sample give what the whole gives", async () => {
  const whole = await explored(random);
  const parts = [await explored({ ...random, from: 4, runs: 3 }), await explored({ ...random, runs: 3 })];
  expect(whole).toMatchObject({ schedules: 6, violated: 0, unknown: 0 });
  expect(hashOf(joined(parts))).toBe(hashOf(whole));
  expect(new Set(whole.hashes).size).toBe(6);
});

const buyer: Omit<Buyer, "counter"> = {
  user: 1,
  atMs: 0,
  service: 1,
  then: ["pay"],
  pauseMs: 0,
  twice: false,
  declined: false,
  refundRefused: false,
  misnoted: "nothing",
};
const calm: Plan = {
  ...{
    stock: 2,
    perUser: 1,
    poolSize: 10,
    holdMs: 60_000,
    lateSuccess: "rehold-or-refund",
    expiredHold: "sweep-decides",
  },
  buyers: [{ ...buyer, counter: "nothing" }],
  ...{ rounds: [{ worker: "relay", nth: 1, atMs: 10, times: 1, everyMs: 0 }], fates: [], blows: [] },
  decides: "rehold",
};

const working = (["recovery", "relay"] as const).map((worker) => ({
  worker,
  nth: 1,
  atMs: 1_000,
  times: 2,
  everyMs: 300,
}));
const garbled = ["gateway fails", "answered in error", "reply cut short"] as const;

async function replayed(plan: Partial<Plan>) {
  return explored({ strategy: "replay", departures: "none", plan: { ...calm, ...plan } });
}

test.each(fateWords)("what befalls a message: %s, and everything recovers", async (fate) => {
  const found = await replayed({ fates: [{ fate, kind: "charge", order: 1, nth: 1, lateMs: 400 }] });
  expect(found).toMatchObject({ violated: 0, unknown: 0, fired: { [fate]: 1 } });
});

const buyers = [1, 2].map((user) => ({ ...buyer, user, counter: "nothing" as const }));

test("a situation: money comes for orders whose place is gone, and goes back", async () => {
  const found = await replayed(moneyAfterTheHold({ ...calm, lateSuccess: "refund", buyers }));
  expect(found).toMatchObject({ violated: 0, unknown: 0, seen: { [families.moves]: { "CREATED->REFUNDING": 1 } } });
});

test.each(["rehold", "refund"] as const)("late money waits for a person, who decides at last: %s", async (decides) => {
  const found = await replayed(moneyAfterTheHold({ ...calm, lateSuccess: "manual", decides, buyers }));
  const moves = { "CREATED->UNKNOWN": 1, [decides === "rehold" ? "UNKNOWN->PAID" : "UNKNOWN->REFUNDING"]: 1 };
  expect(found).toMatchObject({ violated: 0, unknown: 0, seen: { [families.moves]: moves } });
});

test("a situation: two relays meet, and what the first carries comes after what the second does", async () => {
  const late = { fate: "request late", kind: "event", order: 1, nth: 1, lateMs: 700 } as const;
  const found = await replayed(relaysMeetOver([late], endsTwice)({ ...calm, buyers }));
  expect(found).toMatchObject({ violated: 0, unknown: 0, seen: { [families.events]: { STALE: 1 } } });
});

test("a situation: a charge arrives after it was asked for and before it is closed", async () => {
  const found = await replayed(closedTooLateOver([])({ ...calm, buyers: buyers.slice(1) }));
  expect(found).toMatchObject({ violated: 0, unknown: 0, seen: { [families.answers]: { "close CHARGED": 1 } } });
});

test("a situation: the clock jumps over a hold's deadline before its payment is applied, and in the middle of that", async () => {
  const jumping = (after: number): Plan => {
    const jump = {
      blow: "clock jumps",
      host: "orders-1",
      counts: "actions",
      before: false,
      after,
      forMs: 300,
    } as const;
    return deadlineComesBetweenOver([jump])({ ...calm, lateSuccess: "refund", buyers });
  };
  const before = await replayed(jumping(5));
  expect(before).toMatchObject({ violated: 0, unknown: 0, seen: { [families.moves]: { "PAYING->REFUNDING": 1 } } });
  expect(await replayed(jumping(11))).toMatchObject({ violated: 0, unknown: 0 });
  const again = { strategy: "replay", departures: "none", control: true, plan: jumping(11) } as const;
  const wrong = await explore(lab, without("deadline-of-transaction"), { seed: 29, manner: again });
  expect(wrong.first?.about[0]).toContain("was confirmed after its deadline");
});

test("a notice of a refund that nobody has made changes nothing", async () => {
  const found = await replayed({ buyers: [{ ...buyer, counter: "nothing", misnoted: "refund" }] });
  expect(found).toMatchObject({ violated: 0, unknown: 0 });
  expect(found.seen[families.notices]).toSatisfy((seen: object) =>
    /IGNORED (CREATED|PAYING|PAID)/.test(JSON.stringify(seen)),
  );
});

const order = { order: 0, nth: 1, lateMs: 1 };
test.each(messageWords.flatMap((kind) => garbled.map((fate) => [fate, kind] as const)))(
  "%s: any %s",
  async (fate, kind) => {
    const fates: Plan["fates"] = [{ ...order, fate, kind }];
    if (kind === "query" || kind === "close") fates.push({ ...order, fate: "request lost", kind: "charge" });
    const plan = {
      ...calm,
      buyers: [buyers[0]!, { ...buyers[1]!, then: ["cancel" as const] }],
      rounds: working,
      fates,
    };
    const asked = kind === "refund" ? moneyAfterTheHold({ ...plan, lateSuccess: "refund" }) : plan;
    expect(await replayed(asked)).toMatchObject({ violated: 0, unknown: 0, fired: { [fate]: 1 } });
  },
);

test.each(blowWords)("what befalls a process or the database: %s, and everything recovers", async (blow) => {
  const found = await replayed({
    blows: [{ blow, host: "orders-1", counts: "actions", before: false, after: 6, forMs: 50 }],
  });
  expect(found).toMatchObject({ violated: 0, unknown: 0, fired: { [blow]: 1 } });
});

test("what was to befall a run and did not leaves it unknown, and says what", async () => {
  const never = { host: "orders-2" as const, counts: "actions" as const, before: false, after: 60, forMs: 50 };
  const found = await replayed({ blows: [{ blow: "killed", ...never }] });
  expect(found).toMatchObject({ violated: 0, unknown: 1, doubts: ["it was spared: killed"] });
});

test("a service that gives a connection back inside a transaction is found broken, and it comes out again", async () => {
  const beginPay: Parts["beginPay"] = async (shop, ...asked) => {
    const session = await shop.ports.database.connect();
    await session.query("BEGIN");
    await session.query("SELECT 1");
    session.release();
    return shippedParts.beginPay(shop, ...asked);
  };
  const careless: Explorable = { ...sale, control: { says: "nobody ends a transaction", parts: { beginPay } } };
  const { violated, unknown, first } = await explore(lab, careless, {
    seed: 29,
    manner: { ...random, control: true },
  });
  expect({ violated, unknown }).toEqual({ violated: 1, unknown: 0 });
  expect(first!.about[0]).toMatch(
    /^the world does not come to rest: orders-\d pay ord-\d+ gives a connection back inside a transaction$/,
  );
  const effort = { runsMax: 1, confirmations: 3 };
  const { confirmed, trace } = await reduceOne(lab, careless, { seed: 29, control: true, violation: first!, effort });
  expect(confirmed).toBe(3);
  expect(trace.steps.length).toBeGreaterThan(0);
  expect(await explored({ ...random, runs: 1 })).toMatchObject({ violated: 0, unknown: 0 });
});

test("a plan of another shape is wrong use", async () => {
  await expect(replayed({ stock: 0 })).rejects.toThrow("The plan of the run cannot be read.");
});

test("what is found with a wrong part is made smaller, and breaks the same claim again from its plan", async () => {
  const { first, violated } = await explored({ ...random, from: 61, runs: 20, control: true });
  expect(violated).toBe(1);
  const { plan, departures, claim, confirmed, told } = await reduceOne(lab, sale, {
    seed: 29,
    control: true,
    violation: first!,
    effort: { runsMax: 150, confirmations: 10 },
  });
  expect(confirmed).toBe(10);
  expect(departures.split(",").length).toBeLessThanOrEqual(4);
  expect((plan as Plan).buyers).toHaveLength(1);
  expect(told[0]).toMatch(/^1 on sale/);
  const again = await explored({
    strategy: "replay",
    departures,
    plan: JSON.parse(JSON.stringify(plan)) as unknown,
    control: true,
  });
  expect(again.first?.about[0]).toContain(claim);
}, 180_000);
