/** Every flow of the crash grid, in the order in which they are shown; the last one is a control. */
import type { Flow } from "../../harness/shop/grid/flow.ts";
import { buying, unguarded } from "./buying.ts";
import { callbacks } from "./callbacks.ts";
import { deciding } from "./deciding.ts";
import { ledger } from "./ledger.ts";
import { stock } from "./stock.ts";
import { workers } from "./workers.ts";

export const flows: readonly Flow[] = [
  ...[...buying, ...callbacks, ...deciding, ...workers, ...stock, ...ledger],
  unguarded,
];
