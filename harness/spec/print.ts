/** Rows as libpq's `PQprint` aligns them, which is how `isolationtester` shows a result. */
import type { ResultSet } from "./answer.ts";

/** A table without columns is not shown at all. */
export function resultText({ columns, rows }: ResultSet): string {
  if (columns.length === 0) return "";
  const widths = columns.map((name, column) => Math.max(bytes(name), ...rows.map((row) => bytes(row[column] ?? ""))));
  const left = columns.map((_, column) => rows.some((row) => isWord(row[column] ?? "")));
  const line = (cells: readonly (string | null)[]): string =>
    columns.map((_, column) => padded(cells[column] ?? "", widths[column]!, left[column]!)).join("|");
  const border = widths.map((width) => "-".repeat(width)).join("+");
  const count = `(${rows.length} row${rows.length === 1 ? "" : "s"})`;
  return `${[line(columns), border, ...rows.map(line), count].join("\n")}\n\n`;
}

/** Whether libpq takes a value for something else than a number; an empty one tells nothing. */
function isWord(value: string): boolean {
  return value !== "" && !/^(?![Ee])[0-9.Ee -]*[0-9]$/.test(value);
}

/** Widths are counted in bytes, as C does. */
function padded(value: string, width: number, left: boolean): string {
  const blanks = " ".repeat(width - bytes(value));
  return left ? value + blanks : blanks + value;
}

function bytes(value: string): number {
  return Buffer.byteLength(value);
}
