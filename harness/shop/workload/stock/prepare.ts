/** What is there before a plan begins: its units on sale, and a ledger that is as old as it is said to be. */

import type { Story } from "../../story.ts";
import type { Order } from "../../verbs/teller.ts";
import { unitOf, type StockPlan } from "./plan.ts";

/** A month, and a little of the next one, ms. */
const monthMs = 31 * 86_400_000;

/** @returns an order of the shop's own, by whose place the ledger is tampered with; undefined where it is not. */
export async function prepare(story: Story, plan: StockPlan): Promise<Order | undefined> {
  const { inventory, inventoryRelay, shop, ledger, process, time } = story;
  const { units, pieces, reversible, poisoned, archived, forced } = plan;
  process("projector").start();
  const names = Array.from({ length: units }, (_, place) => unitOf(plan, place + 1));
  await inventory.create(
    names.map((unit) => ({ unit, total: pieces, rules: { reversible } })),
    { id: "create" },
  );
  let kept: Order | undefined;
  if (forced !== "nothing") {
    kept = await shop.order({ user: "user-kept" });
    await shop.pay(kept);
  }
  if (archived) {
    for (const unit of names) await inventory.adjust({ available: 1 }, { unit, version: 1, id: `counted-${unit}` });
    await time.pass(monthMs);
    await ledger.archive("2026-01");
  }
  // Of later versions there is no event yet: see perform.ts.
  if (poisoned === 1) await inventoryRelay.garble({ of: unitOf(plan, 1), version: 1 });
  return kept;
}
