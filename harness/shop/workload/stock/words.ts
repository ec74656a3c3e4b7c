/** A plan of commands to the inventory in words: a line for each thing that is to happen. */

import { tellBlow } from "../words.ts";
import {
  ofGuest,
  ofHand,
  unitOf,
  type Guest,
  type Hand,
  type StockFate,
  type StockPlan,
  type StockRound,
} from "./plan.ts";

export function tellStockPlan(plan: StockPlan): readonly string[] {
  const { units, pieces, reversible, perUser, poolSize, holdMs, expiredHold, leaseMs, batch, tries } = plan;
  const { poisoned, archived, forced, guests, hands, rounds, fates, blows } = plan;
  return [
    [
      `${units} unit${units === 1 ? "" : "s"} of ${pieces}, at most ${perUser} a user, held for ${holdMs} ms`,
      ...(reversible ? [] : ["what comes back is void"]),
      ...(expiredHold === "sweep-decides" ? [] : ["a hold past its deadline is lost, swept or not"]),
      `a service has ${poolSize} connection${poolSize === 1 ? "" : "s"}`,
      `a relay leases ${batch} event${batch === 1 ? "" : "s"} for ${leaseMs} ms, and tries each ${tries} times`,
    ].join("; "),
    ...(poisoned === 0 ? [] : [`nobody can read the event of ${unitOf(plan, 1)} v${poisoned}`]),
    ...(archived ? ["the last month is in the archive"] : []),
    ...(forced === "nothing"
      ? []
      : [`a row of the ${archived ? "archive" : "ledger"} is ${forced} by force, and that is undone`]),
    ...guests.map((guest, place) => tellGuest(plan, guest, place + 1)),
    ...hands.map((hand, place) => tellHand(plan, hand, place + 1)),
    ...rounds.map(tellRound),
    ...fates.map((fate) => tellFate(plan, fate)),
    ...blows.map(tellBlow),
  ];
}

function tellGuest(plan: StockPlan, guest: Guest, number: number): string {
  const { user, seller, atMs, service, lines, lock, then, whose, pauseMs, twice, looks } = guest;
  const wanted = lines.map(({ unit, quantity }) => `${quantity} of ${unitOf(plan, unit)}`).join(", ");
  const what = whose === 0 ? "" : ` that of ${ofGuest(whose)}`;
  const pause = pauseMs === 0 ? "" : `, ${pauseMs} ms before each`;
  return [
    `${ofGuest(number)}, user ${user}, reserves ${wanted} at ${atMs} ms by ${seller} from inventory-${service}`,
    ...(lock === 0 ? [] : [`out of the lock of ${ofHand(lock)}`]),
    ...(then.length === 0 ? [] : [`then ${then.join(", ")}${what}${pause}`]),
    ...(twice ? ["everything twice at once"] : []),
    ...(looks ? ["looks after each"] : []),
  ].join("; ");
}

function tellHand(plan: StockPlan, { does, unit, of, quantity, atMs, service, twice }: Hand, number: number): string {
  const about = `${unitOf(plan, unit)}, number ${of}, ${quantity}`;
  return `${ofHand(number)}: ${does} (${about}) at ${atMs} ms from inventory-${service}${twice ? ", twice at once" : ""}`;
}

function tellRound({ worker, nth, atMs, times, everyMs }: StockRound): string {
  const again = times === 1 ? "" : `, ${times} times, ${everyMs} ms apart`;
  return `${worker}${worker === "inventory-relay" ? `-${nth}` : ""} runs at ${atMs} ms${again}`;
}

function tellFate(plan: StockPlan, { fate, kind, of, nth, lateMs }: StockFate): string {
  const which = nth === 0 ? "every" : nth === 1 ? "the first" : "the second";
  const ofWhom = kind === "change" ? `${unitOf(plan, 1)} v${of}` : kind === "view" ? unitOf(plan, of) : ofGuest(of);
  return `${which} ${kind} of ${of === 0 ? "all" : ofWhom}: ${fate}${fate.endsWith("late") ? ` by ${lateMs} ms` : ""}`;
}
