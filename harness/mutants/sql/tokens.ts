/** SQL as the words that it is made of: enough to see clauses and conditions, and no more of its grammar. */

export interface Token {
  /** As it is written. */
  readonly text: string;
  /** In upper case where it is a word; else as it is written. */
  readonly word: string;
  /** Offset of its first character, and of what follows it. */
  readonly from: number;
  readonly to: number;
  /** How many parentheses are open around it; a parenthesis itself is outside. */
  readonly depth: number;
}

const token = /'(?:[^']|'')*'|\$\d+|\w+|<=|>=|<>|!=|::|\|\||[^\s\w]/g;

export function tokensOf(sql: string): readonly Token[] {
  let depth = 0;
  return [...sql.matchAll(token)].map(({ 0: text, index: from }) => {
    if (text === ")") depth--;
    const word = text.startsWith("'") ? text : text.toUpperCase();
    const one = { text, word, from, to: from + text.length, depth };
    if (text === "(") depth++;
    return one;
  });
}

/** What begins another clause at the same depth, and so ends one. */
const clauses = ["WHERE", "RETURNING", "ORDER", "LIMIT", "FOR", "GROUP", "HAVING", "ON", "LEFT", "JOIN", "FROM", "SET"];

/** The words after the one at this place, up to the next clause or the parenthesis that closes around it. */
export function clauseAfter(tokens: readonly Token[], at: number, enders = clauses): readonly Token[] {
  const { depth } = tokens[at]!;
  const rest = tokens.slice(at + 1);
  const end = rest.findIndex((one) => one.depth < depth || (one.depth === depth && enders.includes(one.word)));
  return end === -1 ? rest : rest.slice(0, end);
}

/** Divides at each of these words that is at this depth. */
export function split(tokens: readonly Token[], word: string, depth: number): readonly (readonly Token[])[] {
  const parts: Token[][] = [[]];
  for (const one of tokens) {
    if (one.depth === depth && one.word === word) parts.push([]);
    else parts.at(-1)!.push(one);
  }
  return parts;
}
