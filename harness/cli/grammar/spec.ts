/** The grammar of `spec`, whose exit codes have a meaning of their own. */
import { Option, type Command } from "commander";
import { chooseServer } from "../choose.ts";
import { exampleLines } from "../helpText.ts";
import { specCommand } from "../specCommand.ts";
import type { Given } from "./grammar.ts";
import { evidenceOption } from "./options.ts";

interface SpecGiven {
  readonly all?: true;
  readonly compare?: true;
  readonly evidence?: string;
  readonly postgres?: string;
}

const examples = [
  ["spec scenarios/specs/write-skew.spec", "print what isolationtester would"],
  ["spec --all scenarios/specs/row-update.spec", "every order of its steps that is possible"],
  ["spec --compare", "is the output of all of them the stock tester's, to the byte? writes evidence/specs.txt"],
  ["spec --all --compare scenarios/specs/nowait.spec", "… also of every order that is possible"],
] as const;

export function spec(program: Command, { suite, surroundings, done }: Given): Command {
  return program
    .command("spec [files...]")
    .description(
      "run PostgreSQL's isolation specs, all of the suite or those named, and print what its isolationtester would",
    )
    .option("--all", "every order of the steps that is possible, not those that the file names")
    .option("--compare", "run the stock isolationtester as well, and show the first line that differs")
    .addOption(evidenceOption("with --compare: write specs.txt there, whatever was compared"))
    .addOption(
      new Option("--postgres <version>", "the embedded server of that version")
        .choices(["16", "17", "18"])
        .default(undefined, "18"),
    )
    .addHelpText("after", help(surroundings.command))
    .action(async (files: readonly string[], options: SpecGiven) => {
      const server = chooseServer(options.postgres, surroundings.databaseUrl);
      const { evidence } = options;
      const [all, compare] = [options.all === true, options.compare === true];
      done(await specCommand(suite, { files, all, compare, evidence, server }, surroundings));
    });
}

function help(command: string): string {
  return `
Each file has an empty database of the embedded server; a server of your own is refused. Without a file, those of the suite.

Examples:
${exampleLines(command, examples)}

Exit codes:
  0    the specs ran; with --compare, the outputs are the same
  1    with --compare: an output differs
  2    wrong use: a file that is no spec, a spec whose setup fails, a server that is not the lab's
  3    unknown: a spec that asks for what the server does not have, or that cannot be compared
  130  interrupted (143 by SIGTERM)
  141  whoever read the output went away (| head)
`;
}
