/** Who waits for whom, as the server told it at one moment. */

import type { Backend } from "./backend.ts";

/** pid → pids that block it, as the server sees it. */
export type Blockers = ReadonlyMap<number, readonly number[]>;

/** Whether it waits for itself, by way of others. */
export function inCycle(pid: number, by: Blockers): boolean {
  const seen = new Set<number>();
  const todo = [...(by.get(pid) ?? [])];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (next === pid) return true;
    if (seen.has(next)) continue;
    seen.add(next);
    todo.push(...(by.get(next) ?? []));
  }
  return false;
}

/** Whether it waits for anybody. */
export function blocked(backend: Backend, by: Blockers): boolean {
  return (by.get(backend.pid) ?? []).length > 0;
}
