import { describe, expect, it } from "vitest";
import type { BookedOrder, Books, MoneyMovement } from "./books.ts";
import { damage, paymentOf, soundBooks } from "./sound.ts";
import { judge, reportLines } from "./report.ts";

/** The lines of a report on sound books after one piece of damage. */
function linesAfter(change: (books: Books) => Partial<Books>): readonly string[] {
  return reportLines(judge(damage(soundBooks, change)))
    .filter((line) => line.startsWith("mismatch "))
    .map((line) => line.slice("mismatch ".length));
}

const withOrder = (orderId: string, change: Partial<BookedOrder>) => (books: Books) => ({
  orders: books.orders.map((order) => (order.orderId === orderId ? { ...order, ...change } : order)),
});

const withReservation = (requestKey: string, status: "HELD" | "CONFIRMED" | "RELEASED") => (books: Books) => ({
  reservations: books.reservations.map((row) => (row.requestKey === requestKey ? { ...row, status } : row)),
});

const withoutMoney = (orderId: string, kind: MoneyMovement["kind"]) => (books: Books) => ({
  statement: books.statement.filter((row) => row.orderId !== orderId || row.kind !== kind),
});

const withMoney =
  (orderId: string, kind: MoneyMovement["kind"], amount = 1990n) =>
  (books: Books) => ({
    statement: [...books.statement, { kind, orderId, ...paymentOf(orderId), amount }],
  });

const withMovement =
  (orderId: string, kind: MoneyMovement["kind"], change: Partial<MoneyMovement>) => (books: Books) => ({
    statement: books.statement.map((row) =>
      row.orderId === orderId && row.kind === kind ? { ...row, ...change } : row,
    ),
  });

describe("reconciler: sound books", () => {
  it("reports nothing, and sums up", () => {
    const report = judge(soundBooks);
    expect(report.mismatches).toEqual([]);
    expect(report.completeness).toEqual([]);
    expect(reportLines(report)).toEqual([
      "reconcile classes={CANCELLED=1, CREATED=1, FAILED=1, PAID=2, REFUNDED=1} mismatches=0 pending=0 " +
        "channel_net=3980 paid_sum=3980 confirmed=2 paid=2 drift=0",
    ]);
  });

  it("leaves orders alone that are on their way, and the net with them", () => {
    for (const status of ["PAYING", "UNKNOWN", "REFUNDING"] as const) {
      const books = damage(damage(soundBooks, withOrder("ord-0005", { status })), withMoney("ord-0005", "CHARGE"));
      expect(judge(books)).toMatchObject({ mismatches: [], pending: ["ord-0005"] });
    }
  });
});

describe("reconciler: money that waits for a person", () => {
  const waiting = damage(damage(soundBooks, withOrder("ord-0004", { status: "UNKNOWN" })), (books) => ({
    ...withMoney("ord-0004", "CHARGE")(books),
    conflicts: [...books.conflicts, { orderId: "ord-0004", amount: 1990n, decision: null, decider: null }],
  }));

  it("is pending, by its own name, and nothing else hides behind that", () => {
    const report = judge(waiting);
    expect(report).toMatchObject({ mismatches: [], pending: ["ord-0004"], openConflicts: [{ orderId: "ord-0004" }] });
    expect(reportLines(report)).toContain("pending ord-0004 OPEN_CONFLICT amount=1990");
    const labels = judge(damage(waiting, withoutMoney("ord-0001", "CHARGE"))).mismatches.map(({ label }) => label);
    expect(labels).toEqual(["PAID_WITHOUT_CHARGE"]);
  });

  it("is incomplete where the channel does not have it", () => {
    const lines = judge(damage(waiting, withoutMoney("ord-0004", "CHARGE"))).completeness.map(({ text }) => text);
    expect(lines).toContain("ord-0004 OPEN_CONFLICT_WITHOUT_MONEY charged=0 refunded=0");
  });

  it("is incomplete where its order keeps a place", () => {
    const lines = judge(damage(waiting, withReservation("ord-0004/r1", "HELD"))).completeness.map(({ text }) => text);
    expect(lines).toContain("ord-0004 OPEN_CONFLICT_UNLIKE_ORDER UNKNOWN reservation=HELD");
  });
});

