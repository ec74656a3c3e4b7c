/** A table for a terminal: without colours and without a line between rows, so that it reads well in a log, too.
 * Cells are wrapped between words where it would be wider than the terminal. */
import Table from "cli-table3";

const noLineBetweenRows = { mid: "", "left-mid": "", "mid-mid": "", "right-mid": "" };

/** A blank on each side of a cell. */
const padding = 2;

export function table(
  head: readonly string[],
  rows: readonly (readonly (string | number)[])[],
  aligns: readonly ("left" | "right")[] = [],
  columns = 100,
): string {
  const widths = fitted([head, ...rows], columns);
  const drawn = new Table({
    head: [...head],
    colAligns: [...aligns],
    colWidths: widths.map((width) => width + padding),
    wordWrap: true,
    chars: noLineBetweenRows,
    style: { head: [], border: [] },
  });
  drawn.push(...rows.map((row) => [...row]));
  return `${drawn.toString()}\n`;
}

/** The widest columns give way, none further than its longest word: a cut path or command is of no use. */
function fitted(rows: readonly (readonly (string | number)[])[], columns: number): readonly number[] {
  const texts = (rows[0] ?? []).map((_, column) => rows.map((row) => String(row[column] ?? "")));
  const longest = (words: readonly string[]): number => Math.max(1, ...words.map((word) => word.length));
  const widths = texts.map(longest);
  const least = texts.map((column) => longest(column.flatMap((text) => text.split(" "))));
  const wide = (): number => widths.reduce((sum, width) => sum + width + padding + 1, 1);
  while (wide() > columns) {
    const room = widths.map((width, column) => (width > least[column]! ? width : 0));
    const widest = room.indexOf(Math.max(...room));
    if (room[widest] === 0) break;
    widths[widest]! -= 1;
  }
  return widths;
}
