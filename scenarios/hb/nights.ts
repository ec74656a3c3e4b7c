/** Several nights of one room: each is a unit of the hotel's, and a booking is one Reserve with a line a night, by its desk. */
import type { Story } from "../../harness/shop/scenario.ts";

type Inventory = Story["inventory"];

const tenant = "hotel";

/** So many rooms a night. */
export function openNights(inventory: Inventory, nights: readonly string[], total: number) {
  const rules = (slot: string) => ({ product_id: "hotel", sku_id: "double-room", unit_type: "TIME_SLOT", slot });
  const units = nights.map((unit) => ({ unit, total, rules: rules(unit) }));
  return inventory.create(units, { id: "op-nights", tenant }).expect({ outcome: "COMMITTED", state: "ACTIVE" });
}

export function book(
  inventory: Inventory,
  guest: string,
  nights: readonly string[],
  by: { readonly id?: string } = {},
) {
  const lines = nights.map((of) => ({ of }));
  return inventory.reserve({ ...by, user: guest, tenant, caller: "desk", lines });
}
