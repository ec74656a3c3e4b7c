/**
 * Small wrong changes of one SQL statement. A change keeps every parameter in its place ("(… OR TRUE)" for a condition that is
 * dropped), so that what comes out is a statement that the server takes, as far as can be told from its words.
 */

import { clauseAfter, split, tokensOf, type Token } from "./tokens.ts";

export interface Change {
  readonly operator: string;
  /** Offset in the statement, what is there, and what it becomes. */
  readonly at: number;
  readonly was: string;
  readonly becomes: string;
}

/** In the order of the statement. */
export function changesOf(sql: string): readonly Change[] {
  const tokens = tokensOf(sql);
  const changes = tokens.flatMap((_, at) => [
    ...ofCondition(sql, tokens, at),
    ...ofClause(sql, tokens, at),
    ...ofAssignments(sql, tokens, at),
    ...ofSign(tokens, at),
  ]);
  return [...changes].sort((a, b) => a.at - b.at);
}

export function applied(sql: string, { at, was, becomes }: Change): string {
  return sql.slice(0, at) + becomes + sql.slice(at + was.length);
}

function change(operator: string, sql: string, part: readonly Token[], becomes: (was: string) => string): Change {
  const at = part[0]!.from;
  const was = sql.slice(at, part.at(-1)!.to);
  return { operator, at, was, becomes: becomes(was) };
}

/** Of what stands after WHERE, HAVING or the ON of a join. */
function ofCondition(sql: string, tokens: readonly Token[], at: number): readonly Change[] {
  const { word, depth } = tokens[at]!;
  const asks = word === "WHERE" || word === "HAVING" || (word === "ON" && tokens[at + 1]?.word !== "CONFLICT");
  return asks ? ofTerms(sql, clauseAfter(tokens, at), depth) : [];
}

/** Each term of a condition without effect, and each comparison in it turned to the ones beside it. */
function ofTerms(sql: string, condition: readonly Token[], depth: number): readonly Change[] {
  const either = split(condition, "OR", depth);
  return either.flatMap((alternative) => {
    const terms = split(alternative, "AND", depth);
    return [
      ...(either.length > 1 ? [change("an alternative dropped", sql, alternative, (was) => `(${was} AND FALSE)`)] : []),
      ...terms.flatMap((term) => [
        ...(either.length > 1 && terms.length === 1
          ? []
          : [change("a condition dropped", sql, term, (was) => `(${was} OR TRUE)`)]),
        ...(isGroup(term, depth) ? ofTerms(sql, term.slice(1, -1), depth + 1) : ofComparison(sql, term, depth)),
      ]),
    ];
  });
}

/** (… AND …) */
function isGroup(term: readonly Token[], depth: number): boolean {
  if (term[0]?.text !== "(" || term.at(-1)?.text !== ")") return false;
  return term.slice(1, -1).every((one) => one.depth > depth) && term[1]?.word !== "SELECT";
}

const others: Readonly<Record<string, readonly string[]>> = {
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "=": ["<>"],
  "<>": ["="],
};

function ofComparison(sql: string, term: readonly Token[], depth: number): readonly Change[] {
  return term.flatMap((one, nth) => {
    if (one.depth !== depth) return [];
    if (one.word === "IN") return ofList(sql, clauseAfter(term, nth + 1, []).slice(0, -1));
    if (one.word === "IS") return [change("a comparison turned", sql, [one], () => "IS NOT")];
    return (others[one.text] ?? []).map((becomes) => change("a comparison turned", sql, [one], () => becomes));
  });
}

/** Each item of a list of several left out. */
function ofList(sql: string, list: readonly Token[]): readonly Change[] {
  const items = list.filter(({ text }) => text !== ",");
  if (items.length < 2) return [];
  return items.map((out) => {
    const rest = items.filter((one) => one !== out).map(({ text }) => text);
    return change("an item dropped", sql, list, () => rest.join(", "));
  });
}

/** A clause that is left out, whole or in part. */
function ofClause(sql: string, tokens: readonly Token[], at: number): readonly Change[] {
  const here = tokens[at]!;
  const next = tokens[at + 1]?.word;
  const nothing = (): string => "";
  if (here.word === "ORDER" && next === "BY") {
    return [change("ORDER BY dropped", sql, [here, ...clauseAfter(tokens, at)], nothing)];
  }
  if (here.word === "LIMIT") {
    return [change("LIMIT lifted", sql, clauseAfter(tokens, at), (was) => `${was} + 1000000`)];
  }
  if (here.word === "FOR" && next === "UPDATE") {
    return [change("FOR UPDATE dropped", sql, [here, ...clauseAfter(tokens, at)], nothing)];
  }
  if (here.word === "SKIP") return [change("SKIP LOCKED dropped", sql, tokens.slice(at, at + 2), nothing)];
  if (here.word === "ON" && next === "CONFLICT") {
    return [change("ON CONFLICT dropped", sql, [here, ...clauseAfter(tokens, at, ["RETURNING"])], nothing)];
  }
  if (here.word === "LEFT") return [change("LEFT JOIN made JOIN", sql, [here], nothing)];
  return [];
}

/** Each column of an UPDATE that keeps its value. */
function ofAssignments(sql: string, tokens: readonly Token[], at: number): readonly Change[] {
  const { word, depth } = tokens[at]!;
  if (word !== "SET") return [];
  const table =
    tokens[at - 1]?.word === "UPDATE" ? `${tokens[tokens.findIndex((one) => one.word === "INTO") + 1]!.text}.` : "";
  return split(clauseAfter(tokens, at), ",", depth).map(([column, , ...value]) =>
    change("a value kept", sql, value, (was) => `CASE WHEN TRUE THEN ${table}${column!.text} ELSE ${was} END`),
  );
}

/** Plus for minus, and minus for plus. */
function ofSign(tokens: readonly Token[], at: number): readonly Change[] {
  const { text, from } = tokens[at]!;
  if (text !== "+" && text !== "-") return [];
  return [{ operator: "a sign turned", at: from, was: text, becomes: text === "+" ? "-" : "+" }];
}
