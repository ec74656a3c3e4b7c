import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LabDatabase } from "../../postgres/lab.ts";
import { amiss, nothing, type Playing } from "../amiss.ts";
import { openDatabase } from "../lab.ts";
import type { Story } from "../story.ts";
import { sku } from "./teller.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const played = async (story: (story: Story) => Promise<void>, playing: Playing = {}) => amiss(lab, story, playing);

describe("a unit's life", () => {
  test("frozen: no new promise, those that were made go on; sold again when its checks pass", async () => {
    const found = await played(async ({ inventory, shop, time, sweeper }) => {
      const [a, b, c] = [
        await inventory.reserve({ user: "ada" }).expect("COMMITTED"),
        await inventory.reserve({ user: "bob" }).expect("COMMITTED"),
        await inventory.reserve({ user: "cid", holdMs: 500 }).expect("COMMITTED"),
      ];
      await inventory.unfreeze().expect("REJECTED WRONG_STATE");
      await inventory.freeze().expect({ outcome: "COMMITTED", state: "FROZEN" });
      await inventory.freeze().expect({ cause: "WRONG_STATE", state: "FROZEN" });
      await inventory.check().expect({ state: "CONFIRMING" });
      await inventory.reserve({ user: "dan" }).expect("REJECTED FROZEN");
      await inventory.lock(1).expect("REJECTED FROZEN");
      await inventory.adjust({ available: 1 }, { version: 5 }).expect("REJECTED FROZEN");
      await inventory.confirm(a).expect("COMMITTED");
      await inventory.release(b).expect("COMMITTED");
      await inventory.refund(a).expect("REJECTED FROZEN");
      await time.pass(500);
      const refused = await inventory.unfreeze().expect("REJECTED CHECKS_FAILED");
      expect(refused.said["checks"]).toEqual({
        safety: [],
        liveness: ["holds past their deadline: 1"],
        explanation: [],
      });
      await sweeper.run().expect("1");
      await inventory.unfreeze().expect({ outcome: "COMMITTED", state: "ACTIVE" });
      await inventory.confirm(c).expect("REJECTED NOT_HELD");
      await inventory.reserve({ user: "dan" }).expect("COMMITTED");
      await shop.available().expect({ available: 2 });
    });
    expect(found).toEqual(nothing);
  });

  test("not sold again while its events wait too long", async () => {
    const found = await played(async ({ inventory, time }) => {
      await inventory.freeze().expect("COMMITTED");
      await time.pass(60_001);
      const { said } = await inventory.unfreeze().expect("REJECTED CHECKS_FAILED");
      expect(said["checks"]).toMatchObject({ liveness: [expect.stringContaining("older than 60000 ms: 2")] });
    });
    expect(found).toEqual(nothing);
  });

  test("retired: what was sold stays sold, and nothing more is promised", async () => {
    const found = await played(async ({ inventory }) => {
      const held = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
      await inventory.retire(sku, { approver: "" }).expect("REJECTED NOT_APPROVED");
      await inventory.retire().expect({ outcome: "COMMITTED", state: "RETIRED" });
      await inventory.reserve({ user: "bob" }).expect("REJECTED RETIRED");
      await inventory.confirm(held).expect("COMMITTED");
      await inventory.check().expect({ state: "NOT_AVAILABLE" });
      await inventory.freeze().expect("REJECTED WRONG_STATE");
    });
    expect(found).toEqual(nothing);
  });

  test("an epoch raised: old holds wait to be settled, each once; new ones are of the new epoch", async () => {
    const found = await played(async ({ inventory, shop, time, sweeper }) => {
      const a = await inventory.reserve({ user: "ada", holdMs: 500 }).expect("COMMITTED");
      const b = await inventory.reserve({ user: "bob" }).expect("COMMITTED");
      await inventory.raiseEpoch().expect("REJECTED WRONG_STATE");
      await inventory.freeze().expect("COMMITTED");
      await inventory.raiseEpoch(sku, { epoch: 2 }).expect("REJECTED EPOCH_MISMATCH");
      await inventory.raiseEpoch().expect("COMMITTED");
      await inventory.confirm(b).expect({ cause: "EPOCH_MISMATCH", state: "HELD" });
      await inventory.release(b).expect("REJECTED EPOCH_MISMATCH");
      await inventory.forceRelease(b).expect("REJECTED EPOCH_MISMATCH");
      await time.pass(500);
      await sweeper.run().expect("0");
      await inventory.settle(a, "RELEASED").expect({ outcome: "COMMITTED", state: "RELEASED" });
      await inventory.settle(a, "RELEASED").expect("REJECTED NOT_HELD");
      await inventory.settle(b, "KEPT").expect({ outcome: "COMMITTED", state: "HELD" });
      await inventory.settle(b, "KEPT").expect("REJECTED NOT_OUTDATED");
      await inventory.unfreeze().expect("COMMITTED");
      await inventory.confirm(b).expect("COMMITTED");
      await inventory.reserve({ user: "cid", lines: [{ epoch: 1 }] }).expect("REJECTED EPOCH_MISMATCH");
      await inventory.reserve({ user: "cid", lines: [{ epoch: 2 }] }).expect("COMMITTED");
      await shop.available().expect({ available: 2 });
    });
    expect(found).toEqual(nothing);
  });
});

