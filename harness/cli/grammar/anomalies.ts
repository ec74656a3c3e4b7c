/** The grammar of `anomalies`. */
import { Option, type Command } from "commander";
import { anomaliesCommand, defaultAnomalySchedules } from "../anomaliesCommand.ts";
import { chooseServer, parseCount } from "../choose.ts";
import { helpOf } from "../helpText.ts";
import type { Given } from "./grammar.ts";
import { serverOption, wayOf } from "./options.ts";

interface AnomaliesGiven {
  readonly schedules: number;
  readonly postgres?: string;
}

const examples = [
  ["anomalies", "ten anomalies at three levels; writes evidence/anomalies.txt"],
  ["anomalies --schedules 20000", "the same under more schedules, where there are more"],
] as const;

export function anomalies(program: Command, { suite, surroundings, done }: Given): Command {
  return program
    .command("anomalies")
    .description("look for each published anomaly at each isolation level, and compare with the published answers")
    .addOption(
      new Option("--schedules <number>", "schedules to try for each at most, unless there are fewer")
        .default(defaultAnomalySchedules)
        .argParser(parseCount),
    )
    .addOption(serverOption(surroundings))
    .addHelpText("after", helpOf(surroundings.command, examples))
    .action(async (options: AnomaliesGiven) => {
      const server = chooseServer(options.postgres, surroundings.databaseUrl);
      const way = wayOf(options, surroundings);
      done(await anomaliesCommand(suite, { server, schedules: options.schedules, way }, surroundings));
    });
}
