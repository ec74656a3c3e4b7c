/** The grammar of `reconciler`. */
import { Option, type Command } from "commander";
import { parseCount } from "../choose.ts";
import { helpOf } from "../helpText.ts";
import { defaultSeed } from "../lab.ts";
import { defaultTrialSales, reconcilerCommand } from "../reconcilerCommand.ts";
import type { Given } from "./grammar.ts";
import { placeOf, seedOption, serverOption, workersOption, type PlaceGiven } from "./options.ts";

interface ReconcilerGiven extends PlaceGiven {
  readonly seed: number;
  readonly runs: number;
}

const examples = [
  ["reconciler", `${defaultTrialSales} sales at seed ${defaultSeed}; writes evidence/reconciler.txt`],
  ["reconciler --seed 4711 --runs 1000", "many others"],
  ["explore reconciler --strategy random --from 7 --runs 1", "one of them, with what was misreported kept"],
] as const;

export function reconciler(program: Command, { suite, surroundings, done }: Given): Command {
  return program
    .command("reconciler")
    .description(
      "damage the books one fact at a time, and tell whether that is reported under its label, and only that",
    )
    .addOption(seedOption())
    .addOption(
      new Option("--runs <number>", "sales whose books are damaged when they have come to their ends")
        .default(defaultTrialSales)
        .argParser(parseCount),
    )
    .addOption(serverOption(surroundings))
    .addOption(workersOption())
    .addHelpText("after", helpOf(surroundings.command, examples))
    .action(async (options: ReconcilerGiven) => {
      const { seed, runs: sales } = options;
      const place = placeOf(undefined, options, surroundings);
      done(await reconcilerCommand(suite, { seed, sales, place }, surroundings));
    });
}
