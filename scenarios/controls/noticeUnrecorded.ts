/** A notice takes effect and is not written down. The guard that is missing: its row, in the transaction of its effect. */
import type { Parts } from "../../src/parts.ts";

export const noticeUnrecorded: Partial<Parts> = {
  recordNotice: () => Promise.resolve(),
};
