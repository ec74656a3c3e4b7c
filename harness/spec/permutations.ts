/** Every order of the steps of a spec's sessions, in the order in which `isolationtester` goes through them. */
import type { Spec, Step } from "./spec.ts";

export interface Explored {
  readonly possible: number;
  readonly impossible: number;
}

/**
 * @param run carries out one order. It gives the place of the step that could not run, or nothing when all ran; orders that
 *   begin the same way up to that step are then left out.
 */
export async function everyOrder(
  { sessions }: Spec,
  run: (order: readonly Step[]) => Promise<number | undefined>,
): Promise<Explored> {
  const taken = sessions.map(() => 0);
  const order: Step[] = [];
  let possible = 0;
  let impossible = 0;
  /** Gives the place from which the order it ended with was impossible. */
  const walk = async (): Promise<number | undefined> => {
    const left = sessions.filter(({ steps }, index) => taken[index]! < steps.length);
    if (left.length === 0) {
      const cut = await run(order);
      if (cut === undefined) possible += 1;
      else impossible += ordersOf(sessions.map(({ steps }, index) => steps.length - countOf(order, index, cut)));
      return cut;
    }
    const place = order.length;
    for (const { steps } of left) {
      const { session } = steps[0]!;
      order.push(steps[taken[session]!]!);
      taken[session]! += 1;
      const cut = await walk();
      taken[session]! -= 1;
      order.pop();
      if (cut !== undefined && cut < place) return cut;
    }
    return undefined;
  };
  await walk();
  return { possible, impossible };
}

/** How many steps of a session stand in an order, up to the place given and with it. */
function countOf(order: readonly Step[], session: number, place: number): number {
  return order.slice(0, place + 1).filter((step) => step.session === session).length;
}

/** In how many ways piles of that many steps each can be put in one order. */
export function ordersOf(counts: readonly number[]): number {
  let orders = 1;
  let sum = 0;
  for (const count of counts) {
    for (let one = 1; one <= count; one++) orders = (orders * ++sum) / one;
  }
  return Math.round(orders);
}
