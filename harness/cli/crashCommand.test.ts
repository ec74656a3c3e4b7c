import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { brokenFlow, controlFlow, gridFaults, heldFlow } from "../evidence/gridSample.ts";
import { sampleTrace } from "../evidence/sample.ts";
import type { GridFlow } from "../verdict/grid.ts";
import { commandLine, fakeSuite } from "./fakeLab.ts";
import type { CellAddress, GridOptions, Suite } from "./lab.ts";

const payCharged = { ...heldFlow, name: "pay-charged" };
const payBroken = { ...brokenFlow, name: "pay-broken" };

/** A suite of these flows; one that is not in `found` cannot be struck. */
function suiteOf(flows: readonly GridFlow[], found = flows): Suite & { readonly asked: CellAddress[] } {
  const asked: CellAddress[] = [];
  const grid = {
    flow: async (name: string) => {
      const flow = found.find((one) => one.name === name);
      if (flow === undefined) throw new Error("machine too slow for the gate");
      return flow;
    },
    cell: async (at: CellAddress, { real }: GridOptions) => {
      asked.push(real ? { ...at, flow: `${at.flow} for real` } : at);
      const trace = sampleTrace([{ text: "0 orders-1 pay: COMMIT -> COMMIT 0", source: "src/order/pay.ts:20" }]);
      return { fault: at.fault, words: "PAYING committed", verdict: "breaks" as const, about: ["left open: x"], trace };
    },
  };
  const suite = fakeSuite(() => Promise.reject(new Error("no experiment")), { grid });
  const cards = flows.map(({ name, says }) => ({ name, says }));
  return { ...suite, asked, grid: { flows: cards, faults: gridFaults, method: ["A row is a decision."] } };
}

