/**
 * The projector applies whatever event it has not seen before. The guards that are missing: the version, by which only the very next
 * one is applied, and the epoch, by which nothing from before it is.
 */
import type { Parts } from "../../src/parts.ts";

export const whateverComes: Partial<Parts> = { judgeStockEvent: () => "APPLIED" };
