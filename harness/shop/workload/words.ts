/** A plan in words: a line for each thing that is to happen. */

import type { Blow, Buyer, Fate, Plan } from "./plan.ts";

/** What an order service has, where nothing is said of it. */
const usualPool = 10;

/** What becomes of money that comes late; nothing is said of what is usual. */
const lateMoney: Readonly<Record<Plan["lateSuccess"], (decides: Plan["decides"]) => string>> = {
  "rehold-or-refund": () => "",
  refund: () => "; money that comes late is given back",
  manual: (decides) =>
    `; money that comes late waits for a person, who ${decides === "refund" ? "gives it back" : "looks for another place"}`,
};

export function tellPlan({
  stock,
  perUser,
  poolSize,
  holdMs,
  lateSuccess,
  expiredHold,
  buyers,
  rounds,
  fates,
  blows,
  decides,
}: Plan): readonly string[] {
  const usual =
    lateMoney[lateSuccess](decides) +
    (expiredHold === "sweep-decides" ? "" : "; a hold past its deadline is lost, swept or not");
  const connections =
    poolSize === usualPool ? "" : `; an order service has ${poolSize} connection${poolSize === 1 ? "" : "s"}`;
  return [
    `${stock} on sale, at most ${perUser} a user, held for ${holdMs} ms${usual}${connections}`,
    ...buyers.map(tellBuyer),
    ...rounds.map(
      ({ worker, nth, atMs, times, everyMs }) =>
        `${worker}${nth === 1 ? "" : "-2"} runs at ${atMs} ms${times === 1 ? "" : `, ${times} times, ${everyMs} ms apart`}`,
    ),
    ...fates.map(tellFate),
    ...blows.map(tellBlow),
  ];
}

const misnotedWords: Readonly<Record<Exclude<Buyer["misnoted"], "nothing">, string>> = {
  amount: "a notice names another amount",
  currency: "a notice names another currency",
  object: "a notice names another payment object",
  refund: "a notice tells of a refund",
};

function tellBuyer(buyer: Buyer, place: number): string {
  const { user, atMs, service, then, pauseMs, twice, declined, refundRefused, misnoted, counter } = buyer;
  const steps =
    then.length === 0 ? "" : `, then ${then.join(", ")}${pauseMs === 0 ? "" : `, ${pauseMs} ms before each`}`;
  return [
    `user-${digits(user)} orders as key-${digits(place + 1)} at ${atMs} ms${service === 1 ? "" : " from orders-2"}${steps}`,
    ...(twice ? ["everything twice at once"] : []),
    ...(declined ? ["is declined"] : []),
    ...(refundRefused ? ["is refused the first refund"] : []),
    ...(misnoted === "nothing" ? [] : [misnotedWords[misnoted]]),
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

export function tellBlow({ blow, host, counts, before, after, forMs }: Blow<string>): string {
  const what = `its ${counts === "actions" ? "action" : "commit"} ${after + 1}`;
  const when = `${blow !== "reply lost" && before ? "before" : "at"} ${what}`;
  const theirs = when.replace("its", `${host}'s`);
  switch (blow) {
    case "database stops":
      return `${blow} ${theirs}`;
    case "clock jumps":
      return `${blow} by ${forMs} ms ${theirs}`;
    case "killed":
    case "paused":
      return `${host}: ${blow} ${when}, and goes on ${forMs} ms later`;
    default:
      return `${host}: ${blow} ${when}`;
  }
}

function digits(nth: number): string {
  return String(nth).padStart(4, "0");
}
