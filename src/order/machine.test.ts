import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { edges, isEdge, isTerminal, mermaid, stateTable, statuses } from "./machine.ts";

describe("order machine: the table", () => {
  it("names each edge once", () => {
    const names = edges.map(({ from, to }) => `${from} ${to}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it("reaches every state from CREATED", () => {
    const reached = new Set(["CREATED"]);
    for (let size = 0; size < reached.size;) {
      size = reached.size;
      for (const { from, to } of edges) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...statuses].sort());
  });

  it("never leaves PAID and REFUNDED, and leaves FAILED and CANCELLED only to give money back", () => {
    for (const { from, to } of edges) if (isTerminal(from)) expect(to).toBe("REFUNDING");
    expect(edges.some(({ from }) => from === "PAID" || from === "REFUNDED")).toBe(false);
    expect(isEdge("REFUNDED", "PAID")).toBe(false);
  });
});

describe("order machine: the documentation", () => {
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");

  it("shows this diagram", () => {
    expect(readme).toContain(`\`\`\`mermaid\n${mermaid()}\n\`\`\``);
  });

  it("shows this table", () => {
    // The formatter pads columns; only the cells count.
    const unpadded = readme.replace(/ +/g, " ").replace(/-{3,}/g, "---");
    expect(unpadded).toContain(stateTable());
  });
});
