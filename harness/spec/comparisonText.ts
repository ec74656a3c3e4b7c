/** What comparisons are told with: a line each as they come, and the page of evidence. */
import { plural } from "../evidence/run.ts";
import type { Verdict } from "../verdict/result.ts";
import type { Comparison } from "./comparison.ts";

/** What was compared, and how often. */
export function counted({ permutations, impossible }: Pick<Comparison, "permutations" | "impossible">): string {
  const ran = plural(permutations, "permutation");
  return impossible === 0 ? ran : `${ran}, ${impossible} more are impossible`;
}

export function summaryOf(done: readonly Comparison[]): string {
  const count = (wanted: Verdict): number => done.filter(({ verdict }) => verdict === wanted).length;
  return `SUMMARY same=${count("holds")} different=${count("breaks")} unknown=${count("unknown")}`;
}

const words = {
  holds: "same as the stock tester",
  breaks: "not the stock tester's",
  unknown: "not compared",
} as const satisfies Record<Verdict, string>;

/** The same to the byte on every server; so no path, time or version. */
export function renderComparisons(done: readonly Comparison[]): string {
  const rows = done.map(({ name, sessions, steps, permutations, verdict, sha256 }) => [
    ...[name, String(sessions), String(steps), String(permutations), words[verdict], sha256],
  ]);
  const head = ["spec", "sessions", "steps", "permutations", "output", "sha256 of it"];
  const widths = head.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]!.length)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => (column > 0 && column < 4 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!)))
      .join("  ")
      .trimEnd();
  const about = done.flatMap(({ name, about: why }) =>
    why.length === 0 ? [] : ["", name, ...why.map((one) => `  ${one}`)],
  );
  const total = done.reduce((sum, { permutations }) => sum + permutations, 0);
  return `${[
    `holdfast specs   ${plural(done.length, "spec")}   ${plural(total, "permutation")}   each also run by PostgreSQL's own isolationtester`,
    "",
    line(head),
    ...rows.map(line),
    ...about,
    "",
    summaryOf(done),
  ].join("\n")}\n`;
}
