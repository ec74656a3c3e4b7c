import { expect, test } from "vitest";
import { Explorer } from "./explorer.ts";
import type { Ran, Subject } from "./subject.ts";
import { toyRun } from "./toyWorld.ts";

/** @param lab what becomes of a run, by its number. */
function subject(
  lab: (nth: number) => Partial<Ran> & { readonly tasks?: Readonly<Record<string, number>> },
): Subject<0> {
  let runs = 0;
  return {
    draw: () => 0,
    read: () => 0,
    run: async (_, strategy) => {
      const { tasks = { A: 2, B: 2 }, ...ran } = lab(++runs);
      const sha256 = await toyRun(strategy, tasks);
      const none = { about: [], span: { from: 0, to: 0 }, faults: [], missed: false, fired: {}, seen: {} };
      return { verdict: "holds", ...none, trace: { steps: [], sha256 }, ...ran };
    },
  };
}

async function searched(lab: Parameters<typeof subject>[0]) {
  const explorer = new Explorer(subject(lab), { seed: 1 });
  await explorer.explore({ strategy: "exhaustive" }, 1);
  return explorer.found();
}

test("exhaustive: where all come out as planned nothing is doubted", async () => {
  expect(await searched(() => ({}))).toMatchObject({ schedules: 3, unknown: 0 });
});

test("exhaustive: a departure that is not there any more is unknown, and the search not complete", async () => {
  const found = await searched((nth) => (nth === 3 ? { tasks: { A: 2 } } : {}));
  expect(found).toMatchObject({ schedules: 2, unknown: 1 });
  expect(found.doubts).toEqual(["a departure that was there is not there again: the same decisions led elsewhere"]);
});

test("exhaustive: a run that the lab gave up before it departed is unknown, with the lab's reason", async () => {
  const lost = { verdict: "unknown", about: ["the server is gone"], trace: undefined, tasks: {} } as const;
  const found = await searched((nth) => (nth === 3 ? lost : {}));
  expect(found).toMatchObject({ schedules: 2, unknown: 1, doubts: ["the server is gone"] });
});
