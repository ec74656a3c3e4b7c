/** `ledger replay`: reconstructs every balance from the ledger, and tells by which rows. */
import { countsOf, remarksOf, verdictOf, type LedgerReplayed } from "../verdict/ledger.ts";
import { exitCodeOf } from "./exitCode.ts";
import type { Surroundings } from "./surroundings.ts";
import { table } from "./table.ts";

export function tellLedger(found: LedgerReplayed, json: boolean, { out, columns }: Surroundings): number {
  out(json ? ledgerJson(found) : ledgerText(found, columns));
  return exitCodeOf(verdictOf(found));
}

/** Like every document it names its format first. */
function ledgerJson(found: LedgerReplayed): string {
  return `${JSON.stringify({ format: "holdfast-ledger-1", verdict: verdictOf(found), ...found }, undefined, 2)}\n`;
}

function ledgerText(found: LedgerReplayed, columns: number): string {
  const buckets = Object.keys(found.units[0]?.pieces ?? {});
  const drawn = table(
    ["unit", "is", ...buckets, "used", "ignored", "missed", "doubted"],
    found.units.map(({ unit, state, pieces, used, ignored, missed, doubted }) => [
      ...[unit, state, ...buckets.map((bucket) => pieces[bucket] ?? 0)],
      ...[used, ignored.length, missed.length, doubted.length],
    ]),
    ["left", "left", ...[...buckets, "", "", "", ""].map(() => "right" as const)],
    columns,
  );
  const lines = remarksOf(found)
    .map((remark) => `${remark}\n`)
    .join("");
  return `${found.units.length === 0 ? "" : drawn}${lines === "" ? "" : `\n${lines}`}${summary(found)}\n`;
}

/** LEDGER holds units=3 rows=40 archived=0 ignored=0 missed=0 doubted=0 unlike=0 flaws=0 */
function summary(found: LedgerReplayed): string {
  const { units, rows, archived } = found;
  const counts = Object.entries({ units: units.length, rows, archived, ...countsOf(found) });
  return ["LEDGER", verdictOf(found), ...counts.map(([name, count]) => `${name}=${count}`)].join(" ");
}
