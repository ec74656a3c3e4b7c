/** An isolation spec as plain data: what PostgreSQL's `isolationtester` reads from a `.spec` file. */

export interface Step {
  readonly name: string;
  /** Sent as it stands; may hold several statements. */
  readonly sql: string;
  /** Its place in {@link Spec.sessions}. */
  readonly session: number;
}

export interface SpecSession {
  readonly name: string;
  readonly setup: string | undefined;
  readonly steps: readonly Step[];
  readonly teardown: string | undefined;
}

/** What holds back the report that a step is done. */
export type Blocker =
  /** `(*)`: it is always reported as waiting first. */
  | { readonly kind: "once" }
  /** `(other)`: until that step is done as well. */
  | { readonly kind: "step"; readonly step: Step }
  /** `(other notices n)`: until that step's session has raised so many more notices. */
  | { readonly kind: "notices"; readonly step: Step; readonly count: number };

export interface PermutationStep {
  readonly step: Step;
  readonly blockers: readonly Blocker[];
}

export type Permutation = readonly PermutationStep[];

export interface Spec {
  readonly setups: readonly string[];
  readonly teardown: string | undefined;
  readonly sessions: readonly SpecSession[];
  /** Those that the file names; none: every order of the sessions' steps is meant. */
  readonly permutations: readonly Permutation[];
}

export function stepsOf({ sessions }: Spec): readonly Step[] {
  return sessions.flatMap(({ steps }) => steps);
}

/** Steps that no permutation of the file names, in the order of their names. */
export function unusedSteps(spec: Spec): readonly string[] {
  if (spec.permutations.length === 0) return [];
  const used = new Set(spec.permutations.flatMap((permutation) => permutation.map(({ step }) => step)));
  const unused = stepsOf(spec).filter((step) => !used.has(step));
  return unused.map(({ name }) => name).sort();
}
