/** The grammar of `guards`. */
import { Option, type Command } from "commander";
import { chooseFlows, parseCount } from "../choose.ts";
import { defaultGuardRuns, guardsCommand } from "../guardsCommand.ts";
import { helpOf } from "../helpText.ts";
import { defaultSeed } from "../lab.ts";
import type { Given } from "./grammar.ts";
import { placeOf, seedOption, serverOption, workersOption, type PlaceGiven } from "./options.ts";

interface GuardsGiven extends PlaceGiven {
  readonly seed: number;
  readonly seeds: number;
  readonly runs: number;
}

const examples = [
  ["guards", `every guard at seed ${defaultSeed}; writes evidence/guards.txt`],
  ["guards lock --seeds 20", "those whose names begin with lock, under twenty seeds"],
  ["guards --seeds 20", "all of them, in hours; writes evidence/measured/guards-medians.txt"],
  ["explore without-lock-dropped --control", "one of them, with what breaks made smaller and kept"],
] as const;

export function guards(program: Command, { suite, surroundings, done }: Given): Command {
  const { command } = surroundings;
  return program
    .command("guards [names...]")
    .description("take each guard of the system away, explore what is left, and tell how soon that is noticed")
    .addOption(seedOption())
    .addOption(
      new Option("--seeds <number>", "how many, so far apart that no two share a run").default(1).argParser(parseCount),
    )
    .addOption(
      new Option("--runs <number>", "of each by each strategy, at most")
        .default(defaultGuardRuns)
        .argParser(parseCount),
    )
    .addOption(serverOption(surroundings))
    .addOption(workersOption())
    .addHelpText("after", helpOf(command, examples))
    .action(async (asked: readonly string[], options: GuardsGiven) => {
      const chosen = chooseFlows(suite.guards ?? [], asked, "guard", `${command} guards`);
      const { seed, seeds, runs } = options;
      const place = placeOf(chosen, options, surroundings);
      const request = { guards: chosen, named: asked.length > 0, seed, seeds, runs, place };
      done(await guardsCommand(suite, request, surroundings));
    });
}
