/** The SQL statements of the sources, each with its place. */

export interface Statement {
  /** From the project's root. */
  readonly file: string;
  /** Of its first character, from 1. */
  readonly line: number;
  /** As it is sent: with what is pasted into it. */
  readonly text: string;
  /** The line of the file where a character of the text stands, or where it is pasted in. */
  readonly lineOf: (at: number) => number;
}

/** Pieces of SQL that statements share, by the constants' names. */
export type Fragments = ReadonlyMap<string, string>;

/** A literal that is one SQL statement with data in it. */
const literal = /(["`])((?:SELECT|INSERT INTO|UPDATE|DELETE|WITH)\s(?:\$\{\w+\}|[^"`]|"[^"`]*")*?)\1/g;
const constant = /^(?:export )?const (\w+) = (["`])([^`]*?)\2;$/gm;
const pasted = /\$\{([^}]*)\}/g;

/** The constants of a source that are a text without anything pasted into it. */
export function fragmentsOf(source: string): readonly (readonly [string, string])[] {
  return [...source.matchAll(constant)].flatMap(({ 1: name = "", 3: text = "" }) =>
    text.includes("${") ? [] : [[name, text] as const],
  );
}

/**
 * @param fragments what a statement may paste in, beside the constants of its own source.
 * @throws at a statement that anything else is pasted into: what is sent is not in the sources, so it could have no mutants.
 */
export function statementsOf(file: string, source: string, fragments: Fragments = new Map()): readonly Statement[] {
  const known = new Map([...fragments, ...fragmentsOf(source)]);
  return [...source.matchAll(literal)].map(({ 2: raw = "", index }) => {
    const line = lineAt(source, index);
    const pastes = [...raw.matchAll(pasted)].map(({ 0: whole, 1: name = "", index: from }) => {
      const text = known.get(name);
      if (text === undefined)
        throw new Error(
          `${file}:${line}: something is pasted into this SQL that is no constant; write whole statements`,
        );
      return { from, whole, text };
    });
    const text = raw.replaceAll(pasted, (_, name: string) => known.get(name) ?? "");
    return { file, line, text, lineOf: (at) => line + lineAt(raw, inSource(at, pastes)) - 1 };
  });
}

/** Where a character of a statement stands in what the source says of it. */
function inSource(at: number, pastes: readonly { from: number; whole: string; text: string }[]): number {
  let grown = 0;
  for (const { from, whole, text } of pastes) {
    const begins = from + grown;
    if (at < begins) break;
    if (at < begins + text.length) return from;
    grown += text.length - whole.length;
  }
  return at - grown;
}

/** From 1. */
export function lineAt(source: string, offset: number): number {
  return source.slice(0, offset).split("\n").length;
}