describe("stock that is corrected", () => {
  test("by differences, at the version that was counted, once, and never what was promised", async () => {
    const found = await played(async ({ inventory, shop }) => {
      const { versions } = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
      const version = versions[0]?.version ?? 0;
      await inventory.adjust({ available: 2 }, { version: version - 1 }).expect("REJECTED VERSION_CONFLICT");
      await inventory.adjust({ available: -4 }, { version }).expect("REJECTED BELOW_PROMISED");
      await inventory.adjust({ held: -1 }, { version }).expect({ cause: "INVALID", http: 400 });
      await inventory.adjust({ total: 9 }, { version }).expect("REJECTED INVALID");
      await inventory.adjust({}, { version }).expect("REJECTED INVALID");
      await inventory.adjust({ available: 1 }, { version, approver: "" }).expect("REJECTED NOT_APPROVED");
      await inventory.adjust({ available: 1 }, { version, approver: "mall" }).expect("REJECTED NOT_APPROVED");
      await inventory.adjust({ available: 1 }, { version, caller: "manager" }).expect("REJECTED NOT_ALLOWED");
      const of = { version, adjustment: "count-7" };
      await inventory.adjust({ available: -1, invalid: 1 }, of).expect("COMMITTED");
      await inventory.adjust({ available: -1, invalid: 1 }, of).expect("REJECTED ALREADY_DONE");
      await inventory.adjust({ available: 3 }, { version: version + 1 }).expect("COMMITTED");
      await shop.available().expect({ available: 5 });
    });
    expect(found).toEqual(nothing);
  });

  test("sold pieces come back where their unit's rule lets them", async () => {
    const found = await played(async ({ inventory, shop }) => {
      await inventory.create([{ unit: "ticket-1", total: 1, rules: { reversible: false } }]).expect("COMMITTED");
      const held = await inventory.reserve({ user: "ada", lines: [{}, { of: "ticket-1" }] }).expect("COMMITTED");
      await inventory.refund(held).expect({ cause: "NOT_SOLD", state: "HELD" });
      await inventory.confirm(held).expect("COMMITTED");
      await inventory.refund(held, { caller: "market" }).expect("REJECTED NOT_YOURS");
      await inventory.refund(held).expect({ outcome: "COMMITTED", state: "REFUNDED" });
      await inventory.refund(held).expect({ cause: "NOT_SOLD", state: "REFUNDED" });
      await shop.available().expect({ available: 4 });
      await shop.available("ticket-1").expect({ available: 0 });
      await inventory.check("ticket-1").expect({ state: "SOLD_OUT" });
      await inventory.freeze("ticket-1").expect("COMMITTED");
      await inventory.unfreeze("ticket-1").expect("COMMITTED");
    });
    expect(found).toEqual(nothing);
  });
});

describe("pieces put aside", () => {
  test("are held out of their lock, and come back to it or to ordinary sale as it is open or not", async () => {
    const found = await played(async ({ inventory, shop, together, sweeper, time }) => {
      const lock = await inventory.lock(3).expect({ outcome: "COMMITTED", state: "OPEN" });
      await inventory.lock(2).expect("REJECTED SOLD_OUT");
      await shop.available().expect({ available: 1 });
      const lines = [{ lock }];
      const [a, b, c] = [
        await inventory.reserve({ user: "ada", lines }).expect("COMMITTED"),
        await inventory.reserve({ user: "bob", lines, holdMs: 1_000 }).expect("COMMITTED"),
        await inventory.reserve({ user: "cid", lines }).expect("COMMITTED"),
      ];
      await inventory.reserve({ user: "dan", lines }).expect("REJECTED SOLD_OUT");
      await inventory.reserve({ user: "dan", lines: [{ lock: "op-none" }] }).expect("REJECTED NO_SUCH_LOCK");
      await inventory.reserve({ user: "dan", lines: [{ lock }, {}] }).expect("REJECTED INVALID");
      await inventory.release(a).expect("COMMITTED");
      await shop.available().expect({ available: 1 });
      await inventory.confirm(c).expect("COMMITTED");
      await inventory.freeze().expect("COMMITTED");
      await inventory.unlock(lock).expect("REJECTED FROZEN");
      await inventory.unfreeze().expect("COMMITTED");
      const [ended] = await together(inventory.unlock(lock), time.pass(1_000));
      expect(ended.said).toMatchObject({ outcome: "COMMITTED", state: "ENDED", returned: 1 });
      await inventory.unlock(lock).expect("REJECTED LOCK_ENDED");
      await inventory.reserve({ user: "dan", lines }).expect("REJECTED LOCK_ENDED");
      await shop.available().expect({ available: 2 });
      await sweeper.run().expect("1");
      await shop.available().expect({ available: 3 });
      await inventory.refund(c).expect("COMMITTED");
      await shop.available().expect({ available: 4 });
      await inventory.lookUpReservation(b).expect({ state: "RELEASED" });
    });
    expect(found).toEqual(nothing);
  });

  test("whatever the order in which an activity ends and its holds are released, none is lost", async () => {
    for (const seed of Array.from({ length: 12 }, (_, i) => i + 1)) {
      const found = await played(
        async ({ inventory, shop, together, time, sweeper }) => {
          const lock = await inventory.lock(3).expect("COMMITTED");
          const lines = [{ lock }];
          const a = await inventory.reserve({ user: "ada", lines }).expect("COMMITTED");
          await inventory.reserve({ user: "bob", lines, holdMs: 100 }).expect("COMMITTED");
          await inventory.reserve({ user: "cid", lines, holdMs: 100 }).expect("COMMITTED");
          await time.pass(100);
          await together(
            inventory.unlock(lock).expect("COMMITTED"),
            inventory.release(a).expect("COMMITTED"),
            sweeper.run(),
          );
          await sweeper.run();
          await shop.available().expect({ available: 4 });
        },
        { seed },
      );
      expect(found).toEqual(nothing);
    }
  });
});

