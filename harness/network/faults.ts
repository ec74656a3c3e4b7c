/**
 * The fates of messages. A rule is keyed by a message's name and says, for its request and its reply separately, what
 * happens to it: lost, broken off, delayed, duplicated, held. Here and nowhere else is it decided where a message may
 * be lost. Each rule remembers whether it ever applied: a fault that never fired is no proof of anything.
 */

import { messageLabel, type MessageName } from "./message.ts";

/** What happens to one leg of an exchange. */
export interface Fate {
  lost?: boolean;
  /** The connection breaks instead: the caller learns at once that there will be no answer. */
  broken?: boolean;
  delayMs?: number;
  /** How many times it is delivered; 1 unless said. */
  copies?: number;
  /** It waits until somebody lets it go. */
  held?: boolean;
}

type LegName = "request" | "reply";

export interface Rule {
  readonly name: MessageName;
  readonly request: Fate;
  readonly reply: Fate;
  readonly fired: Set<LegName>;
}

export class Faults {
  readonly #rules = new Map<string, Rule>();

  rule(name: MessageName): Rule {
    const key = messageLabel(name);
    let rule = this.#rules.get(key);
    if (rule === undefined) {
      rule = { name, request: {}, reply: {}, fired: new Set() };
      this.#rules.set(key, rule);
    }
    return rule;
  }

  /** The fate of this leg, which thereby has fired. */
  meet(name: MessageName, leg: LegName): Fate {
    const rule = this.#rules.get(messageLabel(name));
    if (rule === undefined || Object.keys(rule[leg]).length === 0) return {};
    rule.fired.add(leg);
    return rule[leg];
  }

  /** One sentence for each fault that fired, and for each that did not. */
  report(): { readonly fired: readonly string[]; readonly never: readonly string[] } {
    const fired: string[] = [];
    const never: string[] = [];
    for (const rule of this.#rules.values()) {
      for (const leg of ["request", "reply"] as const) {
        if (Object.keys(rule[leg]).length === 0) continue;
        (rule.fired.has(leg) ? fired : never).push(sentence(rule.name, leg, rule[leg]));
      }
    }
    return { fired, never };
  }
}

function sentence(name: MessageName, leg: LegName, fate: Fate): string {
  const what = leg === "request" ? messageLabel(name) : `reply to ${messageLabel(name)}`;
  const how = [
    fate.lost === true ? "lost" : "",
    fate.broken === true ? "broken off" : "",
    fate.held === true ? "held" : "",
    fate.delayMs === undefined ? "" : `delayed ${fate.delayMs} ms`,
    fate.copies === undefined ? "" : `delivered ${fate.copies} times`,
  ];
  return `${what} ${how.filter((part) => part !== "").join(", ")}`;
}
