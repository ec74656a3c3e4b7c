/** A kind of plans: how its runs are drawn, told, performed and befallen. Sales are one, commands to the inventory another. */

import type { z } from "zod";
import type { Befalling } from "../grid/flight.ts";
import type { Flow } from "../grid/flow.ts";
import type { Stage } from "../stage.ts";
import type { Drawn } from "./draw.ts";
import type { FaultWord } from "./plan.ts";

export interface PlanKind<P> {
  readonly schema: z.ZodType<P>;
  readonly drawn: Drawn<P>;
  /** About how many choices a run has; PCT draws its changes among them. */
  choices(plan: P): number;
  /** In words, a line each. */
  tell(plan: P): readonly string[];
  /** What happens, and from what it begins. */
  flow(plan: P): Omit<Flow, "host" | "says" | "name" | "wrong">;
  befall(stage: Stage, plan: P): Befalling;
  /** The kinds of fault that it has in store, each as often as it does. */
  faults(plan: P): readonly FaultWord[];
}
