/** The grammar of `sweep`. */
import { Option, type Command } from "commander";
import { parseCount, parseSeed } from "../choose.ts";
import { helpOf } from "../helpText.ts";
import { sweepCommand } from "../sweepCommand.ts";
import type { Given } from "./grammar.ts";
import { placeOf, serverOption, wayOf, workersOption, type PlaceGiven } from "./options.ts";

interface SweepGiven extends PlaceGiven {
  readonly seeds: number;
  readonly from: number;
  readonly times: number;
}

const examples = [
  ["sweep c29 --seeds 100", "all of C29 under seeds 1 to 100, each twice"],
  ["sweep C29-03 --seeds 20 --from 1001 --times 1", "one of them under further seeds, each once"],
] as const;

export function sweep(program: Command, { suite, surroundings, experiments, done }: Given): Command {
  return program
    .command("sweep [ids...]")
    .description("run each under many seeds, each seed more than once, and count schedules and verdicts")
    .addOption(new Option("--seeds <number>", "how many").default(20).argParser(parseCount))
    .addOption(new Option("--from <seed>", "the first of them").default(1).argParser(parseSeed))
    .addOption(new Option("--times <number>", "runs of each seed").default(2).argParser(parseCount))
    .addOption(serverOption(surroundings))
    .addOption(workersOption())
    .addHelpText("after", helpOf(surroundings.command, examples))
    .action(async (ids: readonly string[], options: SweepGiven) => {
      const { seeds, from, times } = options;
      const cards = experiments(ids);
      const place = placeOf(cards, options, surroundings);
      const way = wayOf(options, surroundings);
      done(await sweepCommand(suite, { cards, place, seeds, from, times, way }, surroundings));
    });
}
