/** Shares the exhaustive searches of each thing among the lab's processes. What comes out is the same, whoever made it. */

import { exhausted } from "../explore/joined.ts";
import type { Exploration, ExploredCard, Part, Share } from "../verdict/exploration.ts";
import type { LabUse } from "./session.ts";

/** So many shares for each process, because some have more to do than others, and an interrupt loses but those begun. */
const sharesEach = 4;

/** @param part of several machines'; the control is the first one's. */
function sharesOf({ nth, of }: Part, atOnce: number): readonly Share[] {
  const count = atOnce * sharesEach;
  const divided = (search: Share["search"]): readonly Share[] =>
    Array.from({ length: count }, (_, share) => ({ search, nth: nth + of * share, of: of * count }));
  const control: Share = { search: "control", nth: 1, of: 1 };
  return [...(nth === 1 ? [control] : []), ...divided("shipped"), ...divided("faulted")];
}

/** What the shares of one thing found, and whether all of them were made. */
interface Exhausted {
  readonly found: Exploration;
  readonly whole: boolean;
}

/** In their order, each when all of its shares are done, or as far as they were when the user interrupted. */
export async function* exhaustEach(
  use: LabUse,
  explored: readonly ExploredCard[],
  part: Part,
  explore: (card: ExploredCard, share: Share) => Promise<Exploration>,
): AsyncGenerator<Exhausted> {
  const shares = sharesOf(part, use.atOnce);
  const work = explored.flatMap((card) => shares.map((share) => ({ card, share })));
  let parts: (Exploration | undefined)[] = [];
  for (const running of use.each(work, ({ card, share }) => explore(card, share))) {
    parts.push(await running);
    if (parts.length < shares.length) continue;
    const done = parts.filter((part) => part !== undefined);
    const whole = done.length === shares.length;
    if (done.length > 0) yield { found: whole ? exhausted(done) : { ...exhausted(done), partial: true }, whole };
    parts = [];
  }
}
