/** What happened to an order, and what followed from it: its moves, and its refunds. */
import { isEdge } from "../../order/machine.ts";
import type { BookedMove, BookedOrder, BookedPayment, BookedRefund } from "../books.ts";
import { found, groupBy, type Rule } from "./rule.ts";

export const historyRules: readonly Rule[] = [
  {
    // An order's moves lead along the machine's edges, one version each, from its beginning to what it is.
    labels: ["ORDER_UNLIKE_MOVES"],
    exact: "always",
    find: ({ orders, moves }) => {
      const byOrder = groupBy(moves, ({ orderId }) => orderId);
      const strangers = [...byOrder.keys()].filter((id) => !orders.some(({ orderId }) => orderId === id));
      return [...orders.map((order) => ({ order, ...order })), ...strangers.map((orderId) => ({ orderId }))].flatMap(
        ({ orderId, order }: { readonly orderId: string; readonly order?: BookedOrder }) => {
          const path = byOrder.get(orderId) ?? [];
          if (order !== undefined && leadsTo(path, order)) return [];
          const is = order === undefined ? "no order" : `${order.status} v${order.version}`;
          const told = path.map(({ to, version }) => `${to} v${version}`).join(", ");
          return [found(orderId, "ORDER_UNLIKE_MOVES", `${is}, moves: ${told}`)];
        },
      );
    },
  },
  {
    // A refund succeeded exactly when its order is REFUNDED; one is there while it is REFUNDING; another only after a refusal.
    labels: ["REFUND_TASKS_UNLIKE_ORDER"],
    exact: "always",
    find: ({ orders, refunds }) => {
      const byOrder = groupBy(refunds, ({ orderId }) => orderId);
      const statuses = new Map(orders.map(({ orderId, status }) => [orderId, status]));
      return [...new Set([...statuses.keys(), ...byOrder.keys()])].flatMap((orderId) => {
        const status = statuses.get(orderId);
        const tasks = (byOrder.get(orderId) ?? []).map((task) => task.status);
        if (befits(tasks, status)) return [];
        return [found(orderId, "REFUND_TASKS_UNLIKE_ORDER", `${status ?? "no order"}, refunds: ${tasks.join(", ")}`)];
      });
    },
  },
  // A refund is of the order's whole amount, in its currency and for its object.
  refundIsOfOrder("REFUND_UNLIKE_AMOUNT", "amount", ({ amount }) => amount),
  refundIsOfOrder("REFUND_UNLIKE_CURRENCY", "currency", ({ currency }) => currency),
  refundIsOfOrder("REFUND_UNLIKE_OBJECT", "object", ({ paymentObject }) => paymentObject),
];

function refundIsOfOrder(label: string, what: string, of: (payment: BookedPayment) => bigint | string): Rule {
  return {
    labels: [label],
    exact: "always",
    find: ({ orders, refunds }) => {
      const byId = new Map(orders.map((order) => [order.orderId, order]));
      return refunds.flatMap((refund) => {
        const order = byId.get(refund.orderId);
        if (order === undefined || of(order) === of(refund)) return [];
        return [found(refund.orderId, label, `${refund.refundKey} ${what}=${of(refund)}`)];
      });
    },
  };
}

function leadsTo(path: readonly BookedMove[], { status, version }: BookedOrder): boolean {
  const last = path.at(-1);
  const joins = path.every((move, nth) => {
    const before = path[nth - 1];
    if (move.version !== nth + 1 || move.from !== (before?.to ?? null)) return false;
    return before === undefined ? move.to === "CREATED" : isEdge(before.to, move.to);
  });
  return joins && last !== undefined && last.to === status && last.version === version;
}

/** Each but the last has failed. */
function befits(tasks: readonly BookedRefund["status"][], status: BookedOrder["status"] | undefined): boolean {
  const last = tasks.at(-1);
  if (tasks.slice(0, -1).some((task) => task !== "failed")) return false;
  if (status === "REFUNDED") return last === "succeeded";
  return status === "REFUNDING" ? last === "pending" || last === "failed" : last === undefined;
}
