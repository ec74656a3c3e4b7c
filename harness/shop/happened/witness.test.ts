import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Seen } from "../../verdict/happened.ts";
import { askedOnce, moneyIsForPlaces, paidOnce, refundedInFull } from "../claims/money.ts";
import { neverOversold } from "../claims/places.ts";
import { experiment } from "../experiment.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import { openDatabase } from "../lab.ts";
import { passed } from "../points.ts";
import { play } from "../play.ts";
import { runExperiment } from "../run.ts";
import type { Story } from "../story.ts";
import { catalogue, families } from "./catalogue.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const told = experiment("T-01", {
  title: "A charge whose reply is lost, a second order that is not paid",
  stock: 2,
  async story({ shop, channel, process, recovery }) {
    const order = await shop.order({ user: "user-0001" });
    await shop.order({ user: "user-0002" });
    channel.on("charge", order).reply.lose();
    const callback = channel.on("callback", order).hold();
    process("orders-1").killAt("no answer recorded");
    await shop.pay(order);
    process("orders-1").start();
    await recovery.run();
    callback.releaseCopies(2);
  },
  holds: [paidOnce, refundedInFull],
});

describe("what happened in a run", () => {
  test("is counted by its faults, its trace, its messages and its books", async () => {
    const { seen } = await play(lab, told, { seed: 29, keepSource: false });
    expect(seen).toMatchObject({
      [families.messages]: { "reply lost": 1, "request held": 1, "request repeated": 1 },
      [families.blows]: { killed: 1 },
      [families.points]: { "order placed": 2, "pay begun": 1, "no answer recorded": 1, "query recorded": 1 },
      [families.moves]: { "-->CREATED": 2, "CREATED->PAYING": 1, "PAYING->UNKNOWN": 1, "UNKNOWN->PAID": 1 },
      [families.notices]: { "DUPLICATE PAID": 2 },
      [families.answers]: { "query CHARGED": 1 },
      [families.labels]: {},
    });
    expect(unlisted(seen)).toEqual([]);
  });

  test("a claim that it gave nothing to be checked on is counted as looked for, and is unknown", async () => {
    const { happened, verdict } = await runExperiment(lab, told, { seed: 29, keepSource: false });
    expect(happened?.shipped[families.claims]).toEqual({ [paidOnce.says]: 1, [refundedInFull.says]: 0 });
    expect(verdict).toBe("unknown");
  });
});

test("what is said of payments is unknown where nobody paid", async () => {
  const holds = [paidOnce, askedOnce, neverOversold, moneyIsForPlaces];
  const story = async ({ shop }: Story): Promise<void> => {
    await shop.order({ user: "user-0001" });
  };
  const unpaid = experiment("T-02", { title: "An order that nobody pays", stock: 2, story, holds });
  const { findings } = await runExperiment(lab, unpaid, { seed: 29, keepSource: false });
  expect(findings.map(({ says, verdict }) => [says, verdict])).toEqual(holds.map(({ says }) => [says, "unknown"]));
});

/** Names that happened although the catalogue does not have them. */
function unlisted(seen: Seen): readonly string[] {
  return Object.entries(seen).flatMap(([family, counts]) =>
    Object.keys(counts).filter((name) => catalogue[family]?.includes(name) === false),
  );
}

test("a point is passed by one task that does all of it in order", () => {
  const steps = [
    { task: "orders-1 pay", text: '0 orders-1 pay: UPDATE orders SET … ["a","CREATED","PAYING"] -> UPDATE 1' },
    { task: "orders-1 other", text: "0 orders-1 other: COMMIT -> COMMIT 0" },
    { task: "orders-1 pay", text: "0 orders-1 pay: COMMIT -> COMMIT 0" },
    { task: "orders-1 pay", text: "0 orders-1 pay: COMMIT -> COMMIT 0" },
  ];
  expect(passed(steps)).toEqual({ "pay begun": 1 });
  expect(passed(steps.slice(0, 2))).toEqual({});
});

describe("what can happen", () => {
  test("every family has each name once", () => {
    for (const names of Object.values(catalogue)) expect(names).toEqual([...new Set(names)]);
  });

  test("the labels of the rules are those of every way in which an order can stand", () => {
    const labels = catalogue[families.labels] ?? [];
    expect(labels).toEqual(expect.arrayContaining(["PAID_WITHOUT_CHARGE", "CANCELLED_BUT_RESERVATION_HELD"]));
    expect(labels).toEqual(expect.arrayContaining(["CHARGED_TWICE", "TOLD_BUT_NOT_SHIPPED"]));
    expect(labels).not.toContain("REFUNDED_BUT_RESERVATION_RELEASED");
  });
});
