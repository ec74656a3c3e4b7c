import { expect, test } from "vitest";
import { randomStream, shuffled, wholeBelow, type Random } from "./random.ts";

const draws = (random: Random, count: number): readonly number[] => Array.from({ length: count }, () => random());

test("random streams: the same seed and label give the same numbers", () => {
  expect(draws(randomStream(29, "faults"), 5)).toEqual(draws(randomStream(29, "faults"), 5));
});

test("random streams: another seed or another label gives others", () => {
  const first = draws(randomStream(29, "faults"), 5);
  expect(draws(randomStream(30, "faults"), 5)).not.toEqual(first);
  expect(draws(randomStream(29, "schedule"), 5)).not.toEqual(first);
});

test("random streams: a draw in one never shifts another", () => {
  const undisturbed = draws(randomStream(29, "workload"), 5);
  const faults = randomStream(29, "faults");
  const workload = randomStream(29, "workload");
  const interleaved = undisturbed.map(() => (faults(), faults(), workload()));
  expect(interleaved).toEqual(undisturbed);
});

test("random streams: the numbers of a seed never change, for they are in every evidence file", () => {
  const random = randomStream(29, "schedule");
  expect(Array.from({ length: 8 }, () => wholeBelow(random, 100))).toEqual([7, 57, 51, 70, 24, 20, 75, 62]);
});

test("wholeBelow: reaches every number below its bound and no other", () => {
  const random = randomStream(1, "schedule");
  expect(new Set(Array.from({ length: 200 }, () => wholeBelow(random, 5)))).toEqual(new Set([0, 1, 2, 3, 4]));
});

test("shuffled: keeps the elements, leaves its argument, reaches every order", () => {
  const random = randomStream(1, "workload");
  const elements = ["a", "b", "c"];
  const orders = new Set(Array.from({ length: 100 }, () => shuffled(random, elements).join("")));
  expect([...orders].sort()).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"]);
  expect(elements).toEqual(["a", "b", "c"]);
});
