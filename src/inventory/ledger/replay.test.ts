import { describe, expect, it } from "vitest";
import { soundBooks } from "../../reconcile/sound.ts";
import { isSound, missedWords, replayLedger, type LedgerRow } from "./replay.ts";

const { ledger, balances } = soundBooks;
const units = new Map(balances.map((row) => [row.unitId, row]));

/** What is said of the ledger after one piece of damage to its row of this version. */
function replayAfter(version: number, by: (row: LedgerRow) => readonly LedgerRow[]) {
  const rows = ledger.flatMap((row) => (row.version === version ? by(row) : [row]));
  const [unit] = replayLedger(rows, units);
  if (unit === undefined) throw new Error("there is a unit");
  const { used, ignored, missed, doubted, unlike } = unit;
  return {
    used: used.length,
    ignored: ignored.map(({ row, why }) => `${row.entryId}: ${why}`),
    missed: missed.map(missedWords),
    doubted: doubted.map(({ row, why }) => `${row.entryId}: ${why}`),
    unlike,
  };
}

const nothing = { ignored: [], missed: [], doubted: [], unlike: [] };

describe("replay: a ledger as it was written", () => {
  it("leads to every balance, by all of its rows in any order", () => {
    const replayed = replayLedger([...ledger].reverse(), units);
    expect(replayed.map(({ unitId, ...unit }) => [unitId, unit.used.length, unit.state])).toEqual(
      balances.map(({ unitId, ...state }) => [unitId, ledger.length, state]),
    );
    expect(replayed.every(isSound)).toBe(true);
  });

  it("keeps units apart, in the order of their ids", () => {
    const others = ledger.map((row) => ({ ...row, unitId: "sku-a" }));
    const both = new Map([...units, ["sku-a", balances[0]!], ["sku-z", { ...balances[0]!, version: 0 }]]);
    expect(replayLedger([...ledger, ...others], both).map(({ unitId, used }) => [unitId, used.length])).toEqual([
      ["sku-a", 14],
      ["sku-lab-01", 14],
      ["sku-z", 0],
    ]);
  });
});

describe("replay: a ledger that was tampered with", () => {
  it("names what is missed, and what it must have changed", () => {
    expect(replayAfter(3, () => [])).toEqual({
      ...nothing,
      used: 13,
      missed: ["v3: available 9 -> 8, held 1 -> 2"],
    });
    expect(replayAfter(14, () => [])).toEqual({
      ...nothing,
      used: 13,
      missed: ["v14: available 6 -> 7, held 2 -> 1"],
    });
  });

  it("ignores what is there twice, whatever it is called", () => {
    const again = { used: 14, ignored: ["99: it repeats row 3 (v3 hold ord-0002/r1)"] };
    expect(replayAfter(3, (row) => [row, { ...row, entryId: 99 }])).toEqual({ ...nothing, ...again });
    expect(replayAfter(3, (row) => [row, { ...row, entryId: 99, operation: "other" }])).toEqual({
      ...nothing,
      ...again,
    });
    expect(replayAfter(3, (row) => [row, { ...row, entryId: 99, version: 15 }])).toEqual({ ...nothing, ...again });
  });

  it("doubts a row whose change does not lead from where it begins to where it ends", () => {
    expect(replayAfter(3, (row) => [{ ...row, deltas: { ...row.deltas, held: 2 } }])).toEqual({
      ...nothing,
      used: 14,
      doubted: ["3: held 1+2 is not 2"],
    });
  });

  it("doubts a row that begins elsewhere than the one before it ended", () => {
    const after = (row: LedgerRow) => ({ ...row, after: { ...row.after, available: 7 } });
    expect(replayAfter(3, (row) => [after(row)])).toEqual({
      ...nothing,
      used: 14,
      doubted: ["3: available 9-1 is not 7", "4: it begins with available 8, and v3 ended with 7"],
    });
    expect(replayAfter(3, (row) => [{ ...row, before: { ...row.before, epoch: 2 } }])).toMatchObject({
      doubted: ["3: it begins with epoch 2, and v2 ended with 1"],
    });
  });

  it("doubts a row of another version, and misses the one that it was", () => {
    expect(replayAfter(14, (row) => [{ ...row, version: 16 }])).toMatchObject({
      missed: ["v14 to v15: nothing"],
      doubted: ["14: v16 leads from v13 to v14"],
      unlike: [{ fact: "version", told: 16, is: 14 }],
    });
  });

  it("says where the balance is not as the ledger leads to", () => {
    const unlike = (change: object) =>
      replayLedger(ledger, new Map([["sku-lab-01", { ...balances[0]!, ...change }]]))[0]?.unlike;
    expect(unlike({ available: 6, sold: 3 })).toEqual([
      { fact: "available", told: 7, is: 6 },
      { fact: "sold", told: 2, is: 3 },
    ]);
    expect(unlike({ status: "FROZEN", version: 13 })).toEqual([
      { fact: "status", told: "ACTIVE", is: "FROZEN" },
      { fact: "version", told: 14, is: 13 },
    ]);
    expect(replayLedger(ledger, new Map())[0]?.unlike).toBe("no balance");
  });
});
