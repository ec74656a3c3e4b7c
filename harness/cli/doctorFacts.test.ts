import { expect, test } from "vitest";
import { machineFacts } from "./doctorFacts.ts";

test("doctor: each subject once, with what was found and what follows", async () => {
  const facts = await machineFacts();
  const subjects = facts.map(({ subject }) => subject);
  expect(new Set(subjects).size).toBe(subjects.length);
  expect(subjects).toEqual(
    expect.arrayContaining(["Node.js", "PostgreSQL 18", "signals", "/proc", "container engine"]),
  );
  for (const { found, follows } of facts) expect([found, follows].every((text) => text.length > 0)).toBe(true);
});

test("doctor: where the tests of the server run, nothing that they need is missing", async () => {
  const facts = await machineFacts();
  expect(facts.filter(({ level }) => level === "missing")).toEqual([]);
  expect(facts.find(({ subject }) => subject === "signals")).toMatchObject({ level: "fine" });
});
