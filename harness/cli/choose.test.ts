import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseServer, chooseWorkers, describeServer, editDistance, nearest, wayBack } from "./choose.ts";

describe("workers", () => {
  it("as many as are asked for where the lab starts the servers, a few by itself, one elsewhere", () => {
    const [embedded, url] = [chooseServer("17", undefined), chooseServer(undefined, "postgres://somewhere")];
    expect(chooseWorkers(7, embedded)).toBe(7);
    expect([1, 2, 3, 4]).toContain(chooseWorkers(undefined, embedded));
    expect([undefined, 1].map((asked) => chooseWorkers(asked, url))).toEqual([1, 1]);
    expect(() => chooseWorkers(2, url)).toThrow("2 workers cannot share this server.");
  });
});

describe("nearest names", () => {
  it.each([
    ["", "abc", 3],
    ["kitten", "sitting", 3],
    ["C29-7", "C29-07", 1],
    ["C29-70", "C29-07", 2],
    ["same", "same", 0],
  ])("%s to %s takes %i changes", (from, to, distance) => {
    expect(editDistance(from, to)).toBe(distance);
  });

  it("is a distance: symmetric, zero only for equals, never longer by a detour", () => {
    const word = fc.string({ maxLength: 8, unit: fc.constantFrom("a", "b", "-") });
    fc.assert(
      fc.property(word, word, word, (a, b, c) => {
        expect(editDistance(a, b)).toBe(editDistance(b, a));
        expect(editDistance(a, b) === 0).toBe(a === b);
        expect(editDistance(a, c)).toBeLessThanOrEqual(editDistance(a, b) + editDistance(b, c));
      }),
      { seed: 29 },
    );
  });

  it("gives three, the nearest first, of equals the earlier", () => {
    expect(nearest("C29-40", ["C29-01", "C29-04", "HB-01", "C29-14", "C29-10"])).toEqual([
      "C29-10",
      "C29-01",
      "C29-04",
    ]);
  });

  it.each([
    ["lst", ["list"]],
    ["verfiy", ["verify"]],
    ["ver", ["verify"]],
    ["foo", []],
    ["", []],
    ["C29-999", ["C29-01"]],
    ["x", []],
  ])("%j: only what is near", (word, names) => {
    expect(nearest(word, ["run", "list", "verify", "C29-01", "HB-01"])).toEqual(names);
  });
});

it("a server is described by its version and by whose it is", () => {
  expect(describeServer({ kind: "embedded", major: 17 })).toBe("PostgreSQL 17, embedded");
  expect(describeServer({ kind: "url", major: 16 })).toBe("PostgreSQL 16, a server of your own");
});

describe("the way back: it leads to the server of the run", () => {
  const url = "postgresql://somewhere/db";
  it.each([
    [undefined, undefined, ""],
    ["18", undefined, ""],
    ["17", undefined, " --postgres 17"],
    ["container", undefined, " --postgres container"],
    [undefined, url, ""],
    ["18", url, " --postgres 18"],
  ])("--postgres %s, environment %s", (word, databaseUrl, options) => {
    expect(wayBack("./run.sh", word, databaseUrl)).toEqual({ command: "./run.sh", options });
    // Typed with these options, in the same environment, it is the same server.
    expect(chooseServer(options.split(" ")[2], databaseUrl)).toEqual(chooseServer(word, databaseUrl));
  });
});
