/** What people do while the shop recovers: holds of an older epoch are settled, and dead events tried again. */

import type { Story } from "../../story.ts";
import { ofGuest, unitOf, type StockPlan } from "./plan.ts";

export async function attend({ inventory, inventoryRelay }: Story, plan: StockPlan, round: number): Promise<void> {
  const { units, guests, hands, poisoned } = plan;
  if (hands.some(({ does }) => does === "raise-epoch" || does === "rebuild")) {
    for (let nth = 1; nth <= guests.length; nth++) {
      await inventory.settle(ofGuest(nth), "RELEASED", { id: `settle-${round}-${ofGuest(nth)}` });
    }
  }
  for (let nth = 1; nth <= units; nth++) {
    const unit = unitOf(plan, nth);
    if (nth > 1 || poisoned === 0) await inventoryRelay.revive(unit);
  }
}
