/** What was explored, as a table: a row each, and another for a search with faults. */

import { distinct, struck } from "../explore/joined.ts";
import type { Exploration, Searched } from "../verdict/exploration.ts";
import { table } from "./table.ts";

const head = ["explored", "departures", "faults", "schedules", "distinct", "violations", "unknown", "control"];

export function explorationTable(done: readonly Exploration[], columns: number): string {
  const found = (one: Searched) => [one.schedules, distinct(one), one.violated, one.unknown];
  const rows = done.flatMap((one) => {
    const { title, bound = "", control, faulted } = one;
    const told = control === undefined ? "" : control.violated > 0 ? `found at ${control.schedules}` : "not found";
    const plain = [title, bound, struck(one) || "", ...found(one), told];
    return faulted === undefined ? [plain] : [plain, ["", faulted.bound, struck(faulted), ...found(faulted), ""]];
  });
  return table(head, rows, ["left", ...head.slice(1, -1).map(() => "right" as const), "left"], columns);
}
