import { describe, expect, test } from "vitest";
import { World } from "./world.ts";

function makeWorld(): World {
  return new World({ strategy: { pick: () => 0 } });
}

const unreadable = (): never => {
  throw new Error("no JSON");
};

describe("an op that is read as something else", () => {
  test("ends with what was read", async () => {
    const world = makeWorld();
    const mapped = world.spawn("host", "counts", async () => 2).map((count) => `${count} pieces`);
    await world.run();
    expect(mapped.outcome).toEqual({ value: "2 pieces" });
  });

  test("ends with the error of a value that cannot be read, and the run goes on", async () => {
    const world = makeWorld();
    const mapped = world.spawn("host", "counts", async () => 2).map(unreadable);
    const told: unknown[] = [];
    world.spawn("host", "reads", async () => {
      await mapped.then(undefined, (error: unknown) => told.push(error));
    });
    await world.run();
    expect(told).toEqual([new Error("no JSON")]);
    expect(world.unheard()).toEqual([]);
  });

  test("says so when nobody heard of it, also of what had ended before", async () => {
    const world = makeWorld();
    const op = world.spawn("host", "counts", async () => 2);
    op.map(unreadable);
    await world.run();
    op.map(unreadable);
    expect(world.unheard()).toEqual(["host counts failed: no JSON", "host counts failed: no JSON"]);
  });

  test("takes over the error of what it was read from, told once", async () => {
    const world = makeWorld();
    world.spawn("host", "counts", () => Promise.reject(new Error("no stock"))).map(String);
    await world.run();
    expect(world.unheard()).toEqual(["host counts failed: no stock"]);
  });
});
