/** Hand-made results for tests: one experiment that holds, one that breaks, one of which nothing is known. */
import { createHash } from "node:crypto";
import type { ExperimentResult, Step, Trace } from "../verdict/result.ts";
import type { Run } from "./run.ts";

export function sampleTrace(steps: readonly Step[]): Trace {
  const hash = createHash("sha256");
  for (const { text } of steps) hash.update(`${text}\n`);
  return { steps, sha256: hash.digest("hex") };
}

export const replyLost: ExperimentResult = {
  id: "C29-04",
  title: "The charge is booked, the reply is lost",
  seed: 29,
  verdict: "holds",
  lines: [
    { label: "timeline", text: "ord-0001: [-->CREATED v1 create] [CREATED->PAYING v2 pay] [UNKNOWN->PAID v4 query]" },
    { label: "note", text: "before recovery: mismatches=0 pending=1" },
    { label: "fired", text: "reply to charge of user-0042/1 delayed 1200 ms" },
  ],
  findings: [
    { kind: "expected", verdict: "holds", says: "pay answers UNKNOWN", about: ["ord-0001"] },
    { kind: "claim", verdict: "holds", says: "the three books agree", about: ["1 order", "1 charge", "1 reservation"] },
    {
      kind: "control",
      verdict: "holds",
      says: "timeout is treated as failure",
      about: ['broke "the three books agree", as it must', "mismatch ord-0001 FAILED CHARGED_BUT_FAILED charged=1990"],
    },
  ],
  trace: sampleTrace([
    { text: "orders-1 INSERT orders -> 1 row", source: "src/order/place.ts:41" },
    { text: "deliver charge ord-0001 -> 200" },
  ]),
  controlTrace: sampleTrace([{ text: "orders-1 INSERT orders -> 1 row" }]),
  warnings: [],
};

export const paidTwice: ExperimentResult = {
  id: "C29-06",
  title: "Sixteen copies of one callback",
  seed: 29,
  verdict: "breaks",
  lines: [{ label: "mismatch", text: "GLOBAL confirmed=0 != paid=1" }],
  findings: [
    {
      kind: "claim",
      verdict: "breaks",
      says: "an order moves to PAID once",
      about: [
        "ord-0001 moved to PAID twice: v4 query, v5 callback",
        "ord-0002 moved to PAID twice: v4 query, v5 callback",
      ],
    },
    { kind: "claim", verdict: "breaks", says: "confirmed equals paid", about: ["confirmed=0 != paid=1"] },
    { kind: "claim", verdict: "unknown", says: "each order ships once", about: ["no order was shipped"] },
  ],
  trace: sampleTrace([{ text: "orders-1 COMMIT" }]),
  warnings: ["no gate: waiters may have raced"],
};

export const nothingFound: ExperimentResult = {
  id: "C29-07",
  title: "The last place",
  seed: 29,
  verdict: "unknown",
  lines: [],
  findings: [],
  trace: sampleTrace([]),
  warnings: [],
};

export const sampleRun: Run = {
  seed: 29,
  server: { kind: "embedded", major: 18 },
  gate: "on",
  results: [replyLost, paidTwice, nothingFound],
  notRun: [{ id: "C29-08", title: "Twenty callbacks at once", findings: 4 }],
  interrupted: true,
  canHappen: {},
  warnings: [],
};
