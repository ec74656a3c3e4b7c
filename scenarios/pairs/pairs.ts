/** Every pair, in the order in which they are explored and shown. */
import type { Pair } from "../../harness/shop/explore/pair.ts";
import { buying } from "./buying.ts";
import { relaying } from "./relaying.ts";
import { reserving } from "./reserving.ts";
import { settling } from "./settling.ts";

export const pairs: readonly Pair[] = [...buying, ...settling, ...relaying, ...reserving];
