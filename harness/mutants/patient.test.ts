import { expect, test } from "vitest";
import type { Lab } from "../cli/lab.ts";
import { PatientLab } from "./patient.ts";
import type { Noticed, Trial } from "./trial.ts";

const stopped: Noticed = { how: "stopped", says: "no connection" };

/** Labs that are known by their number, from 1, and which of them are broken. */
function labs() {
  const broken = new Set<Lab>();
  const opened: Lab[] = [];
  const closed: Lab[] = [];
  const lab = new PatientLab(async () => {
    const one = { close: async () => void closed.push(one) } as unknown as Lab;
    opened.push(one);
    return one;
  });
  const trial: Trial = { name: "C29-01", run: async (one) => (broken.has(one) ? stopped : undefined) };
  return { lab, trial, broken, opened, closed };
}

test("a mutant that stops a sound lab is noticed, and the lab serves on", async () => {
  const { lab, trial, opened } = labs();
  expect(await lab.noticed({ ...trial, run: async () => stopped }, trial)).toEqual(stopped);
  expect(await lab.noticed(trial, trial)).toBeUndefined();
  expect(opened).toHaveLength(1);
});

test("a mutant is not noticed for what another has broken: a new lab is asked", async () => {
  const { lab, trial, broken, opened, closed } = labs();
  broken.add(await lab.opened());
  expect(await lab.noticed(trial, trial)).toBeUndefined();
  expect(await lab.noticed(trial, trial)).toBeUndefined();
  await lab.close();
  expect(opened).toHaveLength(3);
  expect(closed).toEqual(opened);
});

test("a mutant that breaks even a new lab is noticed, and that lab serves no other", async () => {
  const { lab, trial, broken, opened } = labs();
  const mutated: Trial = { ...trial, run: async (one) => (broken.add(one), stopped) };
  expect(await lab.noticed(mutated, trial)).toEqual(stopped);
  expect(await lab.noticed(trial, trial)).toBeUndefined();
  expect(opened).toHaveLength(3);
});

test("when no lab is sound any more, no fate is told", async () => {
  const { lab, trial } = labs();
  const ill: Trial = { ...trial, run: async () => stopped };
  await expect(lab.noticed(ill, ill)).rejects.toThrow("the shipped system in a new lab, C29-01: no connection");
});
