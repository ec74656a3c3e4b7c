import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { allowedIn, isMove, mermaid, moves, stateTable, unitStatuses } from "./lifecycle.ts";

describe("a unit's life: the table", () => {
  it("names each move once, and reaches every state from INIT", () => {
    const names = moves.map(({ from, to }) => `${from} ${to}`);
    expect(new Set(names).size).toBe(names.length);
    const reached = new Set(["INIT"]);
    for (let size = 0; size < reached.size;) {
      size = reached.size;
      for (const { from, to } of moves) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...unitStatuses].sort());
  });

  it("never leaves RETIRED, and comes back from FROZEN to ACTIVE", () => {
    expect(moves.some(({ from }) => from === "RETIRED")).toBe(false);
    expect(isMove("FROZEN", "ACTIVE")).toBe(true);
    expect(isMove("ACTIVE", "REBUILDING")).toBe(false);
  });

  it("promises only while ACTIVE, and keeps its promises until it is RETIRED and after", () => {
    expect(allowedIn.HOLD).toEqual(["ACTIVE"]);
    expect(allowedIn.ADJUST).not.toContain("FROZEN");
    for (const kind of ["CONFIRM", "RELEASE"] as const)
      expect(allowedIn[kind]).toEqual(["ACTIVE", "FROZEN", "REBUILDING", "RETIRED"]);
  });
});

describe("a unit's life: the documentation", () => {
  const page = readFileSync(new URL("../../../docs/inventory.md", import.meta.url), "utf8");

  it("shows this diagram", () => {
    expect(page).toContain(`\`\`\`mermaid\n${mermaid()}\n\`\`\``);
  });

  it("shows this table", () => {
    // The formatter pads columns; only the cells count.
    expect(page.replace(/ +/g, " ").replace(/-{3,}/g, "---")).toContain(stateTable());
  });
});
