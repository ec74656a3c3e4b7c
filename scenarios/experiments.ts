/** Every experiment, in the order in which they run. */
import type { Experiment } from "../harness/shop/scenario.ts";
import c29x04 from "./c29/04-reply-lost.ts";

export const experiments: readonly Experiment[] = [c29x04];
