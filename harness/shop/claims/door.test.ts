import { expect, test } from "vitest";
import { heardLookups } from "../operations.ts";
import type { Heard } from "../../network/network.ts";
import type { End } from "../books.ts";
import { lookedUpAsWritten } from "./door.ts";

const committed = { outcome: "COMMITTED", operation_id: "op-1" };
const notFound = { outcome: "REJECTED", cause: "NO_SUCH_OPERATION", operation_id: "op-1" };

const url = "http://inventory-1/inventory/operations/op-1?caller=";

const heard = (kind: "command" | "lookup", said: object, caller = "mall"): Heard => ({
  name: { kind, about: "op-1", nth: 1, nthOfKind: 1 },
  request: { method: "GET", url: new URL(`${url}${caller}`), headers: [], body: JSON.stringify({ caller }) },
  reply: { status: 200, headers: [], body: JSON.stringify({ ...said, trace_id: "trace" }) },
});

const amiss = (...all: readonly Heard[]): readonly string[] => {
  const operations = [{ operationId: "op-1", command: "reserve", requestKey: "op-1", said: committed }];
  return lookedUpAsWritten.broken({ lookups: heardLookups(all), operations } as unknown as End);
};

test("lookup: what was not answered yet need not be found", () => {
  expect(amiss(heard("lookup", notFound), heard("command", committed), heard("lookup", committed))).toEqual([]);
});

test("lookup: what was answered to somebody else need not be found", () => {
  expect(amiss(heard("command", committed, "market"), heard("lookup", notFound))).toEqual([]);
});

test("lookup: what was answered before is found, as it is written down", () => {
  expect(amiss(heard("command", committed), heard("lookup", notFound))).toEqual([
    "op-1 was answered, and then not found",
  ]);
  expect(amiss(heard("lookup", { ...committed, outcome: "REJECTED" }))).toEqual([
    "op-1 was found REJECTED, and written down is COMMITTED",
  ]);
});
