/** A fault of one message, as an exploration deals them out: its request lost, its reply lost, or delivered twice. */

import type { Step } from "../../kernel/trace.ts";
import type { Faults, Rule } from "../../network/faults.ts";
import type { Span } from "../grid/course.ts";

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

/** Every fault of every message that was delivered between these decisions. */
export function messageFaults(steps: readonly Step[], { from, to }: Span): readonly MessageFault[] {
  const found = new Map<string, MessageFault>();
  for (const { text } of steps.slice(from, to)) {
    const [, kind, about, nth = "1"] = received.exec(text) ?? [];
    if (kind === undefined || about === undefined) continue;
    for (const fate of Object.keys(fates)) {
      const fault = readFault(`${fate}:${kind}:${about}:${nth}`);
      if (fault !== undefined) found.set(fault.name, fault);
    }
  }
  return [...found.values()];
}

/** Undefined when the word names no fault. */
export function readFault(name: string): MessageFault | undefined {
  const [word, kind, about, nth] = name.split(":");
  const fate = (Object.keys(fates) as Fate[]).find((one) => one === word);
  if (fate === undefined || kind === undefined || about === undefined || !/^[1-9]\d*$/.test(nth ?? ""))
    return undefined;
  return { name, fate, kind, about, nth: Number(nth) };
}

/** From now on it befalls its message. @returns whether it has. */
export function deal(faults: Faults, { fate, kind, about, nth }: MessageFault): () => boolean {
  const rule = faults.rule({ kind, about, nth });
  fates[fate](rule);
  return () => rule.fired.has(fate === "reply-lost" ? "reply" : "request");
}
