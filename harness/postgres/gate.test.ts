import { afterAll, beforeAll, expect, test } from "vitest";
import { OwnBackend } from "./backend.ts";
import { openServer } from "./cluster/open.ts";
import { Gate, type Waiter } from "./gate.ts";
import type { Server } from "./server.ts";
import type { Asked } from "./watcher.ts";

const detectorAfterMs = 200;
let server: Server;
let watcher: OwnBackend;
let first: OwnBackend;
let second: OwnBackend;

beforeAll(async () => {
  server = await openServer({ kind: "embedded", major: 18 });
  const open = (): Promise<OwnBackend> => OwnBackend.open(server.address);
  [watcher, first, second] = await Promise.all([open(), open(), open()]);
  await watcher.ask("CREATE TABLE stock (id int PRIMARY KEY, v int); INSERT INTO stock VALUES (1, 0), (2, 0)");
  for (const backend of [first, second]) {
    await backend.ask(`SELECT set_config('deadlock_timeout', '${detectorAfterMs}ms', false)`);
  }
});
afterAll(async () => {
  for (const backend of [first, second, watcher]) await backend.close();
  await server.close();
});

/** The bytes that this connection has sent on their way to the lab stay on their way. */
const stream = (backend: OwnBackend): { pause(): void; resume(): void } =>
  (backend.client as unknown as { connection: { stream: { pause(): void; resume(): void } } }).connection.stream;

interface Row {
  readonly pid: number;
  readonly by: number[];
}

test("a member of a cycle that dies while the server looks at one pid after another is no waiter", async () => {
  let stale = false;
  const questions = {
    ask: async (text: string, values?: readonly unknown[]) => {
      if (!stale) {
        stream(first).resume();
        return watcher.ask(text, values);
      }
      // Its own row was read before it died, the others' after; its error has not arrived.
      stale = false;
      for (;;) {
        const rows = await watcher.ask<Row & Record<string, unknown>>(text, values);
        if (rows.every(({ by }) => by.length === 0)) {
          return rows.map((row) => (row.pid === first.pid ? { ...row, by: [second.pid] } : row));
        }
      }
    },
  };
  const gate = new Gate(questions as unknown as Asked, server.signals, detectorAfterMs, new Set());
  for (const backend of [first, second]) gate.use(backend);
  const send = (backend: OwnBackend, id: number, begin?: string): Promise<boolean> => {
    const text = `UPDATE stock SET v = v + 1 WHERE id = ${id}`;
    backend.send(text, [], { begin, hold: false });
    return gate.settle(backend, text);
  };
  expect(await send(first, 1, "BEGIN")).toBe(true);
  expect(await send(second, 2, "BEGIN")).toBe(true);
  expect(await send(first, 2)).toBe(false);
  expect(await send(second, 1)).toBe(false);

  stale = true;
  stream(first).pause();
  expect(await gate.examine(gate.waiters.get(first) as Waiter)).toBe(true);
  expect(first.last?.error).toMatchObject({ code: "40P01" });
  await gate.wake(gate.waiters.get(second) as Waiter, "take 1");
});
