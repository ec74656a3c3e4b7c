/**
 * A callback is answered as soon as its effect is written, and committed together with others a little later. The guard
 * that is missing: the channel hears a 200 only after the COMMIT, for it will not come again.
 */
import { answerOf } from "../../src/order/notice.ts";
import type { Parts } from "../../src/parts.ts";

const gatherMs = 20;

export const answeredBeforeCommit: Partial<Parts> = {
  takeNotice: async (shop, notice) => {
    const { ports, parts } = shop;
    const { merchant_order, notify_id } = notice;
    const session = await ports.database.connect();
    let written = false;
    try {
      await session.query("BEGIN");
      const { effect } = await parts.applyAnswer(
        shop,
        session,
        merchant_order,
        answerOf(notice),
        `callback ${notify_id}`,
      );
      await parts.recordNotice(shop, session, notice, effect);
      written = true;
      return effect;
    } finally {
      if (!written) session.release(true);
      else {
        ports.background(`commits ${notify_id}`, async () => {
          await ports.clock.sleep(gatherMs);
          const committed = await session.query("COMMIT").then(
            () => true,
            () => false,
          );
          session.release(!committed);
        });
      }
    }
  },
};
