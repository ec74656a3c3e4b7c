/** State machines as documentation: the tables that the code goes by, printed. */

export interface Move {
  readonly from: string;
  readonly to: string;
  readonly when: string;
}

/** A Mermaid state diagram; @param begin the first state and how it is entered: `CREATED: placed, with its hold`. */
export function stateDiagram(begin: string, moves: readonly Move[]): string {
  const lines = moves.map(({ from, to, when }) => `    ${from} --> ${to}: ${when}`);
  return ["stateDiagram-v2", `    [*] --> ${begin}`, ...lines].join("\n");
}

/** A Markdown table, not padded. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
