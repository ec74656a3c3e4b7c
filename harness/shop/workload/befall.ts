/** Prepares what a plan has in store for a run: fates of messages, blows to processes, to the database and to the clock. */

import type { Blow as Prepared, When } from "../../kernel/action.ts";
import { anybody, type Rule, type Target } from "../../network/faults.ts";
import type { Befalling } from "../grid/flight.ts";
import type { Stage } from "../stage.ts";
import { errorLikeAnswer, gatewayPage } from "./garbled.ts";
import { hostWords, type Blow, type Fate, type Plan } from "./plan.ts";

/** A fate, and which messages it befalls. */
interface Dealt extends Pick<Fate, "fate" | "lateMs"> {
  readonly target: Target;
}

/** How each fate is dealt. */
const deals: Readonly<Record<Fate["fate"], (rule: Rule, fate: Dealt) => void>> = {
  "request lost": ({ request }) => void (request.lost = true),
  "reply lost": ({ reply }) => void (reply.lost = true),
  "broken off": ({ reply }) => void (reply.broken = true),
  "request late": ({ request }, { lateMs }) => void (request.delayMs = lateMs),
  "reply late": ({ reply }, { lateMs }) => void (reply.delayMs = lateMs),
  twice: ({ request }) => void (request.copies = 2),
  "gateway fails": ({ request }) => void (request.instead = gatewayPage),
  "answered in error": ({ request }, { target }) =>
    void (request.instead = errorLikeAnswer(target.kind as Fate["kind"])),
  "reply cut short": ({ reply }) => void (reply.cut = true),
};

export function befall(stage: Stage, { fates, blows }: Plan): Befalling {
  const dealt = fates.map(({ kind, order, nth, ...fate }) => {
    const about = order === 0 ? anybody : `${kind === "order" ? "key" : "ord"}-${String(order).padStart(4, "0")}`;
    return { ...fate, target: { kind, about, nth: nth === 0 ? ("every" as const) : nth } };
  });
  return befallen(stage, { fates: dealt, blows, hosts: hostWords });
}

/** @param what.hosts those that may be struck: when the faults are over, none of them stands still. */
export function befallen(
  stage: Stage,
  what: {
    readonly fates: readonly Dealt[];
    readonly blows: readonly Blow<string>[];
    readonly hosts: readonly string[];
  },
): Befalling {
  const { fates, blows, hosts } = what;
  const { world } = stage;
  const struck = new Map<string, number>();
  const strike = (word: string): void => void struck.set(word, (struck.get(word) ?? 0) + 1);
  const state = { over: false };

  const dealt = fates.map((fate) => ({ fate, rule: dealFate(stage, fate) }));
  for (const blow of blows) world.prepareBlow(blowOf(stage, blow, { strike, over: () => state.over }));
  return {
    end: () => {
      state.over = true;
      for (const host of hosts) stage.hosts.resume(host);
    },
    never: () => [], // A fate whose message is never sent and a blow whose moment never comes are no part of the run.
    fired: () => {
      for (const { fate, rule } of dealt) if (rule.fired.size > 0) strike(fate.fate);
      dealt.length = 0;
      return Object.fromEntries(struck);
    },
  };
}

function dealFate({ hosts: { network } }: Stage, fate: Dealt): Rule {
  const rule = network.faults.rule(fate.target);
  deals[fate.fate](rule, fate);
  return rule;
}

interface Tally {
  readonly strike: (word: string) => void;
  readonly over: () => boolean;
}

/** A commit, of a transaction or of a statement outside one. */
const commits = /: (COMMIT|commits)\b/;

function blowOf(
  stage: Stage,
  { blow, host, counts, before, after, forMs }: Blow<string>,
  { strike, over }: Tally,
): Prepared {
  const { world, hosts } = stage;
  const when: When = blow === "reply lost" ? "reply" : before ? "before" : "after";
  const text =
    blow === "database stops"
      ? `the database stops under ${host}`
      : blow === "clock jumps"
        ? `the clock jumps by ${forMs} ms`
        : `${host}: ${blow}`;
  const later = (name: string, then: () => void): void => {
    world.spawn("story", name, async () => {
      await hosts.sleepers.sleep(forMs);
      then();
    });
  };
  let done = 0;
  return {
    text,
    when,
    strikes: (task, did) =>
      !over() && task?.host === host && (counts === "actions" || commits.test(did)) && done++ === after,
    land: async (task) => {
      switch (blow) {
        case "killed":
          await hosts.kill(host);
          later(`${host} again`, () => void hosts.shop(host));
          break;
        case "paused":
          hosts.pause(host);
          later(`${host} goes on`, () => hosts.resume(host));
          break;
        case "severed":
        case "terminated":
          if (task === undefined || (await hosts.sever(task, blow === "severed" ? "client" : "server")) === 0)
            return `${text}: nothing was there to strike`;
          break;
        case "database stops":
          await hosts.crashDatabase();
          break;
        case "clock jumps":
          hosts.jump(forMs);
          break;
        case "reply lost":
      }
      strike(blow);
      return text;
    },
  };
}
