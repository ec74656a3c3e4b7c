import { describe, expect, test } from "vitest";
import type { Books } from "../../../src/reconcile/books.ts";
import { judge as judgeBooks } from "../../../src/reconcile/report.ts";
import { paymentOf, soundBooks } from "../../../src/reconcile/sound.ts";
import type { End } from "../books.ts";
import { claimsOf } from "./claims.ts";
import { judge } from "./judge.ts";

function endOf(books: Partial<Books> = {}): End {
  const whole = { ...soundBooks, ...books };
  return {
    transitions: whole.moves.map((move) => ({ ...move, cause: move.byDecision ? "decision rehold" : "told" })),
    notices: [],
    deliveries: [],
    chargeRequests: new Map(),
    refusedKeys: new Map(),
    noticeArrivals: new Map(),
    acknowledged: [],
    commands: [],
    lookups: [],
    callers: [],
    operations: [],
    holds: [],
    locks: [],
    opened: [],
    bookkeeping: { replays: [], forced: [], compared: [], unfreezings: [] },
    ...{
      sessions: [],
      unitStates: [],
      shownUnits: [],
      stockEvents: [],
      takenEvents: [],
      repairedViews: [],
      quarantined: [],
    },
    perUserLimit: 1,
    books: whole,
    report: judgeBooks(whole),
  };
}

type Flown = Parameters<typeof judge>[0];

/** A run in which all went well, apart from what is said. */
function judged(apart: Partial<Flown> = {}) {
  const well = { never: [], stuck: [], unsafe: [], open: [], failures: [], races: 0 };
  return judge({ claims: claimsOf({}), ...well, recovered: endOf(), end: endOf(), ...apart });
}

const charged: Partial<Books> = {
  statement: [...soundBooks.statement, { kind: "CHARGE", orderId: "ord-0006", ...paymentOf("ord-0006") }],
};
const answered = (order_id: string) => ({ kind: "order", about: "key-0001", asked: {}, said: { order_id } }) as const;
const nobody = endOf(
  Object.fromEntries(Object.keys(soundBooks).map((name) => [name, []])), // a shop that nobody came to
);

describe("a struck run", () => {
  test("holds when nothing is wrong", () => {
    expect(judged()).toEqual({ verdict: "holds", about: [] });
  });

  test.each<[string, Partial<Flown>, string]>([
    ["never comes to rest", { stuck: ["a is held"] }, "the world does not come to rest: a is held"],
    ["fails by no fault", { failures: ["relay failed: x"] }, "fails, and by no fault: relay failed: x"],
    ["leaves something open", { open: ["1 × open transaction"] }, "left open: 1 × open transaction"],
    [
      "lets the books disagree",
      { recovered: endOf(charged), end: endOf(charged) },
      "the three books agree: ord-0006 CANCELLED CHARGED_BUT_CANCELLED charged=1990 refunded=0 reservation=RELEASED",
    ],
    [
      "answers one wish with two orders",
      { end: { ...endOf(), acknowledged: ["ord-0001", "ord-0002"].map(answered) } },
      "order key-0001 was answered ord-0001, and the books do not have it",
    ],
    ["does something when all is done again", { end: endOf(charged) }, "statement"],
  ])("breaks when it %s", (_, apart, sentence) => {
    const { verdict, about } = judged(apart);
    expect(verdict).toBe("breaks");
    expect(about.join("\n")).toContain(sentence);
  });

  test("tells once what failed several times in the same words", () => {
    expect(judged({ failures: ["x", "x"] }).about).toEqual(["fails, and by no fault: x"]);
  });

  test.each<[string, Partial<Flown>, string]>([
    ["the fault never fell", { never: ["SIGKILL before"] }, "it never fell: SIGKILL before"],
    ["nothing was there", { recovered: nobody, end: nobody }, "no order, no reservation and no command was there"],
    [
      "the run never got to its end",
      { recovered: undefined, end: undefined },
      "no order, no reservation and no command was there",
    ],
    ["the server alone decided", { races: 2 }, "no gate: 2 times"],
  ])("is unknown when %s", (_, apart, sentence) => {
    const { verdict, about } = judged(apart);
    expect(about.join("\n")).toContain(sentence);
    expect(verdict).toBe("unknown");
  });
});
