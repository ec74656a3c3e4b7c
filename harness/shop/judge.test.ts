import { describe, expect, test } from "vitest";
import { Trace } from "../kernel/trace.ts";
import type { Finding } from "../verdict/result.ts";
import type { End } from "./books.ts";
import type { Claim } from "./claims/claim.ts";
import type { Control } from "./experiment.ts";
import { judgeRuns } from "./judge.ts";
import type { Played } from "./play.ts";

/** What the wrong parts of a control have done to the books, as far as the claim here looks. */
interface Books {
  readonly broken?: readonly string[];
  readonly subjects?: boolean;
}

const booksOf = new WeakMap<End, Books>();

/** The end of a run whose books look like this to {@link booksAgree}. */
function endOf(books: Books): End {
  const end = { report: { mismatches: (books.broken ?? []).map((text) => ({ text })) } } as unknown as End;
  booksOf.set(end, books);
  return end;
}

const booksAgree: Claim = {
  says: "the books agree",
  on: (end) => (booksOf.get(end)?.subjects === false ? undefined : "3 orders"),
  broken: (end) => booksOf.get(end)?.broken ?? [],
};

/** A run in which all went well, apart from what is said. */
function played(apart: Partial<Played> = {}): Played {
  const quiet = { expected: [], stuck: undefined, failures: [], unsafe: [], lines: [], races: 0, seen: {} };
  return { trace: new Trace(), end: endOf({}), faults: { count: 0, never: [] }, ...quiet, ...apart };
}

const experiment = { id: "C29-04", title: "The reply is lost", holds: [booksAgree] };

/** What the experiment itself comes to when its run was like this. */
function judged(apart: Partial<Played>) {
  return judgeRuns(experiment, 29, played(apart), []);
}

const notHolding = (findings: readonly Finding[]) => findings.filter(({ verdict }) => verdict !== "holds");

describe("an experiment", () => {
  test("holds when its claims do", () => {
    const { verdict, findings, warnings } = judged({});
    expect({ verdict, warnings }).toEqual({ verdict: "holds", warnings: [] });
    expect(findings).toEqual([{ kind: "claim", verdict: "holds", says: "the books agree", about: ["3 orders"] }]);
  });

  test("breaks by a claim that does", () => {
    const { verdict, findings } = judged({ end: endOf({ broken: ["ord-1 is CHARGED_BUT_FAILED"] }) });
    expect(verdict).toBe("breaks");
    expect(findings).toMatchObject([{ says: "the books agree", about: ["ord-1 is CHARGED_BUT_FAILED"] }]);
  });

  test("breaks by a step that answered otherwise than expected", () => {
    const step: Finding = { kind: "expected", verdict: "breaks", says: "pay: PAID", about: ["was FAILED"] };
    expect(judged({ expected: [step] })).toMatchObject({ verdict: "breaks", findings: [step, {}] });
  });

  test("is unknown when a claim had no subjects", () => {
    expect(judged({ end: endOf({ subjects: false }) }).verdict).toBe("unknown");
  });

  test("without any claim is unknown", () => {
    expect(judgeRuns({ ...experiment, holds: [] }, 29, played(), []).verdict).toBe("unknown");
  });

  test("that never came to rest breaks, and what it claims is unknown", () => {
    const { verdict, findings } = judged({ end: undefined, stuck: ["orders-1 pay waits for a lock"] });
    expect(verdict).toBe("breaks");
    expect(findings).toMatchObject([
      { verdict: "breaks", says: "the world comes to rest", about: ["orders-1 pay waits for a lock"] },
      { verdict: "unknown", says: "the books agree", about: ["the world never came to rest"] },
    ]);
  });

  test("says on how many faults it was tried", () => {
    const { verdict, findings } = judged({ faults: { count: 2, never: [] } });
    expect(verdict).toBe("holds");
    expect(findings[0]).toMatchObject({ says: "every declared fault has fired", about: ["2 faults"] });
  });

  test("is unknown when a declared fault never fired", () => {
    const { verdict, findings } = judged({ faults: { count: 2, never: ["reply to charge ord-1 lost"] } });
    expect(verdict).toBe("unknown");
    expect(notHolding(findings)).toMatchObject([{ about: ["never: reply to charge ord-1 lost"] }]);
  });

  test("breaks when a task failed, whoever was told", () => {
    const { verdict, findings } = judged({ failures: ["story C29-04 failed: no stock"] });
    expect(verdict).toBe("breaks");
    expect(notHolding(findings)).toMatchObject([{ says: "no task fails", about: ["story C29-04 failed: no stock"] }]);
  });

  test("is unknown when the server alone decided who goes first, and says how often", () => {
    const { verdict, findings, warnings } = judged({ races: 3 });
    expect({ verdict, open: notHolding(findings) }).toEqual({ verdict: "unknown", open: [] });
    expect(warnings).toEqual(["no gate: 3 times the server alone decided who goes first"]);
  });

  test("breaks all the same when it broke while the server raced", () => {
    expect(judged({ races: 3, failures: ["story failed"] }).verdict).toBe("breaks");
  });
});

const control: Control = { claim: booksAgree, says: "a timeout means failed", parts: {} };
const harmed = { end: endOf({ broken: ["ord-1 is CHARGED_BUT_FAILED", "ord-2 is CHARGED_BUT_FAILED"] }) };

