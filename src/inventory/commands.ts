/** Every command by its name: what it says, and the part that judges it. */
import type { z } from "zod";
import type { Tx } from "../database.ts";
import type { Context } from "../parts.ts";
import type { Verdict } from "./answer.ts";
import type { Asked } from "./asked.ts";
import { confirmBody, releaseBody } from "./commands/end.ts";
import { reserveBody } from "./commands/reserve.ts";

export interface Command {
  /** Its path below /inventory. */
  readonly name: string;
  readonly body: z.ZodType<Asked>;
  readonly judge: (shop: Context, tx: Tx, asked: Asked) => Promise<Verdict>;
}

function command<B extends Asked>(
  name: string,
  body: z.ZodType<B>,
  judge: (shop: Context, tx: Tx, asked: B) => Promise<Verdict>,
): Command {
  return { name, body, judge: async (shop, tx, asked) => judge(shop, tx, asked as B) };
}

export const commands: readonly Command[] = [
  command("reserve", reserveBody, async (shop, tx, asked) => shop.parts.reserve(shop, tx, asked)),
  command("confirm", confirmBody, async (shop, tx, asked) => shop.parts.confirmReservation(shop, tx, asked)),
  command("release", releaseBody, async (shop, tx, asked) => shop.parts.releaseReservation(shop, tx, asked)),
];
