/** An event on its way from the orders to their consumer. */
import { z } from "zod";
import { limits } from "../limits.ts";

const name = z.string().min(1).max(limits.nameLengthMax);

export const event = z.object({
  event_id: z.int().min(1),
  order_id: name,
  event_type: name,
  order_version: z.int().min(1),
});

export const deliveryReply = z.object({ effect: z.enum(["APPLIED", "DUPLICATE", "STALE"]) });

export type Event = z.infer<typeof event>;
/** DUPLICATE: this event was here before. STALE: a newer version of its order was. Neither ships anything. */
export type Delivery = z.infer<typeof deliveryReply>["effect"];
