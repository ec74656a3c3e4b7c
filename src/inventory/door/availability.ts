/** What a shop may show of a unit: words, never a number that somebody could take for a promise. Pure. */
import { limits } from "../../limits.ts";
import type { UnitState } from "../ledger/replay.ts";

export interface Strategy {
  readonly management: "SELF_MANAGED" | "SUPPLIER_MANAGED" | "UNLIMITED";
  readonly unitType: "QUANTITY" | "CODE" | "TIME_SLOT" | "SEAT" | "BUNDLE";
}

/** Why nothing of a unit can be sold. */
export const unsellable = [
  ...(["CODES_NOT_IMPORTED", "SUPPLIER_NOT_CONFIRMED", "PARTS_NOT_LISTED", "QUOTA_NOT_SET"] as const),
  ...(["NOT_ON_SALE", "FROZEN", "REBUILDING", "RETIRED", "NOTHING_LEFT"] as const),
];
export type Reason = (typeof unsellable)[number];

export const shownWords = [
  "AVAILABLE",
  "LOW",
  "CONFIRMING", // nothing is for sale just now, and it may come back: what is held need not be bought
  "NOT_YET_ON_SALE",
  "SOLD_OUT",
  "NOT_AVAILABLE",
] as const;
export type Shown = (typeof shownWords)[number];

/** What has to come from elsewhere before a unit of this kind can be READY; pieces that we count ourselves wait for nothing. */
export function missingFor({ management, unitType }: Strategy): readonly Reason[] {
  return [
    ...(management === "SUPPLIER_MANAGED" ? (["SUPPLIER_NOT_CONFIRMED"] as const) : []),
    ...(management === "UNLIMITED" ? (["QUOTA_NOT_SET"] as const) : []),
    ...(unitType === "CODE" ? (["CODES_NOT_IMPORTED"] as const) : []),
    ...(unitType === "BUNDLE" ? (["PARTS_NOT_LISTED"] as const) : []),
  ];
}

/** Empty when at least one piece can be sold now. */
export function whyNotSellable(
  strategy: Strategy,
  { status, available }: Pick<UnitState, "status" | "available">,
): readonly Reason[] {
  switch (status) {
    case "INIT":
      return [...missingFor(strategy), "NOT_ON_SALE"];
    case "READY":
      return ["NOT_ON_SALE"];
    case "ACTIVE":
      return available > 0 ? [] : ["NOTHING_LEFT"];
    case "FROZEN":
    case "REBUILDING":
    case "RETIRED":
      return [status];
  }
}

export function shownAs({ status, available, held }: Pick<UnitState, "status" | "available" | "held">): Shown {
  switch (status) {
    case "INIT":
    case "READY":
      return "NOT_YET_ON_SALE";
    case "ACTIVE":
      if (available > limits.lowStock) return "AVAILABLE";
      return available > 0 ? "LOW" : held > 0 ? "CONFIRMING" : "SOLD_OUT";
    case "FROZEN":
    case "REBUILDING":
      return "CONFIRMING";
    case "RETIRED":
      return "NOT_AVAILABLE";
  }
}
