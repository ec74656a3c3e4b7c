/** Sessions of SQL as an isolation spec, with the lab's reset as its setup. */

import type { Spec } from "../spec/spec.ts";
import { schema } from "./races.ts";

/** @param sessions the statements of each, a step each. */
export function specOf(sessions: readonly (readonly string[])[]): Spec {
  const clear = schema.tables.map((name) => `DELETE FROM ${name}`);
  return {
    setups: [[...clear, ...(schema.initial ?? [])].join("; ")],
    teardown: undefined,
    sessions: sessions.map((statements, session) => {
      const steps = statements.map((sql, nth) => ({ name: `s${session + 1}_${nth + 1}`, sql, session }));
      return { name: `s${session + 1}`, setup: undefined, steps, teardown: undefined };
    }),
    permutations: [],
  };
}
