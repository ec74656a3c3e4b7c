import { describe, expect, test } from "vitest";
import type { Action, Settled } from "./action.ts";
import { Killed, Stuck } from "./failure.ts";
import { randomWalk } from "./randomWalk.ts";
import { Sleepers } from "./sleep.ts";
import { World } from "./world.ts";

function makeWorld(): { world: World; sleepers: Sleepers; texts: () => readonly string[] } {
  const world = new World({ strategy: randomWalk(1) });
  return { world, sleepers: new Sleepers(world), texts: () => world.trace.steps.map((step) => step.text) };
}

/** A world with a counter that tasks may ask: it answers "done 1", "done 2", and so on. */
function asking(): { world: World; heard: string[]; ask: () => Promise<void> } {
  const { world } = makeWorld();
  const heard: string[] = [];
  let action: Action | undefined;
  let nth = 0;
  const ask = async (): Promise<void> => {
    const parked = world.park<string>("asks");
    const carryOut = (): Settled => {
      action = undefined;
      const outcome = `done ${++nth}`;
      const lose = async (): Promise<void> => {
        parked.resolve("nothing");
      };
      return { outcome, resume: () => parked.resolve(outcome), lose };
    };
    action = { kind: "statement", task: parked.task, text: "asks", sinceMs: 0, carryOut };
    heard.push(await parked.settled);
  };
  world.addSource({ enabled: () => (action === undefined ? [] : [action]), waiting: () => [] });
  return { world, heard, ask };
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

  test("falls before its action, which is not carried out when its host is dead", async () => {
    const { world, sleepers, texts } = makeWorld();
    for (const host of ["orders", "channel"]) world.spawn(host, "works", () => sleepers.sleep(1));
    world.prepareBlow({
      text: "orders killed",
      when: "before",
      strikes: (task, text) => task?.host === "orders" && text.endsWith("slept"),
      land: () => {
        world.kill("orders");
        return Promise.resolve("orders is killed");
      },
    });
    await world.run();
    const late = texts().filter((text) => !text.endsWith("begins"));
    expect(late.sort()).toEqual(["1 channel works: slept", "1 orders is killed"]);
  });

  test("falls before its action, which is picked anew when it is still possible", async () => {
    const { world, sleepers, texts } = makeWorld();
    world.spawn("orders", "works", () => sleepers.sleep(1));
    world.prepareBlow({
      text: "a shock",
      when: "before",
      strikes: (_, text) => text.endsWith("slept"),
      land: (task) => Promise.resolve(`${task?.host} gets a shock`),
    });
    await world.run();
    expect(texts()).toEqual(["0 orders works: begins", "1 orders gets a shock", "1 orders works: slept"]);
  });

  test("to a reply: what was carried out stays so, and its task goes on without it", async () => {
    const { world, heard, ask } = asking();
    world.prepareBlow({
      text: "the reply lost",
      when: "reply",
      strikes: () => true,
      land: () => Promise.resolve("its reply is lost"),
    });
    world.spawn("orders", "asks", ask);
    await world.run();
    world.spawn("orders", "asks", ask);
    await world.run();
    expect(heard).toEqual(["nothing", "done 2"]);
    expect(world.trace.steps.map(({ text }) => text)).toEqual([
      "0 orders asks: begins",
      "0 asks -> done 1",
      "0 its reply is lost",
      "0 orders asks (2): begins",
      "0 asks -> done 2",
    ]);
  });

  test("that never fell is told", async () => {
    const { world, sleepers } = makeWorld();
    world.spawn("orders", "works", () => sleepers.sleep(1));
    world.prepareBlow({
      text: "orders killed at dawn",
      strikes: () => false,
      land: () => Promise.resolve(""),
    });
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