describe("units that are made", () => {
  test("once, on sale or ready, or waiting for what is not ours; a contradiction is for a person", async () => {
    const found = await played(async ({ inventory }) => {
      const room = { unit: "room", total: 2 };
      await inventory.create([room], { onSale: false }).expect({ outcome: "COMMITTED", state: "READY" });
      await inventory.check("room").expect({ state: "NOT_YET_ON_SALE" });
      await inventory.reserve({ user: "ada", lines: [{ of: "room" }] }).expect("REJECTED NOT_ON_SALE");
      await inventory.create([room], { onSale: false }).expect({ outcome: "COMMITTED", state: "READY" });
      await inventory.activate("room").expect({ outcome: "COMMITTED", state: "ACTIVE" });
      const codes = { unit: "code", total: 5, rules: { unit_type: "CODE" } };
      await inventory.create([codes]).expect({ outcome: "COMMITTED", state: "CREATED" });
      const { said } = await inventory.check("code").expect({ state: "NOT_YET_ON_SALE" });
      expect(said).toMatchObject({ sellable: false, reasons: ["CODES_NOT_IMPORTED", "NOT_ON_SALE"], source: "FACTS" });
      const other = { ...room, rules: { reversible: false } };
      await inventory.create([other]).expect({ outcome: "MANUAL_REQUIRED", state: "FAILED_MANUAL", cause: "CONFLICT" });
      await inventory.create([{ ...room, unit: "room-b", rules: { sku_id: "room", product_id: "room" } }]).expect({
        state: "FAILED_MANUAL",
      });
      const part = await inventory.create([other, { unit: "night", total: 9 }]).expect({ state: "PARTIAL" });
      expect(part.said["units"]).toEqual([
        { unit_id: "night", state: "ACTIVE" },
        { unit_id: "room", state: "FAILED_MANUAL" },
      ]);
      await inventory.check("night").expect({ state: "AVAILABLE" });
      await inventory.check("night", { tenant: "other" }).expect("REJECTED NO_SUCH_UNIT");
    });
    expect(found).toEqual(nothing);
  });
});

describe("who may do what", () => {
  test("a refusal is written down, and nothing changes", async () => {
    const found = await played(async ({ inventory, shop }) => {
      const held = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
      await inventory.reserve({ user: "bob", caller: "nobody" }).expect({ cause: "NOT_ALLOWED", http: 403 });
      await inventory.reserve({ user: "bob", caller: "stockroom" }).expect("REJECTED NOT_ALLOWED");
      await inventory.freeze(sku, { caller: "mall" }).expect("REJECTED NOT_ALLOWED");
      await inventory.freeze(sku, { tenant: "other" }).expect("REJECTED NO_SUCH_UNIT");
      await inventory.forceRelease(held, { caller: "mall" }).expect("REJECTED NOT_ALLOWED");
      await inventory.forceRelease(held, { approver: "" }).expect("REJECTED NOT_APPROVED");
      await inventory.forceRelease(held, { approver: "stockroom" }).expect("REJECTED NOT_APPROVED");
      await inventory.forceRelease(held, { tenant: "other", approver: "manager" }).expect("REJECTED NOT_APPROVED");
      const refused = await inventory.raiseEpoch(sku, { approver: "nobody" }).expect("REJECTED NOT_APPROVED");
      await inventory.lookUp(refused, { caller: "auditor" }).expect({ cause: "NOT_APPROVED" });
      await inventory.lookUp(refused, { caller: "mall" }).expect({ cause: "NO_SUCH_OPERATION" });
      await inventory.lookUp(refused, { caller: "nobody" }).expect({ cause: "NOT_ALLOWED", http: 403 });
      await inventory.lookUpReservation(held).expect({ state: "HELD" });
      await inventory.forceRelease(held).expect({ outcome: "COMMITTED", state: "RELEASED" });
      await shop.available().expect({ available: 4 });
    });
    expect(found).toEqual(nothing);
  });
});
