import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Exploration, Manner, Sampling, Searched } from "../verdict/exploration.ts";
import { Explorer } from "./explorer.ts";
import { exhausted, sampled, withoutOrder } from "./joined.ts";
import type { Ran, Subject } from "./subject.ts";
import { toyRun } from "./toyWorld.ts";

const card = { kind: "pair", name: "a-b", title: "A × B", says: "letters" } as const;
const parts = (of: number) => Array.from({ length: of }, (_, nth) => ({ nth: nth + 1, of }));

/** A run is the word in which its tasks took their steps; some words break, and of some nothing is known. */
function toySubject(worth: (word: string, fault: string | undefined) => Ran["verdict"]): Subject<number> {
  return {
    draw: (nth) => nth,
    read: () => 0,
    run: async (plan, strategy, fault) => {
      const word = await toyRun(strategy, { A: 3, B: 3 });
      const told = `${word} ${fault ?? ""}`;
      const sha256 = createHash("sha256").update(`${plan} ${told}`).digest("hex");
      return {
        ...{ verdict: worth(word, fault), about: [told], missed: false },
        trace: { steps: [], sha256 },
        span: { from: 0, to: 0 },
        faults: word.startsWith("B") ? ["late", "twice"] : ["late"],
        fired: fault === undefined ? {} : { [fault]: 1 },
        seen: fault === undefined ? {} : { faults: { [fault]: 1 } },
      };
    },
  };
}

const worth = (word: string, fault: string | undefined): Ran["verdict"] => {
  if (word.startsWith("BA") && fault === "twice") return "breaks";
  return ["ABBAAB", "BBAAAB"].includes(word) ? "unknown" : "holds";
};

async function found(manner: Manner, bound: number, goOn?: (found: Searched) => boolean): Promise<Exploration> {
  const explorer = new Explorer(toySubject(worth), { seed: 1, faulted: manner.strategy === "exhaustive" });
  await explorer.explore(manner, bound, goOn);
  const { kind, name, title } = card;
  return { kind, name, title, manner, bound, ...explorer.found() };
}

describe("an exhaustive search in parts", () => {
  const bound = 4;
  const manner = { strategy: "exhaustive" } as const;

  test("undivided it stays as it was", async () => {
    const whole = await found(manner, bound);
    expect(whole).toMatchObject({ schedules: 47, violated: 5, unknown: 5, first: { schedule: 22, fault: "twice" } });
    expect(exhausted([whole])).toEqual(whole);
  });

  test.each([2, 3, 5, 40])(
    "%i parts: the same runs in the same order, the same first violation and doubt",
    async (of) => {
      const shares = await Promise.all(
        parts(of).map((part) => found({ ...manner, share: { search: "shipped", ...part } }, bound)),
      );
      const whole = exhausted([await found(manner, bound)]);
      expect(exhausted(shares)).toEqual(whole);
      expect(exhausted([...shares].reverse())).toEqual(whole);
      expect(shares.filter(({ schedules }) => schedules > 0).length).toBeGreaterThan(1);
    },
  );

  test("for readers: the places of its runs are left out", async () => {
    expect(withoutOrder(await found(manner, 1))).not.toHaveProperty("order");
  });
});

describe("a sample in parts", () => {
  const manner: Sampling = { strategy: "random", from: 1, runs: 60 };
  const inParts = async (whole: Sampling, goOn?: (found: Searched) => boolean): Promise<Exploration[]> =>
    Promise.all([1, 21, 41].map((from) => found({ ...whole, from, runs: 20 }, 0, goOn)));

  test("whatever their order, the same", async () => {
    const whole = sampled(card, manner, [await found(manner, 0)]);
    expect(sampled(card, manner, (await inParts(manner)).reverse())).toEqual(whole);
  });

  test("of a control: nothing after the part that broke it", async () => {
    const [before, broke, after] = await inParts({ ...manner, control: true });
    const all = [before!, { ...broke!, violated: 1 }, { ...after!, violated: 1 }];
    const whole = sampled(card, { ...manner, control: true }, all);
    expect(whole).toMatchObject({ schedules: 40, violated: 1, manner: { runs: 40 } });
  });
});
