/**
 * Lines of the story for people. What they tell of the books is told at the end, when the world has come to rest.
 */

import { summary } from "../../src/reconcile/report.ts";
import type { Line as ShownLine } from "../verdict/result.ts";
import type { End } from "./books.ts";

export interface Line {
  readonly label: ShownLine["label"];
  readonly tell: (end: End) => string;
}

/** `ord-0001: [-->CREATED v1 create] [CREATED->PAYING v2 pay] …` */
export function timeline(orderId: string): Line {
  return {
    label: "timeline",
    tell: ({ transitions }) => {
      const moves = transitions.filter((move) => move.orderId === orderId);
      const told = moves.map(({ from, to, version, cause }) => `[${from ?? "-"}->${to} v${version} ${cause}]`);
      return `${orderId}: ${told.join(" ")}`;
    },
  };
}

/** `final {CANCELLED=3, PAID=24}` */
export const finalStates: Line = {
  label: "note",
  tell: ({ books }) => `final ${counts(books.orders.map((order) => order.status))}`,
};

/** `notification effects {DUPLICATE PAID=15, PAID=1}` */
export const noticeEffects: Line = {
  label: "note",
  tell: ({ notices }) => `notification effects ${counts(notices.map((notice) => notice.effect))}`,
};

/** `consumer effects {APPLIED=40, DUPLICATE=1}` */
export const deliveryEffects: Line = {
  label: "note",
  tell: ({ deliveries }) => `consumer effects ${counts(deliveries.map((delivery) => delivery.effect))}`,
};

/** `the projector took {APPLIED=9, QUARANTINED=1}` */
export const stockEffects: Line = {
  label: "note",
  tell: ({ takenEvents }) => `the projector took ${counts(takenEvents.map(({ effect }) => effect))}`,
};

/** `reconcile classes={PAID=24} mismatches=0 pending=0 …` */
export const reconciled: Line = { label: "note", tell: ({ report }) => `reconcile ${summary(report)}` };

/** `{PAID=1, REJECTED PAYING=7}`, by name. */
export function counts(names: readonly string[]): string {
  const count = new Map<string, number>();
  for (const name of [...names].sort()) count.set(name, (count.get(name) ?? 0) + 1);
  return `{${[...count].map(([name, times]) => `${name}=${times}`).join(", ")}}`;
}

/** One line a row, in columns that line up; the first row is their heading. */
export function table(rows: readonly (readonly (string | number)[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => String(row[column] ?? "").length)));
  const line = (row: (typeof rows)[number]): string =>
    row.map((cell, column) => String(cell).padEnd(widths[column] ?? 0)).join("   ");
  return rows.map((row) => line(row).trimEnd());
}
