/** What befalls the database that all processes share: it crashes and recovers, in the middle of their work. */

import type { Blow, When } from "../../kernel/action.ts";
import { watchFor, type Point } from "../points.ts";
import type { Step } from "../step.ts";
import type { Befallen, Teller } from "./teller.ts";

const told: Readonly<Record<When, string>> = { before: ", just before it", after: "", reply: ", its reply lost" };

/** For experiments that declare `crashes`. When nothing is said of it, the moment itself is over and its reply has come. */
export function postgres(teller: Teller) {
  const { hosts } = teller;

  const crash = (moment: string, when: When, strikes: Blow["strikes"]): Step<Befallen> => {
    const text = `the database crashes ${moment}${told[when]}`;
    return teller.befall({ text, when, strikes }, text, "recovered", async () => {
      await hosts.crashDatabase();
      return `${text}, and recovers`;
    });
  };

  return {
    /** It crashes at the first such moment of the process on a host. */
    crashAt: (point: Point, { on, when = "after" }: { on: string; when?: When }) =>
      crash(`at "${point}" of ${on}`, when, watchFor(point, on)),
    /** It crashes at the nth decision from now; for its reply to be lost, at the first one from there that has a reply. */
    crashAtDecision: (nth: number, when: When = "after") => {
      let left = nth;
      return crash(`at decision ${nth} from here`, when, () => --left <= 0);
    },
  };
}
