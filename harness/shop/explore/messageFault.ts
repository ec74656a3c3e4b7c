/** A fault of one message, as an exploration deals them out: its request lost, its reply lost, or delivered twice. */

import type { Step } from "../../kernel/trace.ts";
import type { Rule } from "../../network/faults.ts";
import { LabError } from "../../verdict/failure.ts";
import type { Span } from "../grid/course.ts";
import type { Befalling } from "../grid/flight.ts";
import type { Stage } from "../stage.ts";

const fates = {
  "request-lost": (rule: Rule) => void (rule.request.lost = true),
  "reply-lost": (rule: Rule) => void (rule.reply.lost = true),
  twice: (rule: Rule) => void (rule.request.copies = (rule.request.copies ?? 1) + 1),
} as const;

type Fate = keyof typeof fates;

export interface MessageFault {
  /** As it is typed: `reply-lost:charge:ord-0001:1`. */
  readonly name: string;
  readonly fate: Fate;
  readonly kind: string;
  readonly about: string;
  readonly nth: number;
}

const received = /^\d+ \S+ receives (\w+) (\S+)(?: #(\d+))? from \S+(?: ->.*)?$/;

/** Every fault of every message that was delivered between these decisions, by name. */
export function messageFaults(steps: readonly Step[], { from, to }: Span): readonly string[] {
  const found = new Set<string>();
  for (const { text } of steps.slice(from, to)) {
    const [, kind, about, nth = "1"] = received.exec(text) ?? [];
    if (kind === undefined || about === undefined) continue;
    for (const fate of Object.keys(fates)) found.add(`${fate}:${kind}:${about}:${nth}`);
  }
  return [...found];
}

/** Undefined when the word names no fault. */
function readFault(name: string): MessageFault | undefined {
  const [word, kind, about, nth] = name.split(":");
  const fate = (Object.keys(fates) as Fate[]).find((one) => one === word);
  if (fate === undefined || kind === undefined || about === undefined || !/^[1-9]\d*$/.test(nth ?? ""))
    return undefined;
  return { name, fate, kind, about, nth: Number(nth) };
}

/** From now on it befalls its message. */
export function deal({ hosts: { network } }: Stage, { name, fate, kind, about, nth }: MessageFault): Befalling {
  const rule = network.faults.rule({ kind, about, nth });
  fates[fate](rule);
  const fired = (): boolean => rule.fired.has(fate === "reply-lost" ? "reply" : "request");
  return {
    end: () => undefined, // the network is calm by then
    never: () => (fired() ? [] : [name]),
    fired: () => (fired() ? { [fate]: 1 } : {}),
  };
}

/** @throws LabError, wrong use. */
export function faultNamed(name: string): MessageFault {
  const fault = readFault(name);
  if (fault !== undefined) return fault;
  throw new LabError(`There is no message fault "${name}".`, {
    why: "It is written fate:kind:about:nth, and its fate is request-lost, reply-lost or twice.",
    next: "For example: --fault reply-lost:charge:ord-0001:1",
    exitCode: 2,
  });
}
