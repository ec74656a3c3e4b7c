/** How a statement and its answer are told in a trace: on one line, long ones clipped, with a hash of the whole. */

import { createHash } from "node:crypto";
import type { Answer, Pending } from "./statements.ts";

const textMax = 120;
const rowsMax = 160;

/** What a decision says of a statement before it is carried out. */
export function describe(entry: Pick<Pending, "text" | "values" | "begin" | "auto">): string {
  const values = entry.values.length > 0 ? ` ${clip(shownJson(entry.values), rowsMax)}` : "";
  const begin = entry.begin === undefined ? "" : "BEGIN; ";
  return `${begin}${short(entry.text)}${values}${entry.auto === false ? "" : entry.auto === true ? " (autocommit)" : " (autocommit, sent whole)"}`;
}

/** Texts are few and come again and again. */
const shortened = new Map<string, string>();

/** The statement on one line, its long lists left out; the hash is of the whole. */
export function short(text: string): string {
  let told = shortened.get(text);
  if (told === undefined) {
    told = shorten(text);
    shortened.set(text, told);
  }
  return told;
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const told = line
    .replace(/\bSELECT (?:(?!SELECT|FROM).){25,}? FROM/g, "SELECT … FROM")
    .replace(/\bSET (?:(?!SET).){25,}? WHERE/g, "SET … WHERE")
    .replace(/\((?:\w+, ){2,}\w+\)/g, "(…)")
    .replace(/VALUES \((?:[^()]|\([^()]*\))*\)/g, "VALUES (…)");
  return told === line
    ? clip(line, textMax)
    : `${told.length <= textMax ? told : `${told.slice(0, textMax)}…`} ${digest(line)}`;
}

/** How it came out. */
export function summary(answer: Answer): string {
  const rows = answer.rows.length > 0 ? ` ${clip(shownJson(answer.rows), rowsMax)}` : "";
  return `${answer.command} ${answer.rowCount}${rows}`;
}

/** The beginning of a long text, and a hash of the whole, so that a difference further on still shows. */
function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${text.slice(0, length)}… ${digest(text)}`;
}

function shownJson(value: unknown): string {
  try {
    return JSON.stringify(value); // Three times as fast as with a replacer.
  } catch {
    return withBigints(value);
  }
}

function withBigints(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}

function digest(text: string): string {
  return `#${createHash("sha256").update(text).digest("hex").slice(0, 8)}`;
}
