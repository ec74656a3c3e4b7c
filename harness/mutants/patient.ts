/**
 * One lab that serves one mutant after another. A mutant may leave it broken, and from then on every trial would stop, whatever
 * the mutant: so what was not seen to break is believed only of a lab that is sound.
 */

import type { Lab } from "../cli/lab.ts";
import type { Noticed, Trial } from "./trial.ts";

export class PatientLab {
  readonly #open: () => Promise<Lab>;
  #lab: Promise<Lab> | undefined;

  constructor(open: () => Promise<Lab>) {
    this.#open = open;
  }

  /** Opens the lab, if it is not open. */
  async opened(): Promise<Lab> {
    return (this.#lab ??= this.#open());
  }

  /**
   * What a trial notices of a mutant. Where something stopped or is unknown, the trial is run without the mutant; if that is
   * noticed too, a new lab is asked.
   * @param mutated the trial with the mutant on. @param trial the same with the mutant off.
   * @throws when a new lab, without the mutant, is not as it was.
   */
  async noticed(mutated: Trial, trial: Trial): Promise<Noticed | undefined> {
    const noticed = await mutated.run(await this.opened());
    if (noticed === undefined || noticed.how === "breaks") return noticed;
    if ((await trial.run(await this.opened())) === undefined) return noticed;
    await this.close();
    const still = await trial.run(await this.opened());
    if (still !== undefined) throw new Error(`the shipped system in a new lab, ${trial.name}: ${still.says}`);
    const again = await mutated.run(await this.opened());
    await this.close(); // The mutant may have broken this one as well.
    return again;
  }

  async close(): Promise<void> {
    const lab = this.#lab;
    this.#lab = undefined;
    await (await lab)?.close();
  }
}
