/**
 * Schedules told by how they depart from the default one: a list of departures is a schedule, and the same list gives the
 * same run. Whatever strategy chose, its run can be told so, and is shown again by the list.
 */

import type { Strategy } from "../kernel/action.ts";
import { inDefaultOrder } from "./defaultSchedule.ts";

/** At this choice another action than the default one. */
export interface Departure {
  /** Which choice, from 1; a decision with one possible action is no choice. */
  readonly choice: number;
  /** Which of the others, from 1, in the default schedule's order. */
  readonly other: number;
}

/** A departure as it happened: what was picked, and what the default schedule would have. */
export interface Departed extends Departure {
  readonly picked: string;
  readonly insteadOf: string;
}

/** The default schedule but for these departures. One to what cannot happen is skipped. */
export function departing(planned: readonly Departure[]): Strategy {
  const others = new Map(planned.map(({ choice, other }) => [choice, other]));
  let choice = 0;
  return {
    pick(actions, last) {
      const order = inDefaultOrder(actions, last);
      return order[others.get(++choice) ?? 0] ?? order[0] ?? 0;
    },
  };
}

/** Lets another strategy choose, and writes down what it did. */
export class Recorder implements Strategy {
  /** How many other actions there were at each choice. */
  readonly others: number[] = [];
  readonly departed: Departed[] = [];
  readonly #strategy: Strategy;

  constructor(strategy: Strategy) {
    this.#strategy = strategy;
  }

  readonly pick: Strategy["pick"] = (actions, last) => {
    const picked = this.#strategy.pick(actions, last);
    const order = inDefaultOrder(actions, last);
    const choice = this.others.push(actions.length - 1);
    const other = order.indexOf(picked);
    const text = (place = 0): string => actions[place]?.text ?? "";
    if (other > 0) this.departed.push({ choice, other, picked: text(picked), insteadOf: text(order[0]) });
    return picked;
  };
}

/** `12:3,40:1`; "none" when there is no departure. */
export function writeDepartures(departures: readonly Departure[]): string {
  return departures.map(({ choice, other }) => `${choice}:${other}`).join(",") || "none";
}

/** Undefined when the word is no list of departures. */
export function readDepartures(word: string): readonly Departure[] | undefined {
  if (word === "none") return [];
  const parts = word.split(",").map((part) => /^([1-9]\d*):([1-9]\d*)$/.exec(part));
  const list = parts.flatMap((found) =>
    found === null ? [] : [{ choice: Number(found[1]), other: Number(found[2]) }],
  );
  const rising = list.every(({ choice }, nth) => nth === 0 || choice > (list[nth - 1]?.choice ?? 0));
  return list.length === parts.length && rising ? list : undefined;
}
