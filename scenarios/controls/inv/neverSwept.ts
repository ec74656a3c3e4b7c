/** Nobody sweeps: holds end by their delay tasks, or by who finds them too late. The guard that is missing: the net below them. */
import type { Parts } from "../../../src/parts.ts";

export const neverSwept: Partial<Parts> = {
  sweep: () => Promise.resolve({ released: [] }),
};