/** What a control comes to whose run was like this, beside an experiment that holds. */
function controlled(apart: Partial<Played>, more: Partial<Control> = {}) {
  const result = judgeRuns(experiment, 29, played(), [{ control: { ...control, ...more }, played: played(apart) }]);
  return { verdict: result.verdict, found: result.findings.at(-1) };
}

describe("a control", () => {
  test("holds when it broke its claim, and shows how", () => {
    expect(controlled(harmed)).toEqual({
      verdict: "holds",
      found: {
        kind: "control",
        verdict: "holds",
        says: 'a timeout means failed: breaks "the books agree"',
        about: ["ord-1 is CHARGED_BUT_FAILED", "ord-2 is CHARGED_BUT_FAILED"],
      },
    });
  });

  test("shows the first few of many", () => {
    const many = Array.from({ length: 6 }, (_, i) => `ord-${i + 1}`);
    expect(controlled({ end: endOf({ broken: many }) }).found?.about).toEqual([
      "ord-1",
      "ord-2",
      "ord-3",
      "and 3 more",
    ]);
  });

  test("that does no harm breaks the experiment", () => {
    expect(controlled({})).toMatchObject({ verdict: "breaks", found: { verdict: "breaks", about: ["it held"] } });
  });

  test("whose claim had nothing to be checked on is unknown", () => {
    expect(controlled({ end: endOf({ subjects: false }) })).toMatchObject({
      verdict: "unknown",
      found: { about: ["there was nothing to check it on"] },
    });
  });

  test("that never came to rest is unknown", () => {
    expect(controlled({ end: undefined, stuck: ["story waits"] }).verdict).toBe("unknown");
  });

  test("raced like any other run", () => {
    expect(controlled({ ...harmed, races: 1 })).toMatchObject({ verdict: "unknown", found: { verdict: "holds" } });
  });

  test("that has to break in just one way holds when it did", () => {
    const exactly = ["ord-1 is CHARGED_BUT_FAILED", "ord-2 is CHARGED_BUT_FAILED"];
    expect(controlled(harmed, { exactly }).found).toMatchObject({
      verdict: "holds",
      about: ["exactly as it had to: 2 mismatches"],
    });
  });

  test.each([
    ["one is missing", ["ord-1 is CHARGED_BUT_FAILED"]],
    ["one is too many", ["ord-1 is CHARGED_BUT_FAILED", "ord-2 is CHARGED_BUT_FAILED", "GLOBAL net"]],
    ["one is another", ["ord-1 is CHARGED_BUT_FAILED", "GLOBAL net"]],
  ])("breaks when it broke in another way: %s", (_, exactly) => {
    const { verdict, found } = controlled(harmed, { exactly });
    expect(verdict).toBe("breaks");
    expect(found?.about).toEqual([
      ...exactly.map((sentence) => `wanted ${sentence}`),
      "was ord-1 is CHARGED_BUT_FAILED",
      "was ord-2 is CHARGED_BUT_FAILED",
    ]);
  });
});

describe("a control's own run", () => {
  const failed = { ...harmed, failures: ["orders-1 POST /pay: duplicate key"] };
  const unfired = { ...harmed, faults: { count: 1, never: ["reply to refund ord-1 delayed"] } };

  test("in which a task failed shows nothing: unknown, and says so", () => {
    const { verdict, found } = controlled(failed);
    expect(verdict).toBe("unknown");
    expect(found?.about.slice(-2)).toEqual([
      "but a task failed, and the claim may have broken by that:",
      "orders-1 POST /pay: duplicate key",
    ]);
  });

  test("in which a fault never fired shows nothing: unknown, and says so", () => {
    const { verdict, found } = controlled(unfired);
    expect(verdict).toBe("unknown");
    expect(found?.about.slice(-2)).toEqual([
      "but a fault never fired, and the claim may have broken by that:",
      "reply to refund ord-1 delayed",
    ]);
  });

  test("may be so when the control says why", () => {
    expect(controlled(failed, { mayFail: "the ledger refuses it" }).found).toMatchObject({
      verdict: "holds",
      about: [expect.anything(), expect.anything(), "besides, a task failed: the ledger refuses it"],
    });
    expect(controlled(unfired, { mayNotFire: "nobody asks" }).found).toMatchObject({
      verdict: "holds",
      about: [expect.anything(), expect.anything(), "besides, a fault never fired: nobody asks"],
    });
  });

  test("is excused for what the control names and for nothing else", () => {
    expect(controlled(failed, { mayNotFire: "nobody asks" }).verdict).toBe("unknown");
    expect(controlled(unfired, { mayFail: "the ledger refuses it" }).verdict).toBe("unknown");
  });

  test("needs no excuse used", () => {
    expect(controlled(harmed, { mayFail: "the ledger refuses it" }).found?.about).toHaveLength(2);
  });
});

describe("an experiment that is a control itself", () => {
  const wrong = { ...experiment, holds: [], wrong: control };

  test("holds when its wrong part broke the claim, and shows the mismatches", () => {
    const { verdict, findings, lines } = judgeRuns(wrong, 29, played(harmed), []);
    expect({ verdict, kinds: findings.map(({ kind }) => kind) }).toEqual({ verdict: "holds", kinds: ["control"] });
    expect(lines).toEqual([
      { label: "mismatch", text: "ord-1 is CHARGED_BUT_FAILED" },
      { label: "mismatch", text: "ord-2 is CHARGED_BUT_FAILED" },
    ]);
  });

  test("breaks when it held", () => {
    expect(judgeRuns(wrong, 29, played(), []).verdict).toBe("breaks");
  });
});
