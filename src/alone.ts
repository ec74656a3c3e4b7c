/** For tests of the doors: a shop that reaches nothing. Its database is down, and nobody hears its messages. */
import { configure } from "./config.ts";
import { shippedParts, type Parts } from "./parts.ts";
import { createShop } from "./service.ts";

/** @param told the parts that answer as the test says. */
export function shopAlone(told: Partial<Parts>) {
  const reported: string[] = [];
  const url = "http://nowhere.test";
  const shop = createShop(
    {
      clock: { nowMs: () => 0, sleep: async () => undefined },
      fetch: async () => Promise.reject(new Error("no message belongs here")),
      database: { connect: async () => Promise.reject(new Error("secret: the database is down")) },
      background: () => undefined,
      report: (what, error) => void reported.push(`${what}: ${String(error)}`),
    },
    configure({ channelUrl: url, ordersUrl: url, fulfillmentUrl: url, projectorUrl: url }),
    { ...shippedParts, ...told },
  );
  return { shop, url, reported };
}
