/** How the lists of guards are written. */
import type { Guard } from "../../harness/shop/scenario.ts";

/** What is wrong without it, the wrong part, and why that does no harm, if it does none. */
type Removal = readonly [says: string, parts: Guard["parts"], besides?: Pick<Guard, "among" | "harmless">];

/** Those of one area, by their names. */
export function of(area: string, removals: Readonly<Record<string, Removal>>): readonly Guard[] {
  return Object.entries(removals).map(([name, [says, parts, besides]]) => ({ name, area, says, parts, ...besides }));
}
