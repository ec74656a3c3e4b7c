import { describe, expect, test } from "vitest";
import type { Strategy } from "./action.ts";
import { KernelError, Stuck, type KernelRule } from "./failure.ts";
import type { Op } from "./op.ts";
import { randomWalk } from "./randomWalk.ts";
import { Sleepers } from "./sleep.ts";
import { World } from "./world.ts";

const firstOf: Strategy = { pick: () => 0 };
const lastOf: Strategy = { pick: (actions) => actions.length - 1 };

function makeWorld(strategy: Strategy = firstOf, options: { slackMs?: number; stepsMax?: number } = {}) {
  const world = new World({ strategy, ...options });
  return { world, sleepers: new Sleepers(world) };
}

const texts = (world: World): readonly string[] => world.trace.steps.map((step) => step.text);

/** A wait that the kernel cannot see. */
const realTimer = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20));

async function ruleBrokenBy(world: World): Promise<KernelRule | undefined> {
  return world.run().then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof KernelError) return error.rule;
      throw error;
    },
  );
}

describe("tasks", () => {
  test("a task runs until it is parked, and no other task runs before a decision resumes it", async () => {
    const { world, sleepers } = makeWorld();
    const done: string[] = [];
    for (const name of ["a", "b"]) {
      world.spawn("host", name, async () => {
        done.push(`${name}1`);
        await Promise.resolve();
        done.push(`${name}2`);
        await sleepers.sleep(1);
        done.push(`${name}3`);
      });
    }
    await world.run();
    expect(done).toEqual(["a1", "a2", "b1", "b2", "a3", "b3"]);
    expect(texts(world)).toEqual(["0 host a: begins", "0 host b: begins", "1 host a: slept", "1 host b: slept"]);
  });

  test("the strategy is not asked when only one thing may happen", async () => {
    const asked: number[] = [];
    const { world, sleepers } = makeWorld({ pick: (actions) => asked.push(actions.length) - asked.length });
    world.spawn("host", "alone", () => sleepers.sleep(1));
    await world.run();
    expect(asked).toEqual([]);
  });

  test("the strategy is told which task went on last", async () => {
    const told: (string | undefined)[] = [];
    const { world } = makeWorld({ pick: (_, last) => (told.push(last?.name), 0) });
    for (const name of ["a", "b", "c"]) world.spawn("host", name, async () => undefined);
    await world.run();
    expect(told).toEqual([undefined, "a"]);
  });

  test("a second task of one name gets a number, on its own host only", async () => {
    const { world } = makeWorld();
    for (const host of ["one", "one", "two"]) world.spawn(host, "pay", async () => undefined);
    await world.run();
    expect(texts(world)).toEqual(["0 one pay: begins", "0 one pay (2): begins", "0 two pay: begins"]);
  });

  test("a task that ends with an error which nobody waits for is told of", async () => {
    const { world } = makeWorld();
    world.spawn("host", "fails", async () => {
      throw new Error("no stock");
    });
    const heard = world.spawn("host", "fails too", async () => {
      throw new Error("heard");
    });
    world.spawn("host", "hears", async () => {
      await expect(heard).rejects.toThrow("heard");
    });
    await world.run();
    expect(world.unheard()).toEqual(["host fails failed: no stock"]);
  });
});

