/**
 * The stock `isolationtester` runs every order of the sessions' statements, and prints after each, by the spec's teardown,
 * whether the race was lost. It knows no question and no answer: who reads the output, or compares it with the output that is
 * expected, finds the race. Orders that are impossible are left out for it, as its documentation asks of the author.
 */

import type { Binaries } from "../../postgres/cluster/binaries.ts";
import type { LabDatabase } from "../../postgres/lab.ts";
import { runSpec } from "../../spec/run.ts";
import type { Permutation, Spec } from "../../spec/spec.ts";
import { runStock } from "../../spec/stock.ts";
import { specText } from "../../spec/text.ts";
import { specOf } from "../specOf.ts";
import type { Tool } from "./tool.ts";

export function isolationtester({ address }: LabDatabase, binaries: Binaries): Tool {
  /** Which of these orders lost the race. */
  const lostIn = async (spec: Spec, orders: readonly Permutation[]): Promise<readonly number[]> => {
    const { out, code, err } = await runStock(specText(spec, orders), binaries, address, "bench");
    if (code !== 0) throw new Error(`isolationtester ended with ${String(code)}: ${err}`);
    const [, ...told] = out.split("starting permutation:");
    return told.flatMap((text, nth) => (/^race lost$/m.test(text) ? [nth] : []));
  };
  return {
    name: "isolationtester",
    search: async ({ race, sessions }) => {
      const spec = { ...specOf(sessions), teardown: `SELECT 'race lost' AS found WHERE EXISTS (${race.lost})` };
      const { ran } = await runSpec(spec, address, {
        ...{ name: "bench", all: true },
        out: () => undefined,
        complain: () => undefined,
      });
      const beganAt = performance.now();
      const [first] = await lostIn(spec, ran);
      const search = { found: first !== undefined, runs: ran.length, ms: performance.now() - beganAt };
      if (first === undefined) return search;
      return { ...search, again: async () => (await lostIn(spec, [ran[first]!])).length > 0 };
    },
  };
}
