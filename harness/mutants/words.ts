/**
 * What of the source is words for people, or SQL: a change of it is no mutant. SQL has operators of its own (sql/), and a text
 * that only people read may be any other.
 */

import { declareValuePlugin, PluginKind, type Plugin } from "@stryker-mutator/api/plugin";

/** A node of the syntax tree, as Babel has it; only what is looked at here. */
interface Node {
  readonly type: string;
  readonly value?: unknown;
  readonly quasis?: readonly { readonly value: { readonly raw: string } }[];
  readonly callee?: Node;
  readonly object?: Node;
  readonly property?: Node;
  readonly key?: Node;
  readonly left?: Node;
  readonly name?: string;
  readonly id?: Node | null;
}

interface Path {
  readonly node: Node;
  readonly parent?: Node;
  /** Its place in the parent's list, if it is in one. */
  readonly listKey?: string;
  readonly key?: string | number | null;
}

const statement = /^\s*(SELECT|INSERT INTO|UPDATE|WITH|BEGIN|COMMIT|ROLLBACK|SAVEPOINT|RELEASE)\b/;
/** What a state of the order's machine is, in words; and what goes out to people with an answer. */
const prose = ["starts", "holds", "ends", "when", "problems", "detail"];
/** Functions that print documentation. */
const printers = ["mermaid", "stateTable"];
/** What takes words, and from which argument on: what is told of a bug, of an error, of a move's cause. */
const tellers: Readonly<Record<string, number>> = {
  ...{ invariant: 1, report: 0, background: 0, Error: 0, RolledBack: 0, OutcomeUnknown: 0, super: 0 },
  ...{ transition: 4, startRefund: 3, settle: 3, noAnswer: 2, markUnknown: 2, cancel: 2, applyAnswer: 4 },
};

function whyWords({ node, parent, listKey, key }: Path): string | undefined {
  if (node.type === "FunctionDeclaration" && printers.includes(node.id?.name ?? "")) return "it prints documentation";
  const text = node.type === "StringLiteral" ? node.value : node.quasis?.[0]?.value.raw;
  if (typeof text === "string" && statement.test(text)) return "SQL: it has operators of its own";
  if (node.type === "StringLiteral")
    return "a text in quotes: most are words of a closed set, where the compiler refuses another";
  if (listKey === "arguments" && Number(key) >= (tellers[calledIn(parent)] ?? Infinity) && isText(node))
    return "it tells people what happened";
  if (node.type === "ObjectProperty" && prose.includes(node.key?.name ?? "")) return "it tells people what is meant";
  if (parent?.type === "AssignmentExpression" && key === "right" && parent.left?.property?.name === "name")
    return "an error's name";
  return undefined;
}

function isText({ type }: Node): boolean {
  return type === "StringLiteral" || type === "TemplateLiteral";
}

/** The name of what a call calls: `invariant(…)`, `new Error(…)`, `ports.report?.(…)`. */
function calledIn(call: Node | undefined): string {
  const callee = call?.callee;
  return callee?.type === "Super" ? "super" : (callee?.property?.name ?? callee?.name ?? "");
}

export const strykerPlugins: readonly Plugin<PluginKind.Ignore>[] = [
  declareValuePlugin(PluginKind.Ignore, "words", { shouldIgnore: (path) => whyWords(path as Path) }),
];
