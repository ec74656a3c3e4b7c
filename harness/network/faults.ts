/**
 * The fates of messages. A rule is keyed by whom a message is about and says, for its request and its reply separately,
 * what happens to it: lost, broken off, delayed, duplicated, held, garbled. Here and nowhere else is it decided where a message
 * may be lost. Each rule remembers whether it ever applied: a fault that never fired is no proof of anything.
 */

import type { MessageName, WireReply, WireRequest } from "./message.ts";

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
  /** Whoever stands in between answers with this, and the request never arrives. What it says may go by what was asked. */
  instead?: Omit<WireReply, "body"> & { readonly body: string | ((asked: WireRequest) => string) };
  /** It comes without the second half of its body. */
  cut?: boolean;
  /** These fields of its JSON body say something else when it comes. */
  altered?: Readonly<Record<string, unknown>>;
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
  readonly request: Omit<Fate, OfReplies>;
  readonly reply: Omit<Fate, OfRequests>;
  readonly fired: Set<LegName>;
}

/** What may happen to one leg, as it is counted. */
const fateNames = {
  lost: "lost",
  broken: "broken off",
  delayMs: "late",
  copies: "repeated",
  held: "held",
  instead: "answered by another",
  cut: "cut short",
  altered: "altered",
} as const satisfies Record<keyof Fate, string>;

/** Only a request waits at its sender, and is kept from its receiver by an answer; only of a reply half is missing or altered. */
const ofRequests = ["held", "instead"] as const;
const ofReplies = ["cut", "altered"] as const;
type OfRequests = (typeof ofRequests)[number];
type OfReplies = (typeof ofReplies)[number];

/** Everything that may befall a message: `reply lost`. */
export const messageFates: readonly string[] = [...namesOf("request", ofReplies), ...namesOf("reply", ofRequests)];

function namesOf(leg: LegName, but: readonly string[]): readonly string[] {
  return Object.entries(fateNames).flatMap(([fate, name]) => (but.includes(fate) ? [] : [`${leg} ${name}`]));
}

export class Faults {
  /** How often each of {@link messageFates} befell a message. */
  readonly struck = new Map<string, number>();
  readonly #rules: Rule[] = [];
  #over = false;

  /** The rule for this target; the same one when it is asked for again. */
  rule(target: Target): Rule {
    const known = this.#rules.find((rule) => label(rule.target) === label(target));
    if (known !== undefined) return known;
    const rule: Rule = { target, request: {}, reply: {}, fired: new Set() };
    this.#rules.push(rule);
    return rule;
  }

  /** From now on nothing befalls any message. */
  end(): void {
    this.#over = true;
  }

  /** The fate of this leg, by the first rule that says anything about it; that rule thereby has fired. */
  meet(name: MessageName, leg: LegName): Fate {
    if (this.#over) return {};
    const rule = this.#rules.find(({ target, [leg]: fate }) => isMeant(target, name) && Object.keys(fate).length > 0);
    if (rule === undefined) return {};
    rule.fired.add(leg);
    for (const fate of Object.keys(rule[leg]) as (keyof Fate)[]) this.strike(leg, fate);
    return rule[leg];
  }

  /** Counts what befalls one leg of one message. */
  strike(leg: LegName, fate: keyof Fate): void {
    const name = `${leg} ${fateNames[fate]}`;
    this.struck.set(name, (this.struck.get(name) ?? 0) + 1);
  }

  /** What fired and what did not; alike faults of several messages are told together. */
  report(): { readonly fired: readonly string[]; readonly never: readonly string[]; readonly count: number } {
    const fired: Told[] = [];
    const never: Told[] = [];
    for (const rule of this.#rules) {
      for (const leg of ["request", "reply"] as const) {
        if (Object.keys(rule[leg]).length === 0) continue;
        (rule.fired.has(leg) ? fired : never).push({ target: rule.target, leg, how: describe(rule[leg]) });
      }
    }
    return { fired: together(fired), never: together(never), count: fired.length + never.length };
  }
}

interface Told {
  readonly target: Target;
  readonly leg: LegName;
  readonly how: string;
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

/** `reply to charge ord-0001 delayed 1200 ms`; of many: `20 times reply to charge delayed 1200 ms: ord-0001 … ord-0020`. */
function together(told: readonly Told[]): readonly string[] {
  const alike = new Map<string, Told[]>();
  for (const one of told) {
    const key = `${one.leg} ${one.target.kind} ${one.how}`;
    alike.set(key, [...(alike.get(key) ?? []), one]);
  }
  return [...alike.values()].map((group) => {
    const [first] = group as [Told];
    const of = first.leg === "request" ? "" : "reply to ";
    if (group.length === 1) return `${of}${label(first.target)} ${first.how}`;
    const abouts = group.map(({ target }) => label({ ...target, kind: "" }).trim()).sort();
    const shown = abouts.length <= 4 ? abouts.join(", ") : `${abouts[0]} … ${abouts.at(-1)}`;
    return `${group.length} times ${of}${first.target.kind} ${first.how}: ${shown}`;
  });
}

function describe(fate: Fate): string {
  const how = [
    fate.lost === true ? "lost" : "",
    fate.broken === true ? "broken off" : "",
    fate.held === true ? "held" : "",
    fate.delayMs === undefined ? "" : `delayed ${fate.delayMs} ms`,
    fate.copies === undefined ? "" : `delivered ${fate.copies} times`,
    fate.instead === undefined ? "" : `answered ${fate.instead.status} by another`,
    fate.cut === true ? "cut short" : "",
    fate.altered === undefined ? "" : `altered to ${Object.values(fate.altered).join(", ")}`,
  ];
  return how.filter((part) => part !== "").join(", ");
}
