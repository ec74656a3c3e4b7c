/** Archived rows are read and not compared. The guard that is missing: every row against its digest, every month against its checksum. */
import type { Parts } from "../../src/parts.ts";

export const digestsBelieved: Partial<Parts> = { flawsOf: () => [] };
