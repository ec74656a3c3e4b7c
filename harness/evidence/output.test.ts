import { describe, expect, it } from "vitest";
import { renderExperiment, renderOutput } from "./output.ts";
import { experimentsLine, runVerdict, summaryLine } from "./run.ts";
import { nothingFound, paidTwice, replyLost, sampleRun, sampleTrace } from "./sample.ts";
import { renderTraces, traceHead } from "./trace.ts";

describe("output.txt: the lab book", () => {
  it("prints the whole run, columns lined up", () => {
    const shown = renderOutput(sampleRun).replaceAll(/sha256 [0-9a-f]{12}…/g, "sha256 (12 digits)…");
    expect(shown).toBe(`holdfast evidence   seed 29   4 experiments

C29-04  The charge is booked, the reply is lost
  timeline ord-0001: [-->CREATED v1 create] [CREATED->PAYING v2 pay] [UNKNOWN->PAID v4 query]
  note     before recovery: mismatches=0 pending=1
  fired    reply to charge of user-0042/1 delayed 1200 ms
  ok       expected  pay answers UNKNOWN    ord-0001
  ok       claim     the three books agree  1 order, 1 charge, 1 reservation
  ok       control   timeout is treated as failure
                     broke "the three books agree", as it must
                     mismatch ord-0001 FAILED CHARGED_BUT_FAILED charged=1990
  trace        2 decisions   sha256 (12 digits)…   again: ./run.sh C29-04 --seed 29
               1 decision    sha256 (12 digits)…   of the control

C29-06  Sixteen copies of one callback
  warning  no gate: waiters may have raced
  mismatch GLOBAL confirmed=0 != paid=1
  not ok   claim     an order moves to PAID once
                     ord-0001 moved to PAID twice: v4 query, v5 callback
                     ord-0002 moved to PAID twice: v4 query, v5 callback
  not ok   claim     confirmed equals paid        confirmed=0 != paid=1
  unknown  claim     each order ships once        no order was shipped
  trace        1 decision    sha256 (12 digits)…   again: ./run.sh C29-06 --seed 29

C29-07  The last place
  unknown  nothing was checked
  trace        0 decisions   sha256 (12 digits)…   again: ./run.sh C29-07 --seed 29

C29-08  Twenty callbacks at once
  not run  the run ended before it did

4 experiments: 1 hold, 1 break, 1 unknown, 1 not run
SUMMARY passed=3 failed=2 unknown=2 not_run=4
`);
  });

  it("says that the second trace is of several controls, where it is", () => {
    const [control] = replyLost.findings.filter(({ kind }) => kind === "control");
    const two = { ...replyLost, findings: [...replyLost.findings, control!] };
    expect(renderExperiment(two).at(-1)).toMatch(/of the controls$/);
    expect(renderTraces(two)).toMatch(/^controls {3}1 decision /m);
  });

  it("keeps the column of a text of several lines", () => {
    const page = renderExperiment({ ...nothingFound, lines: [{ label: "note", text: "first\nsecond" }] });
    expect(page.join("\n")).toContain("  note     first\n           second");
  });
});

describe("counting: findings, and nothing vanishes", () => {
  it("an experiment without findings is one unknown", () => {
    const run = { ...sampleRun, results: [nothingFound], notRun: [] };
    expect(summaryLine(run)).toBe("SUMMARY passed=0 failed=0 unknown=1 not_run=0");
    expect(runVerdict(run)).toBe("unknown");
    expect(experimentsLine(run)).toBe("1 experiment: 0 hold, 0 break, 1 unknown, 0 not run");
  });

  it("an experiment whose waiters raced is one unknown more than its findings", () => {
    const raced = { ...replyLost, verdict: "unknown" as const, warnings: ["no gate: 2 races"] };
    expect(summaryLine({ ...sampleRun, results: [raced], notRun: [] })).toBe(
      "SUMMARY passed=3 failed=0 unknown=1 not_run=0",
    );
    expect(renderExperiment(raced)).toContain("  unknown  the experiment as a whole, for what its warnings say");
  });

  it("one that did not run keeps the whole from holding", () => {
    expect(runVerdict({ ...sampleRun, results: [replyLost] })).toBe("unknown");
    expect(runVerdict({ ...sampleRun, results: [replyLost], notRun: [] })).toBe("holds");
    expect(runVerdict({ ...sampleRun, results: [replyLost, paidTwice, nothingFound] })).toBe("breaks");
  });

  it("a run of nothing is unknown", () => {
    expect(runVerdict({ ...sampleRun, results: [], notRun: [] })).toBe("unknown");
  });
});

describe("trace.txt", () => {
  it("numbers the decisions and shows the line each came from", () => {
    expect(renderTraces(replyLost).split("\n")).toEqual([
      "C29-04  The charge is booked, the reply is lost",
      "seed 29   again: ./run.sh C29-04 --seed 29 --trace",
      "",
      `story   2 decisions   sha256 ${replyLost.trace.sha256}`,
      "1  src/order/place.ts:41  orders-1 INSERT orders -> 1 row",
      "2                         deliver charge ord-0001 -> 200",
      "",
      `control   1 decision   sha256 ${replyLost.controlTrace!.sha256}`,
      "1  orders-1 INSERT orders -> 1 row",
      "",
    ]);
  });

  it("commits the head of a long one, its hash, and how to see it whole", () => {
    const steps = Array.from({ length: traceHead.story + 25 }, (_, index) => ({ text: `step ${index}` }));
    const long = { ...nothingFound, trace: sampleTrace(steps) };
    const committed = renderTraces(long, traceHead).split("\n");
    expect(committed).toHaveLength(4 + traceHead.story + 2);
    expect(committed.at(-2)).toBe("… and 25 more; all of them: ./run.sh C29-07 --seed 29 --trace");
    expect(renderTraces(long)).not.toContain("more; all of them");
  });
});
