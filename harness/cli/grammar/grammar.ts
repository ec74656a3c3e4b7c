/** What the grammar of a command is: its words, options and help, and how they become a request to what carries it out. */
import type { Command } from "commander";
import type { ExperimentCard, Suite } from "../lab.ts";
import type { Surroundings } from "../surroundings.ts";

/** What every command is given. */
export interface Given {
  readonly suite: Suite;
  readonly surroundings: Surroundings;
  /** The experiments of these names; all of them without one. Throws a LabError at a name that there is not. */
  readonly experiments: (names: readonly string[]) => readonly ExperimentCard[];
  /** The exit code, once the command has been carried out. */
  readonly done: (code: number) => void;
}

/** Adds its command to the program. It inherits the program's output, so it can only be made there. */
export type Grammar = (program: Command, given: Given) => Command;
