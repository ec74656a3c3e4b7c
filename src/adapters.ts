/** The real adapters: this machine's clock, its network, a pool of connections, a port that is listened on. */
import { serve } from "@hono/node-server";
import type pg from "pg";
import { NoAnswer, type Clock, type Database, type Fetch, type Result, type Row } from "./ports.ts";

/** Something that whoever started this process can mend. */
export class Unusable extends Error {
  readonly exitCode: number;
  constructor(exitCode: number, message: string) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A process that is to stop waits for nothing: what slept is over, and its task goes no further. */
export class Stopped extends Error {}

export function realClock(stopping: AbortSignal): Clock {
  const sleeping = new Set<() => void>();
  stopping.addEventListener("abort", () => {
    for (const wake of sleeping) wake();
  });
  return {
    nowMs: () => Date.now(),
    sleep: async (ms) =>
      new Promise((resolve, reject) => {
        if (stopping.aborted) {
          reject(new Stopped());
          return;
        }
        const wake = (): void => {
          clearTimeout(timer);
          reject(new Stopped());
        };
        const timer = setTimeout(() => {
          sleeping.delete(wake);
          resolve();
        }, ms);
        sleeping.add(wake);
      }),
  };
}

/** Aborts after the bound, the body's arrival included: half a reply is no reply. */
export const realFetch: Fetch = async (request, { timeoutMs }) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    const response = await fetch(request, { signal: controller.signal });
    const body = await response.arrayBuffer();
    return new Response(body, { status: response.status, headers: response.headers });
  } catch (error) {
    throw new NoAnswer(controller.signal.aborted ? "timeout" : "io error", error);
  } finally {
    clearTimeout(timer);
  }
};

/** A connection's error is told to whoever waits for its answer; without a listener it would end the process too. */
export function openDatabase(pool: pg.Pool): Database {
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return {
    connect: async () => {
      const client = await pool.connect();
      return {
        query: async <R extends Row>(text: string, values: readonly unknown[] = []): Promise<Result<R>> => {
          const { command, rowCount, rows } = await client.query<R>(text, [...values]);
          return { command, rowCount: rowCount ?? 0, rows };
        },
        release: (broken = false) => client.release(broken),
      };
    },
  };
}

/** Serves until the process is told to stop; what is being answered then is answered first. */
export async function listen(port: number, stopping: AbortSignal, app: (request: Request) => Promise<Response>) {
  if (stopping.aborted) return;
  await new Promise<void>((resolve, reject) => {
    const options = { fetch: app, hostname: "127.0.0.1", port, overrideGlobalObjects: false };
    const server = serve(options, (address) => console.log(`listening on 127.0.0.1:${address.port}`));
    server.on("error", (error: NodeJS.ErrnoException) => {
      const why = error.code === "EADDRINUSE" ? "another process listens there" : error.message;
      const then = "Stop it, or set PORT to another one (0: any that is free).";
      reject(new Unusable(4, `127.0.0.1:${port} cannot be listened on: ${why}. ${then}`));
    });
    stopping.addEventListener("abort", () => server.close(() => resolve()));
  });
}
