import { describe, expect, it } from "vitest";
import { openServer } from "../postgres/cluster/open.ts";
import { replayDatabase } from "../shop/replayed.ts";
import type { LedgerReplayed } from "../verdict/ledger.ts";
import { commandLine, fakeSuite, holding } from "./fakeLab.ts";

const unit = {
  ...{ unit: "sku-lab-01", state: "ACTIVE, epoch 1, v3", pieces: { total: 3, available: 2, held: 1 }, used: 3 },
  ...{ ignored: [], missed: [], doubted: [], unlike: [] },
};
const sound: LedgerReplayed = { units: [unit], rows: 3, archived: 1, flaws: [] };

const said = async (line: string, found: LedgerReplayed, shopDatabaseUrl?: string) => {
  const asked: string[] = [];
  const suite = {
    ...fakeSuite((card, { seed }) => holding(card, seed)),
    replayLedger: async (url: string) => {
      asked.push(url);
      return Promise.resolve(found);
    },
  };
  return { asked, ...(await commandLine(line, suite, { shopDatabaseUrl })) };
};

describe("ledger replay", () => {
  it("tells a unit a line, and that all is explained", async () => {
    const { code, out, asked } = await said("ledger replay", sound, "postgresql://here");
    expect([code, asked]).toEqual([0, ["postgresql://here"]]);
    expect(out).toMatch(/│ sku-lab-01 +│ ACTIVE, epoch 1, v3 +│ +3 │ +2 │ +1 │ +3 │ +0 │ +0 │ +0 │/);
    expect(out).toContain("\nLEDGER holds units=1 rows=3 archived=1 ignored=0 missed=0 doubted=0 unlike=0 flaws=0\n");
  });

  it.each([
    [
      "ignored",
      { units: [{ ...unit, ignored: ["row 9: it repeats row 3"] }] },
      "ignored sku-lab-01: row 9: it repeats",
    ],
    ["missed", { units: [{ ...unit, missed: ["v2: held 1 -> 0"] }] }, "missed sku-lab-01: v2: held 1 -> 0\n"],
    ["doubted", { units: [{ ...unit, doubted: ["row 2: held 1+1 is not 3"] }] }, "doubted sku-lab-01: row 2: held"],
    ["unlike", { units: [{ ...unit, unlike: ["no balance"] }] }, "unlike sku-lab-01: no balance\n"],
    ["flaws", { flaws: ["2026-01: row 1 is not"] }, "changed archive of 2026-01: row 1 is not\n"],
  ])("breaks and names what is %s", async (count, change, line) => {
    const { code, out } = await said("ledger replay --database postgresql://there", { ...sound, ...change });
    expect(code).toBe(1);
    expect(out).toContain(line);
    expect(out).toMatch(new RegExp(`LEDGER breaks .* ${count}=1`));
  });

  it("of no unit nothing is shown: unknown", async () => {
    const { code, out } = await said(
      "ledger replay",
      { ...sound, units: [], rows: 0, archived: 0 },
      "postgresql://here",
    );
    expect([code, out]).toEqual([
      3,
      "LEDGER unknown units=0 rows=0 archived=0 ignored=0 missed=0 doubted=0 unlike=0 flaws=0\n",
    ]);
  });

  it("as one document", async () => {
    const { out } = await said("ledger replay --json", sound, "postgresql://here");
    expect(JSON.parse(out)).toEqual({ format: "holdfast-ledger-1", verdict: "holds", ...sound });
  });

  it("without a database, and of one that is no shop's: wrong use, and no password is repeated", async () => {
    const none = await said("ledger replay", sound);
    expect([none.code, none.asked, none.err.split("\n")[0]]).toEqual([2, [], "holdfast: No database is named."]);
    const server = await openServer({ kind: "embedded", major: 18 });
    const url = `postgresql://postgres:secret@/postgres?host=${encodeURIComponent(server.address.host)}`;
    const suite = { ...fakeSuite((card, { seed }) => holding(card, seed)), replayLedger: replayDatabase };
    const { code, err } = await commandLine(["ledger", "replay", "--database", url], suite);
    await server.close();
    expect(code).toBe(2);
    expect(err).toContain('relation "inventory_balance" does not exist');
    expect(err).not.toContain("secret");
  });
});
