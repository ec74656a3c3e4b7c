/** What every command and every question names: who asks, for which tenant, and how the request is found again. */
import { z } from "zod";
import { limits } from "../../limits.ts";

/** An id that somebody chose: no blanks, so that it can stand in a sentence of the ledger. */
export const id = z
  .string()
  .max(limits.nameLengthMax)
  .regex(/^[\w.:-]+$/);

/** A reservation's: those of the order service have a slash in them, and no operation has. */
export const reservationId = z
  .string()
  .max(limits.nameLengthMax)
  .regex(/^[\w.:/-]+$/);

export const unitId = z
  .string()
  .max(limits.nameLengthMax)
  .regex(/^[\w.:/-]+$/);

export const quantity = z.int().min(1).max(limits.quantityMax);

/** As large as the database's integers. */
export const epoch = z.int32().min(1);

/** Why something is done, in words. */
export const reason = z.string().min(1).max(limits.reasonLengthMax);

export const who = { tenant: id, caller: id, trace_id: id };

export const common = {
  operation_id: id.describe("Unique in the whole system. Sent again with the same content, it is the same operation."),
  ...who,
  deadline_ms: z
    .int()
    .min(0)
    .max(limits.deadlineMsMax)
    .describe("Milliseconds that the caller will wait, from the request's arrival."),
};

/** What all commands have in common; each has more. */
export type Asked = Readonly<z.infer<ReturnType<typeof z.strictObject<typeof common>>>>;

/** Who asks a question. */
export type Asking = Pick<Asked, keyof typeof who>;
