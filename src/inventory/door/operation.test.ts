import { expect, test } from "vitest";
import { digestOf } from "./operation.ts";

const asked = { operation_id: "op-1", tenant: "shop", caller: "mall", trace_id: "t", deadline_ms: 500 };
const release = { command: "release", asked: { ...asked, reservation_id: "op-0", reason: "cancelled" } };

test("digest: the same for the same content, however it is spelled and traced and whenever it is sent", () => {
  const { reservation_id, reason, ...rest } = release.asked;
  const spelled = { reason, ...rest, trace_id: "another", deadline_ms: 1, reservation_id };
  expect(digestOf({ ...release, asked: spelled })).toBe(digestOf(release));
  const lines = [{ unit_id: "a", quantity: 1 }];
  const reordered = [{ quantity: 1, unit_id: "a", lock_id: undefined }];
  expect(digestOf({ command: "reserve", asked: { ...asked, lines: reordered } as typeof asked })).toBe(
    digestOf({ command: "reserve", asked: { ...asked, lines } as typeof asked }),
  );
});

test.each([
  ["another command", { ...release, command: "confirm" }],
  ["another caller", { ...release, asked: { ...release.asked, caller: "market" } }],
  ["another tenant", { ...release, asked: { ...release.asked, tenant: "other" } }],
  ["another reservation", { ...release, asked: { ...release.asked, reservation_id: "op-00" } }],
  ["another reason", { ...release, asked: { ...release.asked, reason: "" } }],
])("digest: another for %s", (_what, other) => {
  expect(digestOf(other)).not.toBe(digestOf(release));
});
