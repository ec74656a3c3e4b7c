/** The experiments as a table: for a terminal, as JSON, and as the Markdown table of `scenarios/README.md`. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ExperimentCard } from "./lab.ts";
import { table } from "./table.ts";

export function listTable(cards: readonly ExperimentCard[], columns: number): string {
  return table(
    ["id", "what happens", "claims", "control"],
    cards.map(({ id, title, claims, control }) => [id, title, claims.length, control ?? "-"]),
    ["left", "left", "right", "left"],
    columns,
  );
}

/** Like every document it names its format first. */
export function listJson(cards: readonly ExperimentCard[]): string {
  return `${JSON.stringify({ format: "holdfast-list-1", experiments: cards }, undefined, 2)}\n`;
}

/** One row an experiment; `verdictOf` tells what the committed evidence says of it, if it says anything. */
export function markdownTable(cards: readonly ExperimentCard[], verdictOf: (id: string) => string | undefined): string {
  const rows = cards.map(({ id, title, claims, control }) => [
    id,
    title,
    claims.join("; "),
    control ?? "-",
    verdictOf(id) ?? "not run",
  ]);
  const head = ["number", "what happens", "what must hold", "control: the wrong part that must break it", "verdict"];
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(cell).join(" | ")} |\n`).join("");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

/** What the evidence in the project's folder says of an experiment; undefined when it says nothing. */
export function committedVerdicts(root: string): (id: string) => string | undefined {
  return (id) => {
    try {
      const verdict: unknown = JSON.parse(readFileSync(join(root, "evidence", id, "verdict.json"), "utf8"));
      return verdict !== null && typeof verdict === "object" && "verdict" in verdict
        ? String(verdict.verdict)
        : undefined;
    } catch {
      return undefined;
    }
  };
}
