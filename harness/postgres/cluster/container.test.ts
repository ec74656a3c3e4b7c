import pg from "pg";
import { expect, test } from "vitest";
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

test.skipIf(engine)("container: without an engine it says what to do (there is none here)", async () => {
  await expect(openServer({ kind: "container", major: 18 })).rejects.toMatchObject({
    name: "LabError",
    exitCode: 2,
    message: expect.stringContaining("There is no container engine") as string,
  });
});
