/** A plan in words: a line for each thing that is to happen. */

import type { Blow, Buyer, Fate, Plan } from "./plan.ts";

/** What an order service has, where nothing is said of it. */
const usualPool = 10;

export function tellPlan({
  stock,
  perUser,
  poolSize,
  holdMs,
  lateSuccess,
  buyers,
  rounds,
  fates,
  blows,
  jumps,
}: Plan): readonly string[] {
  const usual = lateSuccess === "rehold-or-refund" ? "" : "; money that comes late is given back";
  const connections =
    poolSize === usualPool ? "" : `; an order service has ${poolSize} connection${poolSize === 1 ? "" : "s"}`;
  return [
    `${stock} on sale, at most ${perUser} a user, held for ${holdMs} ms${usual}${connections}`,
    ...buyers.map(tellBuyer),
    ...rounds.map(({ worker, nth, atMs }) => `${worker}${nth === 1 ? "" : "-2"} runs at ${atMs} ms`),
    ...fates.map(tellFate),
    ...blows.map(tellBlow),
    ...jumps.map(({ atMs, byMs }) => `the clock jumps by ${byMs} ms at ${atMs} ms`),
  ];
}

function tellBuyer({ user, atMs, service, then, pauseMs, twice, declined, counter }: Buyer, place: number): string {
  const steps =
    then.length === 0 ? "" : `, then ${then.join(", ")}${pauseMs === 0 ? "" : `, ${pauseMs} ms before each`}`;
  return [
    `user-${digits(user)} orders as key-${digits(place + 1)} at ${atMs} ms${service === 1 ? "" : " from orders-2"}${steps}`,
    ...(twice ? ["everything twice at once"] : []),
    ...(declined ? ["is declined"] : []),
    ...(counter === "nothing"
      ? []
      : [counter === "close" ? "has it closed at the channel's counter" : "pays at the channel's counter"]),
  ].join("; ");
}

function tellFate({ fate, kind, order, nth, lateMs }: Fate): string {
  const which = nth === 0 ? "every" : nth === 1 ? "the first" : "the second";
  const about = order === 0 ? "all" : `${kind === "order" ? "key" : "ord"}-${digits(order)}`;
  return `${which} ${kind} of ${about}: ${fate}${fate.endsWith("late") ? ` by ${lateMs} ms` : ""}`;
}

function tellBlow({ blow, host, before, after, againMs }: Blow): string {
  const when = blow !== "reply lost" && before ? `before its action ${after + 1}` : `at its action ${after + 1}`;
  const again = blow === "killed" || blow === "paused" ? `, and goes on ${againMs} ms later` : "";
  return blow === "database stops" ? `${blow} ${when.replace("its", `${host}'s`)}` : `${host}: ${blow} ${when}${again}`;
}

function digits(nth: number): string {
  return String(nth).padStart(4, "0");
}
