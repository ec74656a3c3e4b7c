/** The person who decides conflicts once the faults are over, where the sale leaves late money to one. */

import type { Decision } from "../../../src/order/conflict.ts";
import type { End } from "../books.ts";
import type { Story } from "../story.ts";

/** Decides all that waits as is wished; where no other place is left, the money goes back. */
export async function decideAll({ decider }: Story, wish: Decision["decision"] = "rehold"): Promise<void> {
  const { orders } = await decider.waiting();
  for (const order of orders) {
    const { text } = await decider.decide(order, wish);
    if (text.startsWith("NO_PLACE")) await decider.decide(order, "refund");
  }
}

/** Says once more what was decided, as if there had been no answer. */
export async function decideAgain({ decider }: Story, { books }: End): Promise<void> {
  for (const { orderId, decision } of books.conflicts) if (decision !== null) await decider.decide(orderId, decision);
}
