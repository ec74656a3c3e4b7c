/** Shares the exhaustive searches of each thing among the lab's processes. What comes out is the same, whoever made it. */

import { exhausted } from "../explore/joined.ts";
import type { Exploration, ExploredCard, Part, Share } from "../verdict/exploration.ts";
import type { LabUse } from "./session.ts";

/** So many shares for each process, because some have more to do than others. */
const sharesEach = 4;

/** One process of one machine makes no shares. @param part of several machines'; the control is the first one's. */
function sharesOf({ nth, of }: Part, atOnce: number): readonly (Share | undefined)[] {
  if (of === 1 && atOnce === 1) return [undefined];
  const count = atOnce === 1 ? 1 : atOnce * sharesEach;
  const divided = (search: Share["search"]): readonly Share[] =>
    Array.from({ length: count }, (_, share) => ({ search, nth: nth + of * share, of: of * count }));
  const control: Share = { search: "control", nth: 1, of: 1 };
  return [...(nth === 1 ? [control] : []), ...divided("shipped"), ...divided("faulted")];
}

/** In their order, each when all of its shares are done; what was interrupted is left out. */
export async function* exhaustEach(
  use: LabUse,
  explored: readonly ExploredCard[],
  part: Part,
  explore: (card: ExploredCard, share: Share | undefined) => Promise<Exploration>,
): AsyncGenerator<Exploration> {
  const shares = sharesOf(part, use.atOnce);
  const work = explored.flatMap((card) => shares.map((share) => ({ card, share })));
  let parts: (Exploration | undefined)[] = [];
  for (const running of use.each(work, ({ card, share }) => explore(card, share))) {
    parts.push(await running);
    if (parts.length < shares.length) continue;
    const done = parts.filter((part) => part !== undefined);
    if (done.length === shares.length) yield exhausted(done); // Interrupted, a later one may have been done before.
    parts = [];
  }
}
