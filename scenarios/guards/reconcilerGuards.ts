/** The reconciler's own guards: each of its rules, and which set each sum is over. What it is tried on has to show each. */
import type { Guard } from "../../harness/shop/scenario.ts";
import type { Books } from "../../src/reconcile/books.ts";
import { judge } from "../../src/reconcile/report.ts";
import { labelsOf } from "../../src/reconcile/rules/orders.ts";
import type { Sums } from "../../src/reconcile/rules/sums.ts";
import { shippedRules, type Rules } from "../../src/reconcile/rules/rules.ts";

const area = "reconciler";

function guard(name: string, says: string, rules: Partial<Rules>): Guard {
  return { name, area, says, parts: { judge: (books) => judge(books, { ...shippedRules, ...rules }) } };
}

/** Each rule dropped, by the first of its labels. */
function dropped<K extends keyof Rules>(
  family: K,
  labels: (rule: Rules[K][number]) => readonly string[],
): readonly Guard[] {
  const rules: readonly Rules[K][number][] = shippedRules[family];
  return rules.map((rule) => {
    const lost = labels(rule);
    const name = `no-${lost[0]?.toLowerCase().replaceAll("_", "-")}`;
    return guard(name, `no rule says ${lost.join(" or ")}`, { [family]: rules.filter((one) => one !== rule) });
  });
}

/** The rule of this label sees other books than there are. */
function sees(name: string, says: string, label: string, view: (books: Books) => Partial<Books>): Guard {
  const blinkered = (rules: Rules["totals"]): Rules["totals"] =>
    rules.map((rule) =>
      rule.labels.includes(label) ? { ...rule, find: (books) => rule.find({ ...books, ...view(books) }) } : rule,
    );
  const { totals, completeness } = shippedRules;
  return guard(name, says, { totals: blinkered(totals), completeness: blinkered(completeness) });
}

/** Of a sum in the order's own currency no more than the order costs. */
function atMost({ currency, amount }: Books["orders"][number], charged: Sums): Sums {
  return new Map([...charged].map(([of, sum]) => [of, of === currency && sum > amount ? amount : sum]));
}

const pointedAt = ({ orders, reservations }: Books): Pick<Books, "reservations"> => {
  const current = new Set(orders.map(({ reservationKey }) => reservationKey));
  return { reservations: reservations.filter(({ requestKey }) => current.has(requestKey)) };
};

const paidIds = ({ orders }: Books): ReadonlySet<string> =>
  new Set(orders.filter(({ status }) => status === "PAID").map(({ orderId }) => orderId));

export const reconcilerGuards: readonly Guard[] = [
  ...dropped("orders", labelsOf),
  ...dropped("totals", ({ labels }) => labels),
  ...dropped("completeness", ({ labels }) => labels),

  guard("overcharge-forgiven", "what is charged beyond the amount does not count", {
    orders: shippedRules.orders.map((rule) => ({
      ...rule,
      fires: (facts) => rule.fires({ ...facts, charged: atMost(facts.order, facts.charged) }),
    })),
  }),
  sees("refunds-are-charges", "the net adds refunds", "NET_NOT_PAID_SUM", ({ statement }) => ({
    statement: statement.map((row) => ({ ...row, kind: "CHARGE" })),
  })),
  sees("net-of-paid-alone", "the net is over PAID orders alone", "NET_NOT_PAID_SUM", (books) => ({
    statement: books.statement.filter(({ orderId }) => paidIds(books).has(orderId)),
  })),
  sees("net-while-pending", "the net is judged while money may be on its way", "NET_NOT_PAID_SUM", ({ orders }) => ({
    orders: orders.filter(({ status }) => !["PAYING", "UNKNOWN", "REFUNDING"].includes(status)),
  })),
  sees("refund-is-a-charge", "a refund counts as a second charge", "CHARGED_TWICE", ({ statement }) => ({
    statement: statement.map((row) => ({ ...row, kind: "CHARGE" })),
  })),
  sees("all-are-confirmed", "every reservation counts as CONFIRMED", "CONFIRMED_NOT_PAID", ({ reservations }) => ({
    reservations: reservations.map((row) => ({ ...row, status: "CONFIRMED" })),
  })),
  sees("confirmed-by-orders", "a place counts when an order points at it", "CONFIRMED_NOT_PAID", pointedAt),
  sees("stock-by-orders", "stock is compared with places that an order points at", "STOCK_DRIFT", pointedAt),
  sees("stock-in-rows", "stock is compared with reservations, not with their pieces", "STOCK_DRIFT", (books) => ({
    reservations: books.reservations.map((row) => ({ ...row, quantity: 1 })),
  })),
  sees("ledger-once", "a ledger row that is there twice counts once", "LEDGER_UNLIKE_BALANCE", ({ ledger }) => ({
    ledger: [...new Map(ledger.map((row) => [row.operation, row])).values()],
  })),
  sees("ledger-of-orders", "the ledger is read of current places alone", "LEDGER_UNLIKE_RESERVATIONS", (books) => ({
    ...pointedAt(books),
    ledger: books.ledger.filter(({ operation }) => books.orders.some((one) => operation.endsWith(one.reservationKey))),
    balances: [],
  })),
  sees("paid-alone-is-told", "only PAID has to be told", "FAILED_WITHOUT_EVENT", ({ moves }) => ({
    moves: moves.filter(({ to }) => to === "PAID"),
  })),
  sees("published-alone-counts", "only a published event counts as a second one", "PAID_EVENT_REPEATED", (books) => ({
    events: books.events.filter(({ published }) => published),
  })),
  sees("succeeded-alone-counts", "only refunds that succeeded are looked at", "REFUND_TASKS_UNLIKE_ORDER", (books) => ({
    refunds: books.refunds.filter(({ status }) => status === "succeeded"),
  })),
  sees("shipped-or-not", "how often an order was shipped does not count", "SHIPPED_TWICE", ({ shipments }) => ({
    shipments: shipments.map((row) => ({ ...row, shipCount: Math.min(1, row.shipCount) })),
  })),
];
