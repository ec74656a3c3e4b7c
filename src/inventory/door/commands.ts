/** Every command by its name: what it says, and the part that judges it. */
import type { z } from "zod";
import type { Tx } from "../../database.ts";
import { markdownTable } from "../../diagram.ts";
import type { Context } from "../../parts.ts";
import type { Verdict } from "./answer.ts";
import type { Asked } from "./asked.ts";
import { adjustBody } from "./commands/adjust.ts";
import { createBody } from "./commands/create.ts";
import { confirmBody, releaseBody } from "./commands/end.ts";
import { forceBody, settleBody } from "./commands/force.ts";
import { lockBody, unlockBody } from "./commands/lock.ts";
import { refundBody } from "./commands/refund.ts";
import { reserveBody } from "./commands/reserve.ts";
import { approvedUnitBody, raiseBody, unitBody } from "./commands/life.ts";
import { rights, type CommandName } from "./roles.ts";

export interface Command {
  /** Its path below /inventory. */
  readonly name: CommandName;
  readonly says: string;
  readonly body: z.ZodType<Asked>;
  /** What is told of it while nobody knows what became of it. */
  readonly unknown: Pick<Verdict, "state" | "next">;
  /** Who sends it is asked first. */
  readonly judge: (shop: Context, tx: Tx, asked: Asked) => Promise<Verdict>;
}

type Judge<B> = (shop: Context, tx: Tx, asked: B) => Promise<Verdict>;

function command<B extends Asked>(
  name: CommandName,
  says: string,
  body: z.ZodType<B>,
  part: (shop: Context) => Judge<B>,
) {
  const judge = async (shop: Context, tx: Tx, asked: Asked): Promise<Verdict> =>
    shop.parts.permit(shop, name, asked) ?? part(shop)(shop, tx, asked as B);
  return { name, says, body, judge, unknown: { state: "UNKNOWN" } } satisfies Command;
}

export const commands: readonly Command[] = [
  command("reserve", "Keep pieces for a buyer, all or none.", reserveBody, ({ parts }) => parts.reserve),
  command("confirm", "Sell what is held.", confirmBody, ({ parts }) => parts.confirmReservation),
  command("release", "Give back what is held.", releaseBody, ({ parts }) => parts.releaseReservation),
  command("refund", "Take back what was sold.", refundBody, ({ parts }) => parts.refundReservation),
  // What is there already is not made again, so nobody need look first.
  {
    ...command("create", "Make units with their first pieces.", createBody, ({ parts }) => parts.create),
    unknown: { state: "FAILED_RETRYABLE", next: "RETRY_SAME" },
  },
  command("activate", "Put a unit on sale that is ready.", unitBody, ({ parts }) => parts.activate),
  command("adjust", "Book what was counted.", adjustBody, ({ parts }) => parts.adjust),
  command("lock", "Put pieces aside for an activity.", lockBody, ({ parts }) => parts.lockStock),
  command("unlock", "End an activity's lock.", unlockBody, ({ parts }) => parts.unlockStock),
  command("freeze", "Make no new promise of a unit.", unitBody, ({ parts }) => parts.freeze),
  command("unfreeze", "Sell it again, when its checks pass.", unitBody, ({ parts }) => parts.unfreeze),
  command("retire", "Take a unit off sale for good.", approvedUnitBody, ({ parts }) => parts.retire),
  command(
    "raise-epoch",
    "Have what a frozen unit has promised looked at again.",
    raiseBody,
    ({ parts }) => parts.raiseEpoch,
  ),
  command("settle", "End, or keep, a hold of an older epoch.", settleBody, ({ parts }) => parts.settleHold),
  command("force-release", "Give back what somebody else holds.", forceBody, ({ parts }) => parts.forceRelease),
];

/** The commands as a Markdown table. */
export function commandTable(): string {
  return markdownTable(
    ["command", "what it is for", "role", "approved"],
    commands.map(({ name, says }) => {
      const { by, approved } = { approved: false, ...rights[name] };
      return [`\`${name}\``, says, by, approved ? "by an APPROVER" : "no"];
    }),
  );
}
