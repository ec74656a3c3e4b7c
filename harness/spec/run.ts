/** Runs a spec from its first permutation to its last, and writes what PostgreSQL's `isolationtester` would write. */
import type { Address } from "../postgres/server.ts";
import { everyOrder, type Explored } from "./permutations.ts";
import { SpecRunner, type RunOptions } from "./runner.ts";
import { unusedSteps, type Permutation, type PermutationStep, type Spec } from "./spec.ts";
import { Endless, SpecStopped } from "./stop.ts";

export interface Ran extends Explored {
  /** The permutations that ran to their end. */
  readonly ran: readonly Permutation[];
  /** Steps that waited for what no other step could give any more, and were cancelled. */
  readonly cancelled: readonly string[];
  /** Why the rest of it did not run: the spec itself failed (its setup, say); undefined: it ran to its end. */
  readonly stopped: string | undefined;
  /** The stock tester would never come to an end there. */
  readonly endless: boolean;
  /** What the spec asked for and the server does not have. */
  readonly lacks: readonly string[];
}

/** @param address an empty database of the lab's own. */
export async function runSpec(spec: Spec, address: Address, options: RunOptions): Promise<Ran> {
  const { all, out, complain } = options;
  const ran: Permutation[] = [];
  for (const name of unusedSteps(spec)) complain(`unused step name: ${name}\n`);
  out(`Parsed test spec with ${spec.sessions.length} sessions\n`);
  const runner = await SpecRunner.open(spec, address, options);
  const run = async (permutation: Permutation): Promise<number | undefined> => {
    const cut = await runner.run(permutation);
    if (cut === undefined) ran.push(permutation);
    return cut;
  };
  const told = (explored: Explored, stop?: Error): Ran => {
    const { cancelled, lacks } = runner;
    return { ...explored, ran, cancelled, lacks, stopped: stop?.message, endless: stop instanceof Endless };
  };
  try {
    if (all || spec.permutations.length === 0) {
      const bare = (order: readonly PermutationStep["step"][]): Permutation =>
        order.map((step) => ({ step, blockers: [] }));
      return told(await everyOrder(spec, (order) => run(bare(order))));
    }
    for (const permutation of spec.permutations) await run(permutation);
    return told({ possible: ran.length, impossible: 0 });
  } catch (error) {
    if (!(error instanceof SpecStopped) && !(error instanceof Endless)) throw error;
    if (error instanceof SpecStopped) complain(error.words);
    return told({ possible: ran.length, impossible: 0 }, error);
  } finally {
    await runner.close();
  }
}
