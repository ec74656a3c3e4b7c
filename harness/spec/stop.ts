/** Why a spec does not go on. */

/** The stock tester would end here. */
export class SpecStopped extends Error {
  /** What it would write to its standard error. */
  readonly words: string;

  constructor(why: string, words = `${why}\n`) {
    super(why);
    this.words = words;
  }
}

/** No further step of the permutation can run. */
export class Impossible extends Error {}

/** The stock tester would stay here for ever. */
export class Endless extends Error {}
