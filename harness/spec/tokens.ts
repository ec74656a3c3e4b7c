/** The words of a `.spec` file, each with its line: keywords, names, SQL blocks, numbers, signs. */
import { LabError } from "../verdict/failure.ts";

export const keywords = ["notices", "permutation", "session", "setup", "step", "teardown"] as const;
export type Keyword = (typeof keywords)[number];

export type Token = { readonly line: number } & (
  | { readonly kind: "keyword"; readonly text: Keyword }
  | { readonly kind: "sign"; readonly text: string }
  | { readonly kind: "name"; readonly text: string }
  | { readonly kind: "number"; readonly text: string }
  | { readonly kind: "sql"; readonly text: string }
  | { readonly kind: "end"; readonly text: "" }
);

/** One word, at the place where reading goes on; a block of SQL ends at its first closing brace. */
const word =
  /(?<blank>[ \t\r\f]+|#[^\n\r]*)|(?<newline>\n)|(?<sign>[,()*])|(?<name>[A-Za-z_\u0080-\u{10ffff}][A-Za-z_\u0080-\u{10ffff}0-9$]*)|(?<number>[0-9]+)|"(?<quoted>(?:[^"\n]|"")*)"|\{[ \t\r\f]*(?<sql>[^}]*)\}/uy;

/** @param file its name, for errors. */
export function tokensOf(text: string, file: string): readonly Token[] {
  const tokens: Token[] = [];
  let line = 1;
  word.lastIndex = 0;
  while (word.lastIndex < text.length) {
    const from = word.lastIndex;
    const groups = word.exec(text)?.groups;
    if (groups === undefined) throw unreadable(text.slice(from), file, line);
    const { newline, sign, name, number, quoted, sql } = groups;
    if (newline !== undefined) line += 1;
    if (sign !== undefined) tokens.push({ kind: "sign", text: sign, line });
    if (name !== undefined) tokens.push(nameOrKeyword(name, line));
    if (number !== undefined) tokens.push({ kind: "number", text: number, line });
    if (quoted !== undefined) tokens.push({ kind: "name", text: quoted.replaceAll('""', '"'), line });
    if (sql !== undefined) {
      tokens.push({ kind: "sql", text: sql.replace(/[ \t\r\f]+$/, ""), line });
      line += sql.split("\n").length - 1;
    }
  }
  return [...tokens, { kind: "end", text: "", line }];
}

function nameOrKeyword(text: string, line: number): Token {
  const keyword = keywords.find((known) => known === text);
  return keyword === undefined ? { kind: "name", text, line } : { kind: "keyword", text: keyword, line };
}

function unreadable(rest: string, file: string, line: number): LabError {
  const why = rest.startsWith('"')
    ? "A quoted name does not end on its line; expected a closing quote."
    : rest.startsWith("{")
      ? "A block of SQL does not end; expected a closing brace."
      : `The character "${String.fromCodePoint(rest.codePointAt(0)!)}" begins no word; expected a keyword, a name or a block of SQL in braces.`;
  return badSpec(file, line, why);
}

/** What a spec that cannot be read is answered with. */
export function badSpec(file: string, line: number, why: string): LabError {
  return new LabError(`${file}:${line} is no isolation spec.`, {
    why,
    next: "Correct the line; scenarios/specs/ holds examples.",
    exitCode: 2,
  });
}
