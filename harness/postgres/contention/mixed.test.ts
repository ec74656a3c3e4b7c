import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openServer } from "../cluster/open.ts";
import { LabDatabase } from "../lab.ts";
import { startBusyLoops } from "./busy.ts";
import { mixedSchema, trialDetectorMs } from "./mixed.ts";
import { casesOf, runTrial, type Tally } from "./trial.ts";

const timeout = 180_000;
const embedded = { kind: "embedded", major: 18 } as const;
let labs: readonly LabDatabase[] = [];

beforeAll(async () => {
  // More than there are cores: a deadlock is mostly waiting.
  labs = await Promise.all(
    [1, 2, 3, 4, 5].map(async () => LabDatabase.open(await openServer(embedded), mixedSchema, trialDetectorMs)),
  );
});
afterAll(async () => {
  for (const lab of labs) await lab.close();
});

describe("mixed contention", () => {
  // What the cases exercise is a function of their seeds: fewer than this and they no longer test the gate.
  const floors = {
    6: { lockWaits: 200, severalGranted: 80, deadlocks: 10 },
    10: { lockWaits: 600, severalGranted: 300, deadlocks: 40 },
  };
  test.for([6, 10] as const)(
    "%i actors: the same trace every time, over everything it claims",
    { timeout },
    async (actors) => {
      const tally = await runTrial(labs, casesOf(actors, 50), 2);
      expect(tally.differing).toEqual([]);
      expect(tally.runs).toBe(100);
      for (const [what, floor] of Object.entries(floors[actors])) {
        expect([what, tally[what as keyof (typeof floors)[6]]]).toEqual([what, expect.toSatisfy((n) => n >= floor)]);
      }
      expect(tally.schedules.size).toBe(50);
      expect(Object.entries(tally.kinds).filter(([, times]) => times === 0)).toEqual([]);
    },
  );

  test("beside four busy loops: the same trace as without them", { timeout }, async () => {
    const cases = casesOf(8, 6);
    const quiet = await runTrial(labs, cases, 1);
    const loops = startBusyLoops(4);
    try {
      const busy = await runTrial(labs, cases, 1);
      expect([...busy.schedules].sort()).toEqual([...quiet.schedules].sort());
      expect(busy.severalGranted).toBeGreaterThan(2);
    } finally {
      loops.stop();
    }
  });

  test("control: without the gate the same trial finds differing traces", { timeout }, async () => {
    const server = await openServer(embedded);
    const lab = await LabDatabase.open({ ...server, signals: undefined }, mixedSchema, trialDetectorMs);
    try {
      // About one case in three differs; the first that does is enough.
      const tallies: Tally[] = [];
      for (const one of casesOf(10, 50)) {
        tallies.push(await runTrial([lab], [one], 2));
        if (tallies.some((tally) => tally.differing.length > 0)) break;
      }
      expect(tallies.flatMap((tally) => tally.differing)).toHaveLength(1);
      expect(tallies.some((tally) => tally.races > 0)).toBe(true);
    } finally {
      await lab.close();
    }
  });
});
