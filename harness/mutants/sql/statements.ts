/** The SQL statements of the sources, each with its place. */

export interface Statement {
  /** From the project's root. */
  readonly file: string;
  /** Of its first character, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A literal that is one SQL statement with data in it. Nothing is pasted into SQL here, so there are no `${…}`. */
const literal = /(["`])((?:SELECT|INSERT INTO|UPDATE|DELETE|WITH)\s[^"`]*)\1/g;

export function statementsOf(file: string, source: string): readonly Statement[] {
  return [...source.matchAll(literal)].map(({ 2: text = "", index }) => ({
    ...{ file, text },
    line: lineAt(source, index),
  }));
}

/** From 1. */
export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
