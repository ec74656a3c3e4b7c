/** Reads back what a tester has printed of one permutation: what each step was answered. */

export interface StepAnswer {
  /** Of its last table, by column; none where it gave no table. Everything is text, and an empty one may have been NULL. */
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** Its first error. */
  readonly error: string | undefined;
}

/** By the name of the step. A step that never ended is missing. Values that hold a line break or a `|` are not read. */
export function answersOf(output: string): ReadonlyMap<string, StepAnswer> {
  const answers = new Map<string, StepAnswer>();
  const parts = output.split(/^step ([^\s:]+): /m).slice(1);
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const lines = parts[at + 1]!.split("\n");
    if (lines[0]!.endsWith("<waiting ...>")) continue;
    const error = lines.find((line) => line.startsWith("ERROR:"));
    answers.set(parts[at]!, { rows: rowsOf(lines), error });
  }
  return answers;
}

function rowsOf(lines: readonly string[]): StepAnswer["rows"] {
  const border = lines.findLastIndex((line) => /^-[-+]*$/.test(line));
  if (border < 1) return [];
  const cells = (line: string): readonly string[] => line.split("|").map((cell) => cell.trim());
  const columns = cells(lines[border - 1]!);
  const end = lines.findIndex((line, at) => at > border && /^\(\d+ rows?\)$/.test(line));
  return lines.slice(border + 1, end).map((line) => {
    const values = cells(line);
    return Object.fromEntries(columns.map((column, at) => [column, values[at] ?? ""]));
  });
}
