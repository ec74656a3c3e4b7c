/** Tells a bug apart from the world's answers: what must be true here, or this program is wrong. */
export function invariant(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new Error(`invariant: ${sentence}`);
}
