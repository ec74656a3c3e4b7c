/**
 * Moments at which a process of the shop can be made to die or to stand still: a closed list, a sentence each. A point
 * is met by one task of a host that does certain things in order; the last of them is the moment.
 */

import type { OrderStatus } from "../../src/order/machine.ts";
import type { Task } from "../kernel/task.ts";
import { readStep, type Step } from "../kernel/trace.ts";

export type Point =
  | "charge answered" // the money has moved, the answer has arrived, nothing of it is recorded
  | "event written" // the place confirmed, PAID and its event written; the transaction is still open
  | "event applied" // the consumer has admitted an event and written its effect; the transaction is still open
  | "third event taken" // the consumer has answered for three events; none of them is marked
  | "events leased" // a relay of the inventory's events has its batch; nothing of it is sent
  | "stock event taken" // the projector has answered for it; it is not marked
  | "views compared" // somebody knows which views drifted, and has done nothing about it
  | "callback answered" // the channel has its 200, and will not tell the shop again
  | "paid, not told" // PAID is committed; whoever is to be told directly has not heard yet
  | "query answered" // recovery knows what became of the charge, and has not begun to record it
  | "refund answered" // the money has gone back, the answer has arrived, nothing of it is recorded
  | "refund attempt under way" // the server has the statement that counts it, which is not committed, or waits for a lock
  // Moments at which the server has just committed, and its reply is on the way:
  | "order placed" // the order, with its hold
  | "pay begun" // PAYING; the channel has not been called
  | "charge recorded" // what the channel answered, and what that did to the order
  | "no answer recorded" // UNKNOWN
  | "order cancelled" // by its buyer, or because its hold is over
  | "callback recorded" // what the channel told, and what that did to the order
  | "holds released" // those whose time was over
  | "query recorded" // what the channel answered to a query
  | "close recorded" // what the channel answered to a close
  | "refund attempt counted" // the channel has not been asked yet
  | "refund recorded" // what the channel answered
  | "events marked" // as published
  | "event recorded" // the consumer has shipped, and knows the event
  | "arrival recorded" // the consumer has counted an event's arrival
  | "command judged" // and its answer written down; the transaction is still open
  | "command committed"; // an inventory's command, with its effect and its answer

/** A move of an order into this state: it is written with its id, the state it leaves, and this one. */
const becomes = (status: OrderStatus): RegExp => new RegExp(`UPDATE orders .*\\["[^"]*","[A-Z]+","${status}"`);
const becomesPaid = becomes("PAID");
const commit = /: COMMIT$/;
const autocommit = /: commits$/;
const eventTaken = /receives the reply to event /;

/** What the task does, in order, by the texts of its actions. The blow falls after the last, before the task goes on. */
const moments: Readonly<Record<Point, readonly RegExp[]>> = {
  "charge answered": [/receives the reply to charge /],
  "event written": [becomesPaid, /: INSERT INTO outbox /],
  "event applied": [/[:;] INSERT INTO ful_inbox /, /[:;] INSERT INTO fulfillment /],
  "third event taken": [eventTaken, eventTaken, eventTaken],
  "events leased": [/: WITH RECURSIVE leased AS /, autocommit],
  "stock event taken": [/receives the reply to change /],
  "views compared": [/FROM inventory_balance b JOIN inventory_unit /, autocommit],
  "callback answered": [/receives the reply to callback /],
  "paid, not told": [becomesPaid, commit],
  "query answered": [/receives the reply to query /],
  "refund answered": [/receives the reply to refund /],
  "refund attempt under way": [/: UPDATE refund /],
  "order placed": [/INSERT INTO orders /, commit],
  "pay begun": [becomes("PAYING"), commit],
  "charge recorded": [/receives the reply to charge /, commit],
  "no answer recorded": [/waits no longer for charge /, commit],
  "order cancelled": [becomes("CANCELLED"), commit],
  "callback recorded": [/: INSERT INTO payment_notification /, commit],
  "holds released": [/UPDATE reservation .*"RELEASED"/, commit],
  "query recorded": [/receives the reply to query /, commit],
  "close recorded": [/receives the reply to close /, commit],
  "refund attempt counted": [/: UPDATE refund /, autocommit],
  "refund recorded": [/receives the reply to refund /, commit],
  "events marked": [/: UPDATE outbox /, commit],
  "event recorded": [/: INSERT INTO fulfillment /, commit],
  "arrival recorded": [/: INSERT INTO ful_received /, autocommit],
  "command judged": [/: INSERT INTO inventory_operation /],
  "command committed": [/: INSERT INTO inventory_operation /, commit],
};

export const points = Object.keys(moments) as readonly Point[];

/** How often some task came past each point, in a whole run. */
export function passed(steps: readonly Step[]): Readonly<Partial<Record<Point, number>>> {
  const times = new Map<Point, number>();
  const ways = new Map<string, Map<Point, number>>();
  for (const { text: step, task } of steps) {
    if (task === undefined || !ofInterest.test(step)) continue;
    const { text } = readStep(step);
    const way = ways.get(task) ?? new Map<Point, number>();
    ways.set(task, way);
    for (const point of points) {
      const at = way.get(point) ?? 0;
      if (moments[point][at]?.test(text) !== true) continue;
      const there = at + 1 === moments[point].length;
      way.set(point, there ? 0 : at + 1);
      if (there) times.set(point, (times.get(point) ?? 0) + 1);
    }
  }
  return Object.fromEntries(times);
}

/** Only so that other decisions cost nothing: whatever a moment needs has one of these. */
const ofInterest = /COMMIT|commits|leased|FROM inventory_balance|INSERT INTO|UPDATE|receives the reply|waits no longer/;

/** Watches the actions of one host for a point. */
export function watchFor(point: Point, host: string): (task: Task | undefined, text: string) => boolean {
  let left = moments[point];
  let who: Task | undefined;
  return (task, text) => {
    if (task?.host !== host || (who !== undefined && task !== who)) return false;
    const [next, ...rest] = left;
    if (next === undefined || !next.test(text)) return false;
    left = rest;
    who = task;
    return rest.length === 0;
  };
}
