import pg from "pg";
import { expect, test } from "vitest";
import { mixedSchema, trialDetectorMs } from "../contention/mixed.ts";
import { runPrograms } from "../contention/programs.ts";
import { casesOf } from "../contention/trial.ts";
import { LabDatabase } from "../lab.ts";
import type { ServerChoice } from "../server.ts";
import { openServer } from "./open.ts";

const engine = await import("testcontainers").then(async ({ getContainerRuntimeClient }) =>
  getContainerRuntimeClient().then(
    () => true,
    () => false,
  ),
);

test.skipIf(!engine)(
  "container: it answers and its backends can be stopped (needs a container engine)",
  async () => {
    const server = await openServer({ kind: "container", major: 18 });
    const client = new pg.Client(server.address);
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const pid = rows[0]!.pid;
    while (!(await server.signals!.asleep(pid)));
    await server.signals!.stop(pid);
    expect(await server.signals!.asleep(pid)).toBe(false);
    await server.signals!.cont(pid);
    expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await client.end();
    await server.close();
  },
  300_000,
);

/** The hashes of a few contended runs, and how often a lock was waited for in them. */
async function contended(
  choice: ServerChoice,
): Promise<{ readonly hashes: readonly string[]; readonly waits: number }> {
  const lab = await LabDatabase.open(await openServer(choice), mixedSchema, trialDetectorMs);
  try {
    const [hashes, waits] = [[] as string[], { sum: 0 }];
    for (const { programs, seed } of casesOf(6, 3)) {
      const { sha256, counts } = await runPrograms(lab, programs, seed);
      hashes.push(sha256);
      waits.sum += counts.waits;
    }
    return { hashes, waits: waits.sum };
  } finally {
    await lab.close();
  }
}

const sameTraces = async (choice: ServerChoice): Promise<void> => {
  const here = await contended({ kind: "embedded", major: 18 });
  expect(here.waits).toBeGreaterThan(5);
  expect(await contended(choice)).toEqual(here);
};

test.skipIf(!engine)(
  "container: contended runs give the same traces as on the embedded server (needs a container engine)",
  () => sameTraces({ kind: "container", major: 18 }),
  300_000,
);

// Shows, where there is no engine either, that what the container would be compared with compares at all.
test("embedded 17: contended runs give the same traces as on the embedded 18", () =>
  sameTraces({ kind: "embedded", major: 17 }));

test.skipIf(engine)("container: without an engine it says what to do (there is none here)", async () => {
  await expect(openServer({ kind: "container", major: 18 })).rejects.toMatchObject({
    name: "LabError",
    exitCode: 2,
    message: expect.stringContaining("There is no container engine") as string,
  });
});
