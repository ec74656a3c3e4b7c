/** The grammar of `verify`. */
import { Option, type Command } from "commander";
import { parseTimes } from "../choose.ts";
import { helpOf } from "../helpText.ts";
import { verifyCommand } from "../verifyCommand.ts";
import type { Given } from "./grammar.ts";
import { placeOf, seedOption, serverOption, wayOf, workersOption, type PlaceGiven } from "./options.ts";

interface VerifyGiven extends PlaceGiven {
  readonly seed: number;
  readonly times: number;
}

const examples = [
  ["verify", "every experiment three times at the default seed"],
  ["verify C29-08 --times 10 --seed 7", "one of them ten times under another schedule"],
] as const;

export function verify(program: Command, { suite, surroundings, experiments, done }: Given): Command {
  return program
    .command("verify [ids...]")
    .description("run each again at one seed and name the first decision that differs")
    .addOption(seedOption())
    .addOption(new Option("--times <number>", "runs of each, the first included").default(3).argParser(parseTimes))
    .addOption(serverOption(surroundings))
    .addOption(workersOption())
    .addHelpText("after", helpOf(surroundings.command, examples))
    .action(async (ids: readonly string[], options: VerifyGiven) => {
      const cards = experiments(ids);
      const { seed, times } = options;
      const place = placeOf(cards, options, surroundings);
      const way = wayOf(options, surroundings);
      done(await verifyCommand(suite, { cards, seed, times, place, way }, surroundings));
    });
}
