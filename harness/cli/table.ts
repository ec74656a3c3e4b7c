/** A table for a terminal: without colours and without a line between rows, so that it reads well in a log, too. */
import Table from "cli-table3";

const noLineBetweenRows = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };

export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  aligns: readonly ("left" | "right")[] = [],
): string {
  const drawn = new Table({
    head: [...head],
    colAligns: [...aligns],
    chars: noLineBetweenRows,
    style: { head: [], border: [] },
  });
  drawn.push(...rows.map((row) => [...row]));
  return `${drawn.toString()}\n`;
}
