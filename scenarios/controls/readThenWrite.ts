/**
 * An order is judged by what it was when somebody read it, and written as if it still were. The two guards that are
 * missing, either of which would be enough: the row's lock between reading and writing, and the condition on the status
 * in the statement that writes.
 */
import type { Parts } from "../../src/parts.ts";
import { lockDropped } from "./lockDropped.ts";
import { moveUnconditioned } from "./moveUnconditioned.ts";

export const readThenWrite: Partial<Parts> = { ...lockDropped, ...moveUnconditioned };
