/** The SQL statements of the sources, each with its place. */

export interface Statement {
  /** From the project's root. */
  readonly file: string;
  /** Of its first character, from 1. */
  readonly line: number;
  readonly text: string;
}

/** A literal that is one SQL statement with data in it. */
const literal = /(["`])((?:SELECT|INSERT INTO|UPDATE|DELETE|WITH)\s[^"`]*)\1/g;

/** @throws at a statement that something is pasted into: what is sent is not in the source, so it could have no mutants. */
export function statementsOf(file: string, source: string): readonly Statement[] {
  return [...source.matchAll(literal)].map(({ 2: text = "", index }) => {
    const line = lineAt(source, index);
    if (text.includes("${"))
      throw new Error(`${file}:${line}: something is pasted into this SQL; write whole statements`);
    return { file, line, text };
  });
}

/** From 1. */
export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