describe("joins", () => {
  test("awaiting a child waits for it; what it gave or threw arrives", async () => {
    const { world, sleepers } = makeWorld();
    const got: unknown[] = [];
    world.spawn("host", "parent", async () => {
      const gives = world.spawn("host", "gives", async () => {
        await sleepers.sleep(5);
        return 7;
      });
      const throws = world.spawn("host", "throws", async () => {
        await sleepers.sleep(9);
        throw new Error("refused");
      });
      got.push(await gives, world.nowMs);
      got.push(await throws.then(null, (error: unknown) => (error as Error).message), world.nowMs);
    });
    await world.run();
    expect(got).toEqual([7, 5, "refused", 9]);
    expect(texts(world)).toContain("5 host parent: goes on");
  });

  test("a child that is not awaited interleaves with what follows", async () => {
    const { world, sleepers } = makeWorld();
    const done: string[] = [];
    world.spawn("host", "parent", async () => {
      world.spawn("host", "child", async () => {
        done.push("child");
      });
      await sleepers.sleep(1);
      done.push("parent");
    });
    await world.run();
    expect(done).toEqual(["child", "parent"]);
  });

  test("awaiting what has ended goes on at once", async () => {
    const { world, sleepers } = makeWorld();
    let value = 0;
    world.spawn("host", "parent", async () => {
      const child = world.spawn("host", "child", async () => 3);
      await sleepers.sleep(1);
      value = await child;
    });
    await world.run();
    expect(value).toBe(3);
    expect(texts(world).filter((text) => text.includes("goes on"))).toEqual([]);
  });

  test("several tasks that wait for one child go on one at a time, in an order that is decided", async () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const { world, sleepers } = makeWorld(randomWalk(seed));
      const order: string[] = [];
      const child = world.spawn("host", "child", () => sleepers.sleep(1));
      for (const name of ["a", "b"]) {
        world.spawn("host", name, async () => {
          await child;
          order.push(name);
        });
      }
      await world.run();
      orders.add(order.join(""));
    }
    expect([...orders].sort()).toEqual(["ab", "ba"]);
  });

  test("the task is still known after an await of a thenable, alone and inside Promise.all", async () => {
    const { world, sleepers } = makeWorld(randomWalk(1));
    const woke: number[] = [];
    for (const host of ["one", "two", "three"]) {
      world.spawn(host, "waits", async () => {
        const child = (ms: number): Op<void> => world.spawn(host, "child", () => sleepers.sleep(ms));
        await child(1); // An effect of nobody would be refused; an effect of another task would let that one run on.
        await sleepers.sleep(1);
        await Promise.all([child(2), child(3)]);
        await sleepers.sleep(1);
        const thenable: PromiseLike<void> = { then: (resolve, reject) => sleepers.sleep(1).then(resolve, reject) };
        await thenable;
        await sleepers.sleep(1);
        woke.push(world.nowMs);
      });
    }
    await world.run();
    expect(woke).toEqual([8, 8, 8]);
    const sleeps = texts(world).filter((text) => text.endsWith("one waits: slept"));
    expect(sleeps).toHaveLength(4);
  });
});

describe("rules", () => {
  test("a task that waits for something unseen runs on without an effect", async () => {
    const { world } = makeWorld();
    world.spawn("host", "waits", () => realTimer());
    expect(await ruleBrokenBy(world)).toBe("task runs on without an effect");
  });

  test("a task that forgot to await ended with an effect outstanding", async () => {
    const { world, sleepers } = makeWorld();
    world.spawn("host", "forgets", async () => {
      sleepers.sleep(5).catch(() => undefined);
    });
    expect(await ruleBrokenBy(world)).toBe("task ended with an effect outstanding");
  });

  test("a task that left the loser of a race behind ended with an effect outstanding", async () => {
    const { world, sleepers } = makeWorld();
    world.spawn("host", "races", () => Promise.race([sleepers.sleep(1), sleepers.sleep(2)]));
    expect(await ruleBrokenBy(world)).toBe("task ended with an effect outstanding");
  });

  test("an effect outside a task is refused, and ends the run", async () => {
    const { world, sleepers } = makeWorld();
    await expect(sleepers.sleep(1)).rejects.toMatchObject({ rule: "effect outside a task" });
    expect(await ruleBrokenBy(world)).toBe("effect outside a task");
  });

  test("a broken rule ends the run even when the system caught the error", async () => {
    const { world, sleepers } = makeWorld();
    const outside = { sleep: (): Promise<void> => Promise.resolve() };
    world.spawn("host", "listens", async () => {
      outside.sleep = await new Promise((resolve) => resolve(() => sleepers.sleep(1)));
      await sleepers.sleep(1);
    });
    const running = ruleBrokenBy(world);
    await new Promise((resolve) => setImmediate(resolve));
    await outside.sleep().catch(() => undefined);
    expect(await running).toBe("effect outside a task");
  });

  test("a join outside a task is refused", async () => {
    const { world, sleepers } = makeWorld();
    const op = world.spawn("host", "sleeps", () => sleepers.sleep(1));
    expect(() => op.then()).toThrow(expect.objectContaining({ rule: "effect outside a task" }));
    expect(await ruleBrokenBy(world)).toBe("effect outside a task");
  });

  test("a run without an end has too many steps", async () => {
    const { world, sleepers } = makeWorld(firstOf, { stepsMax: 50 });
    world.spawn("host", "forever", async () => {
      for (;;) await sleepers.sleep(1);
    });
    const error = await world.run().catch((thrown: unknown) => thrown as KernelError);
    expect(error).toMatchObject({ rule: "too many steps", message: expect.stringContaining("host forever") as string });
    expect(world.trace.steps).toHaveLength(50);
  });
});

