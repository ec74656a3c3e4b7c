/** The decisions of a flow at which a fault may strike, with their words, and which faults have a meaning there. */

import { readStep, type Step } from "../../kernel/trace.ts";
import type { Span } from "./course.ts";
import type { Decision, Fault } from "./strike.ts";
import { name, type Shown } from "./words.ts";

export interface Point {
  readonly decision: Decision;
  /** "charge answered, nothing recorded" */
  readonly words: string;
  readonly kind: Kind;
}

/** What a decision is, so far as faults care: which of them have no meaning there, and why. */
const kinds = {
  begins: { without: ["backend", "sql-reply", "http-reply"], because: "nothing is asked yet" },
  // Within a transaction as well: who waits for its reply does nothing, and its backend is struck at the reply.
  request: { without: ["backend", "sql-reply", "http-reply"], because: "a request: no reply, no SQL" },
  clock: { without: ["backend", "sql-reply", "http-reply"], because: "time has passed: no reply, no SQL" },
  silence: { without: ["backend", "sql-reply", "http-reply"], because: "no reply came; no SQL" },
  reply: { without: ["backend", "sql-reply"], because: "no SQL" },
  "reply within a transaction": { without: ["sql-reply"], because: "no SQL reply" },
  executed: { without: ["sql-reply", "http-reply"], because: "the SQL reply comes with its commit; no HTTP" },
  statement: { without: ["http-reply"], because: "no HTTP" },
} as const satisfies Record<string, { readonly without: readonly Fault[]; readonly because: string }>;

type Kind = keyof typeof kinds;

/** Why some faults have no meaning at a point, and which. */
export function meaningless({ kind }: Point): { readonly without: readonly Fault[]; readonly because: string } {
  return kinds[kind];
}

/** The points of a flow, from the trace of its run without faults. */
export function pointsOf(steps: readonly Step[], { from, to }: Span, host: string): readonly Point[] {
  const found: (Decision & Shown & { readonly kind: Kind })[] = [];
  const taken = new Set<string>();
  let transaction = false;
  for (let at = from; at < to; at++) {
    const shown = readStep(steps[at]?.text ?? "");
    const request = / receives (.+) from \S+$/.exec(shown.text)?.[1];
    if (request !== undefined && shown.text.startsWith(`${host} `)) taken.add(request);
    if (!concerns(host, shown.text, taken)) continue;
    const kind = kindOf(shown);
    if (/: BEGIN; /.test(shown.text)) transaction = true;
    if (/: (COMMIT|ROLLBACK)$/.test(shown.text)) transaction = false;
    found.push({ at, ...shown, kind: transaction && kind === "reply" ? "reply within a transaction" : kind });
  }
  const words = name(found);
  return found.map(({ at, text, kind }, nth) => ({ decision: { at, text }, words: words[nth] ?? "", kind }));
}

/** What happens on the host, what is delivered to it or by it, and the replies to what it has taken in. */
function concerns(host: string, text: string, taken: ReadonlySet<string>): boolean {
  if (text.startsWith(`${host} `) || text.endsWith(` from ${host}`)) return true;
  const answered = / receives the reply to (.+)$/.exec(text)?.[1];
  return answered !== undefined && taken.has(answered);
}

function kindOf({ text, outcome }: Shown): Exclude<Kind, "reply within a transaction"> {
  if (/: begins$|: gets a connection of /.test(text)) return "begins";
  if (/: slept$/.test(text)) return "clock";
  if (/ receives the reply to /.test(text)) return "reply";
  if (/^\S+ receives \w+ \S+(?: #\d+)? from \S+$/.test(text)) return "request";
  if (/ waits no longer for | loses the connection of /.test(text)) return "silence";
  return outcome === "executed" || outcome === "waits for a lock" ? "executed" : "statement";
}
