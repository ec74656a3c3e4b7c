import { expect, test } from "vitest";
import { configure } from "../../config.ts";
import type { Ports } from "../../ports.ts";
import { shippedParts } from "../../parts.ts";
import { mayLook, permit, rights, type CommandName, type Role } from "./roles.ts";

const url = "http://shop.test";
const callers = [
  ...(["SELLER", "OPERATOR", "APPROVER", "AUDITOR"] as const).map((role) => ({ tenant: "shop", caller: role, role })),
  { tenant: "other", caller: "theirs", role: "APPROVER" as const },
];
const config = configure({ channelUrl: url, ordersUrl: url, fulfillmentUrl: url, projectorUrl: url }, { callers });
const shop = { ports: {} as Ports, config, parts: shippedParts };
const names = Object.keys(rights) as readonly CommandName[];

function cause(command: CommandName, caller: string, approver?: string, tenant = "shop") {
  const asked = { operation_id: "op-1", tenant, caller, trace_id: "t", deadline_ms: 500, approver };
  return permit(shop, command, asked)?.cause;
}

test.each(names)("roles: %s is its role's and nobody else's", (command) => {
  const others = (["SELLER", "OPERATOR", "APPROVER", "AUDITOR", "stranger"] as const).filter(
    (role) => role !== rights[command].by,
  );
  for (const role of others) expect(cause(command, role, "APPROVER")).toBe("NOT_ALLOWED");
  expect(cause(command, rights[command].by, "APPROVER", "other")).toBe("NOT_ALLOWED");
  expect(cause(command, rights[command].by, "APPROVER")).toBeUndefined();
});

test("roles: what changes others' promises or the count has to be approved, by an APPROVER of the same tenant", () => {
  const approved = names.filter((command) => "approved" in rights[command]);
  expect(approved).toEqual(["adjust", "retire", "raise-epoch", "force-release"]);
  for (const command of approved) {
    for (const approver of [undefined, "OPERATOR", "SELLER", "AUDITOR", "theirs", "stranger"]) {
      expect(cause(command, "OPERATOR", approver)).toBe("NOT_APPROVED");
    }
  }
});

test("roles: a seller looks at its own, whoever looks after the stock at all of its tenant, a stranger at nothing", () => {
  const sees = (caller: Role | "stranger") => mayLook(shop, { tenant: "shop", caller, trace_id: "t" });
  expect([sees("SELLER"), sees("OPERATOR"), sees("AUDITOR"), sees("stranger")]).toEqual(["own", "all", "all", "none"]);
  expect(mayLook(shop, { tenant: "other", caller: "AUDITOR", trace_id: "t" })).toBe("none");
});
