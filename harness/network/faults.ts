/**
 * The fates of messages. A rule is keyed by whom a message is about and says, for its request and its reply separately,
 * what happens to it: lost, broken off, delayed, duplicated, held. Here and nowhere else is it decided where a message
 * may be lost. Each rule remembers whether it ever applied: a fault that never fired is no proof of anything.
 */

import type { MessageName } from "./message.ts";

/** What happens to one leg of an exchange. */
export interface Fate {
  lost?: boolean;
  /** The connection breaks instead: the caller learns at once that there will be no answer. */
  broken?: boolean;
  delayMs?: number;
  /** How many times it is delivered; 1 unless said. */
  copies?: number;
  /** It waits at its sender until somebody lets it go. */
  held?: boolean;
}

type LegName = "request" | "reply";

/** Whom a rule means: one message, every one of a kind about somebody, or the nth of its kind about {@link anybody}. */
export interface Target {
  readonly kind: string;
  readonly about: string;
  readonly nth: number | "every";
}

export const anybody = "anybody";

export interface Rule {
  readonly target: Target;
  readonly request: Fate;
  readonly reply: Fate;
  readonly fired: Set<LegName>;
}

export class Faults {
  readonly #rules: Rule[] = [];

  /** The rule for this target; the same one when it is asked for again. */
  rule(target: Target): Rule {
    const known = this.#rules.find((rule) => label(rule.target) === label(target));
    if (known !== undefined) return known;
    const rule: Rule = { target, request: {}, reply: {}, fired: new Set() };
    this.#rules.push(rule);
    return rule;
  }

  /** The fate of this leg, by the first rule that says anything about it; that rule thereby has fired. */
  meet(name: MessageName, leg: LegName): Fate {
    const rule = this.#rules.find(({ target, [leg]: fate }) => isMeant(target, name) && Object.keys(fate).length > 0);
    rule?.fired.add(leg);
    return rule?.[leg] ?? {};
  }

  /** One sentence for each fault that fired, and for each that did not. */
  report(): { readonly fired: readonly string[]; readonly never: readonly string[] } {
    const fired: string[] = [];
    const never: string[] = [];
    for (const rule of this.#rules) {
      for (const leg of ["request", "reply"] as const) {
        if (Object.keys(rule[leg]).length === 0) continue;
        (rule.fired.has(leg) ? fired : never).push(sentence(rule.target, leg, rule[leg]));
      }
    }
    return { fired, never };
  }
}

export function isMeant({ kind, about, nth }: Target, name: MessageName): boolean {
  if (kind !== name.kind) return false;
  if (about === anybody) return nth === "every" || nth === name.nthOfKind;
  return about === name.about && (nth === "every" || nth === name.nth);
}

function label({ kind, about, nth }: Target): string {
  if (nth === "every") return `every ${kind} ${about}`;
  return about === anybody ? `${kind} #${nth} of all` : `${kind} ${about}${nth === 1 ? "" : ` #${nth}`}`;
}

function sentence(target: Target, leg: LegName, fate: Fate): string {
  const what = leg === "request" ? label(target) : `reply to ${label(target)}`;
  const how = [
    fate.lost === true ? "lost" : "",
    fate.broken === true ? "broken off" : "",
    fate.held === true ? "held" : "",
    fate.delayMs === undefined ? "" : `delayed ${fate.delayMs} ms`,
    fate.copies === undefined ? "" : `delivered ${fate.copies} times`,
  ];
  return `${what} ${how.filter((part) => part !== "").join(", ")}`;
}
