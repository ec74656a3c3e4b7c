import { describe, expect, test } from "vitest";
import { Killed, Stuck } from "./failure.ts";
import { randomWalk } from "./randomWalk.ts";
import { Sleepers } from "./sleep.ts";
import { World } from "./world.ts";

function makeWorld(): { world: World; sleepers: Sleepers; texts: () => readonly string[] } {
  const world = new World({ strategy: randomWalk(1) });
  return { world, sleepers: new Sleepers(world), texts: () => world.trace.steps.map((step) => step.text) };
}

describe("a killed host", () => {
  test("goes on with nothing, and whoever waits for it is told", async () => {
    const { world, sleepers, texts } = makeWorld();
    const lived: string[] = [];
    const work = world.spawn("orders", "works", async () => {
      await sleepers.sleep(10);
      lived.push("after the kill");
    });
    const heard = world.spawn("story", "waits", async () => {
      await sleepers.sleep(5);
      world.kill("orders");
      await expect(Promise.resolve(work)).rejects.toBeInstanceOf(Killed);
    });
    await world.run();
    expect([lived, heard.outcome, world.unheard()]).toEqual([[], { value: undefined }, []]);
    expect(texts().filter((text) => text.includes("slept"))).toEqual(["5 story waits: slept"]);
  });

  test("may be started again under the same name", async () => {
    const { world, sleepers, texts } = makeWorld();
    world.spawn("orders", "works", () => sleepers.sleep(10));
    world.spawn("story", "kills", async () => {
      await sleepers.sleep(5);
      world.kill("orders");
      world.spawn("orders", "works", () => sleepers.sleep(10));
    });
    await world.run();
    expect(texts().at(-1)).toBe("15 orders works (2): slept");
  });
});

describe("a blow", () => {
  test("falls after the action it waits for, before the task goes on, and once", async () => {
    const { world, sleepers, texts } = makeWorld();
    const lived: string[] = [];
    const works = (name: string): unknown =>
      world.spawn("orders", name, async () => {
        await sleepers.sleep(1);
        lived.push(name);
      });
    works("first");
    world.prepareBlow({
      text: "orders killed",
      strikes: (task, text) => task?.host === "orders" && text.endsWith("slept"),
      land: () => {
        world.kill("orders");
        return Promise.resolve("orders is killed");
      },
    });
    await world.run();
    works("second");
    await world.run();
    expect([lived, texts().filter((text) => text.includes("killed"))]).toEqual([["second"], ["1 orders is killed"]]);
    expect(world.blows()).toEqual({ count: 1, never: [] });
  });

  test("that never fell is told", async () => {
    const { world, sleepers } = makeWorld();
    world.spawn("orders", "works", () => sleepers.sleep(1));
    world.prepareBlow({ text: "orders killed at dawn", strikes: () => false, land: () => Promise.resolve("") });
    await world.run();
    expect(world.blows()).toEqual({ count: 1, never: ["orders killed at dawn"] });
  });
});

describe("a paused host", () => {
  test("does nothing until it is resumed; what was due meanwhile happens then", async () => {
    const { world, sleepers } = makeWorld();
    const at: number[] = [];
    world.spawn("orders", "works", async () => {
      await sleepers.sleep(10);
      at.push(world.nowMs);
    });
    world.spawn("story", "pauses", async () => {
      await sleepers.sleep(5);
      world.pause("orders");
      await sleepers.sleep(100);
      world.resume("orders");
    });
    await world.run();
    expect(at).toEqual([105]);
  });

  test("that nobody resumes is named when the run is stuck", async () => {
    const { world, sleepers } = makeWorld();
    world.spawn("orders", "works", () => sleepers.sleep(10));
    world.pause("orders");
    const stuck = await world.run().catch((error: unknown) => error);
    expect(stuck).toBeInstanceOf(Stuck);
    expect((stuck as Stuck).waiting[0]).toBe("orders is paused");
  });
});
