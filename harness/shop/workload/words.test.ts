import { expect, test } from "vitest";
import type { Plan } from "./plan.ts";
import { tellPlan } from "./words.ts";

test("a plan in words: everything that is to happen, and nothing that is as usual", () => {
  const buyer = {
    user: 1,
    atMs: 0,
    service: 1,
    then: [],
    pauseMs: 0,
    twice: false,
    declined: false,
    refundRefused: false,
    misnoted: "nothing",
    counter: "nothing",
  } as const;
  const blow = { host: "orders-1", counts: "actions", before: true, after: 4, forMs: 20 } as const;
  const fate = { kind: "charge", order: 1, nth: 1, lateMs: 900 } as const;
  const plan = {
    ...{ stock: 2, perUser: 1, poolSize: 1, holdMs: 60_000, lateSuccess: "refund", expiredHold: "deadline-decides" },
    decides: "rehold",
    buyers: [
      { ...buyer, then: [] },
      {
        ...buyer,
        user: 2,
        service: 2,
        then: ["pay", "cancel"],
        pauseMs: 7,
        twice: true,
        declined: true,
        refundRefused: true,
        misnoted: "amount",
        counter: "close",
      },
    ],
    rounds: [{ worker: "relay", nth: 2, atMs: 60_000, times: 3, everyMs: 300 }],
    fates: [
      { ...fate, fate: "reply late" },
      { ...fate, fate: "request lost", kind: "order", nth: 0 },
    ],
    blows: [
      { ...blow, blow: "killed" },
      { ...blow, blow: "reply lost", counts: "commits" },
      { ...blow, blow: "database stops" },
      { ...blow, blow: "clock jumps", forMs: 3_600_000 },
    ],
  } satisfies Plan;
  expect(tellPlan(plan)).toEqual([
    "2 on sale, at most 1 a user, held for 60000 ms; money that comes late is given back; a hold past its deadline is lost, swept or not; an order service has 1 connection",
    "user-0001 orders as key-0001 at 0 ms",
    "user-0002 orders as key-0002 at 0 ms from orders-2, then pay, cancel, 7 ms before each; everything twice at once; is declined; is refused the first refund; a notice names another amount; has it closed at the channel's counter",
    "relay-2 runs at 60000 ms, 3 times, 300 ms apart",
    "the first charge of ord-0001: reply late by 900 ms",
    "every order of key-0001: request lost",
    "orders-1: killed before its action 5, and goes on 20 ms later",
    "orders-1: reply lost at its commit 5",
    "database stops before orders-1's action 5",
    "clock jumps by 3600000 ms before orders-1's action 5",
  ]);
  const first = (changed: Partial<Plan>) => tellPlan({ ...plan, ...changed })[0];
  expect(first({ lateSuccess: "manual" })).toContain("waits for a person, who looks for another place; a hold");
  expect(first({ lateSuccess: "manual", decides: "refund" })).toContain(
    "waits for a person, who gives it back; a hold",
  );
});
