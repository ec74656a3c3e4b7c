/**
 * A host of the system, run inside the lab's own process: the same service code, on ports whose every wait is an effect
 * of the kernel. The ports have the shape that a service asks for, and are built here from the kernel's parts.
 */

import type { Sleepers } from "../kernel/sleep.ts";
import type { World } from "../kernel/world.ts";
import type { Network, Silence } from "../network/network.ts";
import type { Pool } from "../postgres/pool.ts";

export interface HostParts {
  readonly world: World;
  readonly network: Network;
  readonly sleepers: Sleepers;
  readonly pool: Pool;
  /** Milliseconds since the Unix epoch at virtual time 0. */
  readonly epochMs: number;
  /** Makes the error that the service expects when there was no answer. */
  readonly noAnswer: (why: Silence) => Error;
}

/** The ports of one host. */
export function hostPorts(host: string, parts: HostParts) {
  const { world, network, sleepers, pool } = parts;
  return {
    clock: {
      nowMs: () => parts.epochMs + world.nowMs,
      sleep: (ms: number) => sleepers.sleep(ms),
    },
    fetch: async (request: Request, bound: { readonly timeoutMs: number }): Promise<Response> => {
      const answer = await network.send(host, request, bound.timeoutMs);
      if (typeof answer === "string") throw parts.noAnswer(answer);
      return answer;
    },
    database: pool,
    background: (name: string, body: () => Promise<void>): void => {
      world.spawn(host, name, body);
    },
  };
}
