import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { LabDatabase } from "../../postgres/lab.ts";
import { amiss, nothing, type Playing } from "../amiss.ts";
import { openDatabase } from "../lab.ts";
import type { Story } from "../story.ts";

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openDatabase({ kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

const played = async (story: (story: Story) => Promise<void>, playing: Playing = {}) => amiss(lab, story, playing);

describe("one hold", () => {
  test("is kept, confirmed once, and found again by whatever names it", async () => {
    const found = await played(async ({ inventory, shop }) => {
      const held = await inventory.reserve({ user: "ada", order: "o-1" }).expect("COMMITTED");
      await inventory.confirm(held).expect({ outcome: "COMMITTED", state: "CONFIRMED", http: 200 });
      await inventory.confirm(held).expect({ cause: "NOT_HELD", state: "CONFIRMED", http: 409 });
      await inventory.release(held).expect("REJECTED NOT_HELD");
      await shop.available().expect({ available: 3 });
      await inventory.lookUp(held).expect({ outcome: "COMMITTED", state: "HELD", versions: held.versions });
      await inventory.lookUpReservation(held).expect({ state: "CONFIRMED" });
      const { said } = await inventory.lookUpOrder("o-1");
      expect(said["reservations"]).toMatchObject([
        { reservation_id: "op-0001", operations: [{ command: "reserve" }, { command: "confirm" }, {}, {}] },
      ]);
      const [{ version } = { version: 0 }] = held.versions;
      const made = await inventory.lookUpVersion("sku-lab-01", version);
      expect(made.said).toMatchObject({ operation: "hold op-0001", kind: "HOLD", after: { available: 3, held: 1 } });
    });
    expect(found).toEqual(nothing);
  });

  test("is given back", async () => {
    const found = await played(async ({ inventory, shop }) => {
      const held = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
      await inventory.release(held).expect({ outcome: "COMMITTED", state: "RELEASED" });
      await inventory.confirm(held).expect({ cause: "NOT_HELD", state: "RELEASED" });
      await shop.available().expect({ available: 4 });
    });
    expect(found).toEqual(nothing);
  });

  test("is confirmed after its deadline only where the sweep decides", async () => {
    for (const [expiredHold, wanted] of [
      ["deadline-decides", "REJECTED DEADLINE_PASSED"],
      ["sweep-decides", "COMMITTED"],
    ] as const) {
      const found = await played(
        async ({ inventory, time }) => {
          const held = await inventory.reserve({ user: "ada", holdMs: 1_000 }).expect("COMMITTED");
          await time.pass(1_000);
          await inventory.confirm(held).expect(wanted);
        },
        { config: { expiredHold } },
      );
      expect(found).toEqual(nothing);
    }
  });

  test("belongs to the caller that made it, and to its tenant", async () => {
    const found = await played(async ({ inventory, shop }) => {
      const held = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
      await inventory.confirm(held, { caller: "market" }).expect({ cause: "NOT_YOURS", http: 403 });
      await inventory.release(held, { tenant: "other" }).expect({ cause: "NO_SUCH_RESERVATION", http: 404 });
      await inventory.lookUpReservation(held, { caller: "market" }).expect({ cause: "NO_SUCH_RESERVATION" });
      await inventory.lookUp(held, { caller: "market" }).expect({ cause: "NO_SUCH_OPERATION" });
      await inventory.reserve({ user: "ada", tenant: "other" }).expect("REJECTED NO_SUCH_UNIT");
      await inventory.lookUpVersion("sku-lab-01", 1, { tenant: "other" }).expect({ cause: "NO_SUCH_UNIT" });
      await inventory.confirm("ord-0001/r1").expect("REJECTED NO_SUCH_RESERVATION");
      const order = await shop.order({ user: "ada-2" }).expect("CREATED");
      await inventory.release(`${order.id}/r1`).expect("REJECTED NOT_YOURS");
      await shop.available().expect({ available: 2 });
    });
    expect(found).toEqual(nothing);
  });
});

describe("several units", () => {
  test("all or none, two lines of one added up", async () => {
    const found = await played(async ({ inventory, shop }) => {
      await shop.open({ sku: "night-2", total: 1 });
      const both = [{}, { of: "night-2" }];
      await inventory.reserve({ user: "ada", lines: [{}, {}] }).expect("REJECTED USER_LIMIT");
      await inventory.reserve({ user: "ada", lines: both }).expect("COMMITTED");
      await inventory.reserve({ user: "bob", lines: both }).expect("REJECTED SOLD_OUT");
      await inventory.reserve({ user: "bob", lines: [{}, { of: "night-9" }] }).expect("REJECTED NO_SUCH_UNIT");
      await inventory.reserve({ user: "bob", lines: [{ epoch: 2 }] }).expect("REJECTED EPOCH_MISMATCH");
      await shop.available().expect({ available: 3 });
    });
    expect(found).toEqual(nothing);
  });
});

describe("one operation", () => {
  test("is answered the same again, also when it was refused; other content under its id is refused", async () => {
    const found = await played(async ({ inventory, shop }) => {
      const wish = { user: "ada", order: "o-1", id: "op-a" };
      const first = await inventory.reserve(wish).expect("COMMITTED");
      const again = await inventory.reserve({ ...wish, deadlineMs: 700 }).expect("COMMITTED");
      expect(again.said).toEqual(first.said);
      await inventory.reserve({ ...wish, user: "bob" }).expect({ cause: "KEY_REUSED", http: 422 });
      await inventory.reserve({ ...wish, caller: "market" }).expect("REJECTED KEY_REUSED");
      const refused = { user: "ada", order: "o-2", id: "op-b" };
      await inventory.reserve(refused).expect("REJECTED USER_LIMIT");
      await inventory.release(first).expect("COMMITTED");
      await inventory.reserve(refused).expect("REJECTED USER_LIMIT");
      await shop.available().expect({ available: 4 });
    });
    expect(found).toEqual(nothing);
  });

  test("at once from several callers: one effect, and the others are told that it goes on, or how it ended", async () => {
    const seen = new Set<string>();
    for (const seed of Array.from({ length: 12 }, (_, i) => i + 1)) {
      const found = await played(
        async ({ inventory, shop, together }) => {
          const wish = { user: "ada", order: "o-1", id: "op-a" };
          const [a, b] = await together(inventory.reserve(wish), inventory.reserve({ ...wish, at: "inventory-2" }));
          for (const { outcome, state } of [a, b]) seen.add(`${outcome} ${state}`);
          await inventory.lookUp("op-a").expect("COMMITTED");
          await shop.available().expect({ available: 3 });
        },
        { seed },
      );
      expect(found).toEqual(nothing);
    }
    expect([...seen].sort()).toEqual(["ACCEPTED IN_PROGRESS", "COMMITTED HELD"]);
  });

  test("whose COMMIT is not answered is UNKNOWN, and the lookup finds what became of it", async () => {
    const found = await played(async ({ inventory, database, shop }) => {
      const lost = database("inventory-1").loseReplyAt("command committed");
      const held = await inventory
        .reserve({ user: "ada" })
        .expect({ outcome: "UNKNOWN", http: 503, next: "QUERY_STATUS" });
      await lost;
      await inventory.lookUp(held).expect({ outcome: "COMMITTED", state: "HELD" });
      await inventory.lookUp("op-none").expect({ cause: "NO_SUCH_OPERATION", http: 404, next: "RETRY_SAME" });
      await shop.available().expect({ available: 3 });
    });
    expect(found).toEqual(nothing);
  });

  test("whose service dies before COMMIT has left nothing, and is carried out when it is sent again", async () => {
    const found = await played(async ({ inventory, process, shop }) => {
      const held = await inventory.reserve({ user: "ada" }).expect("COMMITTED");
      const killed = process("inventory-1").killAt("command judged");
      await inventory.confirm(held, { id: "op-c" }).expect("io error");
      await killed;
      await inventory.lookUp("op-c").expect({ cause: "NO_SUCH_OPERATION", next: "RETRY_SAME" });
      await inventory.lookUpReservation(held).expect({ state: "HELD" });
      await inventory.confirm(held, { id: "op-c" }).expect("COMMITTED");
      await shop.available().expect({ available: 3 });
    });
    expect(found).toEqual(nothing);
  });

  test("with too little time left is not begun, and nothing is written", async () => {
    const found = await played(async ({ inventory }) => {
      const late = await inventory
        .reserve({ user: "ada", deadlineMs: 10 })
        .expect({ cause: "TOO_LITTLE_TIME", http: 408 });
      await inventory.lookUp(late).expect("REJECTED NO_SUCH_OPERATION");
      await inventory.reserve({ user: "ada", id: late.id }).expect("COMMITTED");
    });
    expect(found).toEqual(nothing);
  });
});