describe("crash", () => {
  it("strikes every flow, and tells a line each and the totals", async () => {
    const { code, out } = await commandLine("crash --seed 5", suiteOf([heldFlow, payCharged, controlFlow]));
    expect(out).toContain(`seed 5   3 flows   PostgreSQL 18, embedded   gate on
ok       cancel  5 cells
ok       pay-charged  5 cells
ok       control-cancel  5 cells
`);
    expect(out).toMatch(/GRID flows=2 not_struck=0 cells=10 held=10 broke=0 .* controls=1 controls_broke=1\n$/);
    expect(code).toBe(0);
  });

  it("shows the tables of flows that were named, by the beginning of their names", async () => {
    const suite = suiteOf([heldFlow, payCharged, payBroken]);
    const { code, out } = await commandLine("crash pay", suite);
    expect(out).toContain("pay-charged   an order is cancelled");
    expect(out).toContain("./run.sh crash pay-broken --point 2 --fault kill-after --seed 29 --trace");
    expect(out).not.toContain("\ncancel ");
    expect(code).toBe(1);
  });

  it("a flow that the lab could not strike is unknown, with the reason", async () => {
    const { code, out } = await commandLine("crash cancel", suiteOf([heldFlow], []));
    expect(out).toContain("machine too slow for the gate");
    expect(code).toBe(3);
  });

  it("a control that no fault harms does not pass", async () => {
    const harmless = { ...heldFlow, name: "control", wrong: "nobody looks" };
    expect((await commandLine("crash control", suiteOf([harmless]))).code).toBe(1);
  });

  it("writes the grid where it is asked to, or beside the evidence when all was struck at its own seed", async () => {
    const root = await mkdtemp(join(tmpdir(), "holdfast-"));
    onTestFinished(() => rm(root, { recursive: true }));
    const read = () => readFile(join(root, "evidence/crash-grid.txt"), "utf8");
    const suite = suiteOf([heldFlow]);
    await commandLine("crash cancel", suite, { root });
    await commandLine("crash --seed 5", suite, { root });
    await commandLine("crash --real", suite, { root });
    await expect(read()).rejects.toThrow("ENOENT");
    await commandLine("crash", suite, { root });
    expect(await read()).toMatch(/^holdfast crash grid {3}seed 29/);
    await commandLine(["crash", "cancel", "--seed", "5", "--evidence", join(root, "evidence")], suite, { root });
    expect(await read()).toMatch(/^holdfast crash grid {3}seed 5/);
  });

  it("prints one document with --json", async () => {
    const { out } = await commandLine("crash cancel --json", suiteOf([heldFlow]));
    expect(JSON.parse(out)).toEqual({ format: "holdfast-grid-1", seed: 29, interrupted: false, flows: [heldFlow] });
  });

  it("an interrupt ends it; what was struck is told", async () => {
    let interrupt = () => {};
    const interrupted = new Promise<void>((resolve) => (interrupt = resolve));
    const suite = suiteOf([heldFlow, payCharged]);
    const openLab: Suite["openLab"] = async (...given) => {
      const lab = await suite.openLab(...given);
      const flow = async (name: string) => {
        if (name === "cancel") return heldFlow;
        interrupt();
        return new Promise<never>(() => {});
      };
      return { ...lab, grid: { ...lab.grid!, flow } };
    };
    const { code, out, err } = await commandLine("crash", { ...suite, openLab }, { interrupted });
    expect(out).toContain("GRID flows=1 not_struck=0 cells=5");
    expect(err).toContain("interrupted: 1 flow not struck to the end");
    expect(code).toBe(130);
  });

  it("shows one cell again, with every decision where they are asked for", async () => {
    const suite = suiteOf([heldFlow, payCharged]);
    const brief = await commandLine("crash pay-charged --point 4 --fault kill-after", suite);
    expect(suite.asked).toEqual([{ flow: "pay-charged", point: 4, fault: "kill-after" }]);
    expect(brief.out).toContain("not ok   pay-charged 4, kill-after: PAYING committed\n         left open: x\n");
    expect(brief.out).not.toContain("COMMIT 0");
    expect(brief.code).toBe(1);
    const whole = await commandLine("crash pay-charged --point 4 --fault kill-after --trace", suite);
    expect(whole.out).toContain("1  src/order/pay.ts:20      0 ms  orders-1 pay: COMMIT -> COMMIT 0");
  });

  it("--real is handed on, and is part of the way back", async () => {
    const suite = suiteOf([payCharged, payBroken]);
    await commandLine("crash pay-charged --point 4 --fault kill-after --real", suite);
    expect(suite.asked).toEqual([{ flow: "pay-charged for real", point: 4, fault: "kill-after" }]);
    const { out } = await commandLine("crash pay-broken --real", suite);
    expect(out).toContain("--point 2 --fault kill-after --seed 29 --real --trace");
  });

  it.each([
    ["crash pay-chargd", 'There is no flow "pay-chargd".\n  why:  Names like it: pay-charged, pay-broken.'],
    ["crash pay --point 4 --fault kill-after", "Not exactly one flow is named in full."],
    ["crash pay-charged --point 4", "One of the two options is missing."],
    ["crash pay-charged --point 0 --fault kill-after", "It must be a whole number from 1 up."],
    ["crash pay-charged --trace", "--trace shows one cell.\n  why:  No cell is named"],
    ["crash pay-charged --point 4 --fault kill-after --json", "--json does not go with one cell."],
    ["crash pay-charged --point 4 --fault kill-after --evidence x", "--evidence does not go with one cell."],
    ["crash pay-charged --point 4 --fault kill-after --workers 2", "--workers does not go with one cell."],
    ["crash pay-charged --fault kill-after", "next: For example: ./run.sh crash pay-charged --point 7"],
    ["crash pay-charged --point 4 --fault kill", "Allowed choices are kill-before, kill-after, sql-reply."],
  ])("%s: is wrong use", async (line, said) => {
    const { code, err } = await commandLine(line, suiteOf([heldFlow, payCharged, payBroken]));
    expect(err).toContain(said);
    expect(code).toBe(2);
  });
});