describe("reconciler: how each label of the three books reads", () => {
  const cases: readonly (readonly [string, (books: Books) => Partial<Books>, readonly string[]])[] = [
    [
      "PAID without its charge",
      withoutMoney("ord-0001", "CHARGE"),
      [
        "ord-0001 PAID PAID_WITHOUT_CHARGE charged=0 refunded=0 reservation=CONFIRMED",
        "GLOBAL channel_net=1990 != paid_sum=3980",
      ],
    ],
    [
      "PAID and refunded",
      withMoney("ord-0001", "REFUND"),
      [
        "ord-0001 PAID PAID_BUT_REFUNDED charged=1990 refunded=1990 reservation=CONFIRMED",
        "GLOBAL channel_net=1990 != paid_sum=3980",
      ],
    ],
    [
      "PAID whose place is somebody else's reservation",
      withOrder("ord-0001", { reservationKey: "ord-0001/r9" }),
      ["ord-0001 PAID PAID_WITHOUT_CONFIRMED_RESERVATION charged=1990 refunded=0 reservation=NONE"],
    ],
    [
      "REFUNDED without the refund",
      withoutMoney("ord-0003", "REFUND"),
      [
        "ord-0003 REFUNDED REFUNDED_LEDGER_MISMATCH charged=1990 refunded=0 reservation=RELEASED",
        "GLOBAL channel_net=5970 != paid_sum=3980",
      ],
    ],
    [
      "REFUNDED but keeps the place",
      withReservation("ord-0003/r1", "HELD"),
      [
        "ord-0003 REFUNDED REFUNDED_BUT_RESERVATION_HELD charged=1990 refunded=1990 reservation=HELD",
        "GLOBAL drift=1 != 0",
      ],
    ],
    [
      "FAILED but charged",
      withMoney("ord-0004", "CHARGE"),
      [
        "ord-0004 FAILED CHARGED_BUT_FAILED charged=1990 refunded=0 reservation=RELEASED",
        "GLOBAL channel_net=5970 != paid_sum=3980",
      ],
    ],
    [
      "FAILED but keeps the place",
      withReservation("ord-0004/r1", "HELD"),
      ["ord-0004 FAILED FAILED_BUT_RESERVATION_HELD charged=0 refunded=0 reservation=HELD", "GLOBAL drift=1 != 0"],
    ],
    [
      "PAID in another currency",
      withMovement("ord-0001", "CHARGE", { currency: "USD" }),
      [
        "ord-0001 PAID PAID_IN_OTHER_CURRENCY charged=1990 USD refunded=0 reservation=CONFIRMED",
        "GLOBAL channel_net=1990 EUR + 1990 USD != paid_sum=3980 EUR",
      ],
    ],
    [
      "PAID for another object",
      withMovement("ord-0001", "CHARGE", { paymentObject: "pay-ord-0002" }),
      ["ord-0001 PAID PAID_FOR_OTHER_OBJECT charged=1990 refunded=0 reservation=CONFIRMED"],
    ],
    [
      "REFUNDED in another currency",
      withMovement("ord-0003", "REFUND", { currency: "USD" }),
      [
        "ord-0003 REFUNDED REFUNDED_IN_OTHER_CURRENCY charged=1990 refunded=1990 USD reservation=RELEASED",
        "GLOBAL channel_net=5970 EUR + -1990 USD != paid_sum=3980 EUR",
      ],
    ],
    [
      "REFUNDED for another object",
      withMovement("ord-0003", "REFUND", { paymentObject: "pay-ord-0002" }),
      ["ord-0003 REFUNDED REFUNDED_FOR_OTHER_OBJECT charged=1990 refunded=1990 reservation=RELEASED"],
    ],
    [
      "FAILED, charged and given back in another currency",
      (books) => ({
        statement: [
          ...books.statement,
          { kind: "CHARGE", orderId: "ord-0004", ...paymentOf("ord-0004") },
          { kind: "REFUND", orderId: "ord-0004", ...paymentOf("ord-0004"), currency: "USD" },
        ],
      }),
      [
        "ord-0004 FAILED CHARGED_BUT_FAILED charged=1990 refunded=1990 USD reservation=RELEASED",
        "GLOBAL channel_net=5970 EUR + -1990 USD != paid_sum=3980 EUR",
      ],
    ],
    [
      "FAILED, charged in a currency that is not its own, and given back in that",
      (books) => ({
        statement: [
          ...books.statement,
          { kind: "CHARGE", orderId: "ord-0004", ...paymentOf("ord-0004"), currency: "USD" },
          { kind: "REFUND", orderId: "ord-0004", ...paymentOf("ord-0004"), currency: "USD" },
        ],
      }),
      [],
    ],
    [
      "CREATED but charged",
      withMoney("ord-0005", "CHARGE"),
      [
        "ord-0005 CREATED CHARGED_BUT_CREATED charged=1990 refunded=0 reservation=HELD",
        "GLOBAL channel_net=5970 != paid_sum=3980",
      ],
    ],
    [
      "CREATED without its hold",
      withReservation("ord-0005/r1", "RELEASED"),
      ["ord-0005 CREATED CREATED_WITHOUT_HELD charged=0 refunded=0 reservation=RELEASED", "GLOBAL drift=1 != 0"],
    ],
    [
      "charged twice",
      (books) => {
        const halves = ["CHARGE", "CHARGE"].map(() => ({
          ...{ kind: "CHARGE" as const, orderId: "ord-0001" },
          ...{ ...paymentOf("ord-0001"), amount: 995n },
        }));
        return { statement: [...withoutMoney("ord-0001", "CHARGE")(books).statement, ...halves] };
      },
      ["GLOBAL CHARGED_TWICE ord-0001 charges=2"],
    ],
    [
      "money of an order that does not exist",
      (books) => ({
        statement: [
          ...books.statement,
          { kind: "CHARGE", orderId: "ord-0099", ...paymentOf("ord-0099") },
          { kind: "REFUND", orderId: "ord-0099", ...paymentOf("ord-0099") },
        ],
      }),
      ["GLOBAL CHANNEL_WITHOUT_ORDER ord-0099"],
    ],
    [
      "a confirmed place too many",
      (books) => ({
        reservations: [...books.reservations, { ...books.reservations[0]!, requestKey: "ord-0098/r1" }],
        balances: books.balances.map((row) => ({ ...row, sold: row.sold + 1, available: row.available - 1 })),
      }),
      ["GLOBAL confirmed=3 != paid=2"],
    ],
    [
      "a piece from nowhere",
      (books) => ({ balances: books.balances.map((row) => ({ ...row, available: row.available + 1 })) }),
      ["GLOBAL drift=1 != 0"],
    ],
  ];

  it.each(cases)("%s", (_what, change, lines) => {
    expect(linesAfter(change)).toEqual(lines);
  });
});

describe("reconciler: the first rule that fires names the order", () => {
  it("a refunded order written back to PAID gives three lines", () => {
    const books = damage(soundBooks, ({ orders, reservations, balances }) => ({
      orders: orders.slice(0, 1),
      reservations: reservations.slice(0, 1).map((row) => ({ ...row, status: "RELEASED" as const })),
      statement: [
        { kind: "CHARGE" as const, orderId: "ord-0001", ...paymentOf("ord-0001") },
        { kind: "REFUND" as const, orderId: "ord-0001", ...paymentOf("ord-0001") },
      ],
      balances: [{ ...balances[0]!, total: 1, available: 1, held: 0, locked: 0, sold: 0, invalid: 0 }],
    }));
    expect(judge(books).mismatches.map(({ text }) => text)).toEqual([
      "ord-0001 PAID PAID_BUT_REFUNDED charged=1990 refunded=1990 reservation=RELEASED",
      "GLOBAL confirmed=0 != paid=1",
      "GLOBAL channel_net=0 != paid_sum=1990",
    ]);
  });
});
