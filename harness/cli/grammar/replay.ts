/** The grammar of `replay`. */
import type { Command } from "commander";
import { chooseServer } from "../choose.ts";
import { helpOf } from "../helpText.ts";
import { replayCommand } from "../replayCommand.ts";
import type { Given } from "./grammar.ts";
import { serverOption } from "./options.ts";

interface ReplayGiven {
  readonly spec?: true;
  readonly postgres?: string;
}

const examples = [
  ["replay failures/the-three-books-agree-1a2b3c4d.json", "does it break again, and by the same decisions"],
  ["replay failures/nobody-loses-the-race-write-skew-0a316a1f.json --spec", "does PostgreSQL's own tester show it too"],
] as const;

export function replay(program: Command, { suite, surroundings, done }: Given): Command {
  return program
    .command("replay <file>")
    .description("run a failure that was kept again, and tell where it parts from what was recorded")
    .option("--spec", "of an SQL race: write it as an isolation spec, and run that by PostgreSQL's own tester")
    .addOption(serverOption(surroundings))
    .addHelpText("after", helpOf(surroundings.command, examples))
    .action(async (path: string, { postgres, spec }: ReplayGiven) => {
      const place = { server: chooseServer(postgres, surroundings.databaseUrl), workers: 1 };
      done(await replayCommand(suite, { path, spec: spec === true, place }, surroundings));
    });
}
