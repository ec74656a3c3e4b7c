/** A spec written down, as one would by hand. */
import { keywords } from "./tokens.ts";
import type { Permutation, Spec } from "./spec.ts";

/** With the permutations given, and not those that it names itself. */
export function specText({ setups, teardown, sessions }: Spec, permutations: readonly Permutation[]): string {
  const block = (word: string, sql: string | undefined): string[] => (sql === undefined ? [] : [`${word} { ${sql} }`]);
  const parts = [
    [...setups.flatMap((sql) => block("setup", sql)), ...block("teardown", teardown)],
    ...sessions.map(({ name, setup, steps, teardown: after }) => [
      `session ${named(name)}`,
      ...block("setup", setup),
      ...steps.flatMap((step) => block(`step ${named(step.name)}`, step.sql)),
      ...block("teardown", after),
    ]),
    permutations.map((steps) => `permutation ${steps.map(({ step }) => named(step.name)).join(" ")}`),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function named(name: string): string {
  const plain = /^[A-Za-z_][A-Za-z_0-9$]*$/.test(name) && keywords.every((keyword) => keyword !== name);
  return plain ? name : `"${name.replaceAll('"', '""')}"`;
}
