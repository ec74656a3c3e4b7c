/** What befalls the database that all processes share: it crashes and recovers, in the middle of their work. */

import type { Blow } from "../../kernel/action.ts";
import type { Op } from "../../kernel/op.ts";
import { watchFor, type Point } from "../points.ts";
import type { Step } from "../step.ts";
import type { Befallen } from "./processes.ts";
import type { Teller } from "./teller.ts";

/** For experiments that declare `crashes`. */
export function postgres(teller: Teller) {
  const { hosts } = teller;

  const crash = (when: string, strikes: Blow["strikes"]): Step<Befallen> => {
    const text = `the database crashes ${when}`;
    const op: Op<Befallen> = hosts.world.expect(text);
    hosts.world.prepareBlow({
      text,
      strikes,
      land: async () => {
        await hosts.crashDatabase();
        op.end({ value: { how: "recovered" } });
        return `${text}, and recovers`;
      },
    });
    return teller.step(text, op, (befallen) => befallen.how);
  };

  return {
    /** It crashes at the first such moment of the process on a host. */
    crashAt: (point: Point, { on }: { on: string }) => crash(`at "${point}" of ${on}`, watchFor(point, on)),
    /** It crashes after so many decisions from now. */
    crashAfter: (decisions: number) => {
      let left = decisions;
      return crash(`after ${decisions} decisions`, () => left-- <= 1);
    },
  };
}