describe("stuck", () => {
  test("names who waits for another task", async () => {
    const { world } = makeWorld();
    const never = world.expect<string>("an answer");
    world.spawn("host", "asks", async () => {
      await never;
    });
    const error = await world.run().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(Stuck);
    expect((error as Stuck).waiting).toEqual(["host asks waits for another task"]);
  });

  test("says what its sources say, where they say anything", async () => {
    const { world } = makeWorld();
    world.addSource({ enabled: () => [], waiting: () => ["callback ord-0001 is held"] });
    world.spawn("host", "asks", async () => {
      await world.expect<string>("an answer");
    });
    await expect(world.run()).rejects.toThrow("stuck: callback ord-0001 is held");
  });
});

describe("time", () => {
  test("moves only when nothing else may happen", async () => {
    for (let seed = 0; seed < 20; seed++) {
      const { world, sleepers } = makeWorld(randomWalk(seed));
      const began: number[] = [];
      world.spawn("host", "sleeps", () => sleepers.sleep(1));
      for (const name of ["a", "b", "c"]) {
        world.spawn("host", name, async () => {
          began.push(world.nowMs);
        });
      }
      await world.run();
      expect(began).toEqual([0, 0, 0]);
    }
  });

  test("goes to the timer that is due first", async () => {
    const { world, sleepers } = makeWorld(lastOf);
    const woke: string[] = [];
    for (const ms of [30, 10, 20]) {
      world.spawn("host", `${ms}`, async () => {
        await sleepers.sleep(ms);
        woke.push(`${ms} at ${world.nowMs}`);
      });
    }
    await world.run();
    expect(woke).toEqual(["10 at 10", "20 at 20", "30 at 30"]);
  });

  test("timers that are due together fire in every order", async () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 60; seed++) {
      const { world, sleepers } = makeWorld(randomWalk(seed));
      let order = "";
      for (const name of ["a", "b", "c"]) {
        world.spawn("host", name, async () => {
          await sleepers.sleep(10);
          order += name;
        });
      }
      await world.run();
      orders.add(order);
    }
    expect([...orders].sort()).toEqual(["abc", "acb", "bac", "bca", "cab", "cba"]);
  });

  /** Whether a task that may begin at 0 was overtaken by a timer that is due at 10. */
  async function overtaken(seed: number, slackMs: number): Promise<boolean> {
    const { world, sleepers } = makeWorld(randomWalk(seed), { slackMs });
    let beganAt = 0;
    world.spawn("host", "timer", async () => {
      world.spawn("host", "late", async () => {
        beganAt = world.nowMs;
      });
      await sleepers.sleep(10);
    });
    await world.run();
    return beganAt > 0;
  }

  test("slack lets a timer overtake what was enabled, never by more than the slack", async () => {
    const within = [];
    for (let seed = 0; seed < 20; seed++) {
      expect(await overtaken(seed, 0)).toBe(false);
      expect(await overtaken(seed, 9)).toBe(false);
      within.push(await overtaken(seed, 10));
    }
    expect(new Set(within)).toEqual(new Set([true, false]));
  });
});
