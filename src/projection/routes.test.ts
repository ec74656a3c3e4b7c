import { describe, expect, it } from "vitest";
import { shopAlone } from "../alone.ts";
import type { Parts } from "../parts.ts";
import { viewShape } from "./questions.ts";
import type { Wish } from "./read.ts";

/** Asks a projector in which some parts answer as told; its database is down. */
async function ask(path: string, told: Partial<Parts> = {}) {
  const { shop, url, reported } = shopAlone(told);
  const response = await shop.projector(new Request(`${url}/inventory/projection/units/${path}`));
  return { code: response.status, body: (await response.json()) as Record<string, unknown>, reported };
}

const who = "tenant=shop&caller=mall&trace_id=t-1";

describe("projector routes: what is not let in", () => {
  it.each([
    ["nobody says who asks", "sku", "caller: "],
    ["no trace", "sku?tenant=shop&caller=mall", "trace_id: "],
    ["a version that is none", `sku?${who}&seen=soon`, "seen: "],
    ["a version below nought", `sku?${who}&seen=-1`, "seen: "],
    ["another wish than there is", `sku?${who}&otherwise=guess`, "otherwise: "],
    ["a field that nobody knows", `sku?${who}&all=1`, '"all"'],
  ])("%s", async (_what, path, problem) => {
    const { code, body } = await ask(path);
    expect(code).toBe(400);
    expect(body).toMatchObject({ outcome: "REJECTED", cause: "INVALID", next_action: "CORRECT_REQUEST" });
    expect(String(body["problems"])).toContain(problem);
  });

  it("somebody whom nobody knows, or of another tenant than is said", async () => {
    for (const path of ["sku?tenant=shop&caller=nobody&trace_id=t-1", "sku?tenant=other&caller=mall&trace_id=t-1"]) {
      const { code, body, reported } = await ask(path);
      expect([code, reported]).toEqual([403, []]);
      expect(body).toMatchObject({ outcome: "REJECTED", cause: "NOT_ALLOWED", trace_id: "t-1" });
    }
  });
});

describe("projector routes: what is answered", () => {
  it("a unit as it is shown, of the tenant that asks, with the trace", async () => {
    const wishes: Wish[] = [];
    const at = new Date(0);
    const showUnit: Parts["showUnit"] = async (_shop, wish) => {
      wishes.push(wish);
      const { unitId } = wish;
      const times = { observedAt: at, expiresAt: at };
      return { unitId, availability: "LOW", available: 3, source: "FACTS", epoch: 1, watermark: 7, ...times };
    };
    const { code, body } = await ask(`sku?${who}&seen=7&otherwise=facts`, { showUnit });
    await ask(`sku?${who}`, { showUnit });
    expect(code).toBe(200);
    expect(viewShape.parse(body)).toMatchObject({ unit_id: "sku", availability: "LOW", watermark: 7 });
    expect(body).toMatchObject({ trace_id: "t-1" });
    expect(wishes).toEqual([
      { tenant: "shop", unitId: "sku", seen: 7, otherwise: "facts" },
      { tenant: "shop", unitId: "sku", seen: 0, otherwise: "confirming" },
    ]);
  });

  it("that there is no such unit, as the door says it", async () => {
    const { code, body } = await ask(`sku?${who}`, { showUnit: async () => undefined });
    expect(code).toBe(404);
    expect(body).toMatchObject({ outcome: "REJECTED", cause: "NO_SUCH_UNIT", trace_id: "t-1" });
  });

  it("a failure, with nothing of what went wrong", async () => {
    const { code, body, reported } = await ask(`sku?${who}`);
    expect(code).toBe(500);
    expect(body).toMatchObject({ outcome: "REJECTED", cause: "INTERNAL", next_action: "QUERY_STATUS" });
    expect(JSON.stringify(body)).not.toContain("secret");
    expect(reported).toEqual(["GET /inventory/projection/units/sku: Error: secret: the database is down"]);
  });
});
