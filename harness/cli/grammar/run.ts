/** The grammar of `run`, which is also what a command line without a command means. */
import { Option, type Command } from "commander";
import { helpOf } from "../helpText.ts";
import { runCommand, type Form } from "../runCommand.ts";
import type { Given } from "./grammar.ts";
import { evidenceOption, placeOf, seedOption, serverOption, wayOf, workersOption, type PlaceGiven } from "./options.ts";

interface RunGiven extends PlaceGiven {
  readonly seed: number;
  readonly trace?: true;
  readonly json?: true;
  readonly reporter: Exclude<Form, "json">;
  readonly evidence?: string;
}

const examples = [
  ["C29-07 --seed 4711", "one experiment under another schedule"],
  ["C29-07 --trace", "… with every decision"],
  ["run c29 --json", "all of C29, as one JSON document"],
] as const;

export function run(program: Command, { suite, surroundings, experiments, done }: Given): Command {
  return program
    .command("run [ids...]", { isDefault: true })
    .description("run experiments, all or those named, once each (the default command)")
    .addOption(seedOption())
    .option("--trace", "show every decision with its settled result")
    .addOption(new Option("--json", "print one JSON document (docs/result.schema.json)").conflicts("reporter"))
    .addOption(new Option("--reporter <form>", "how to print").choices(["plain", "junit", "github"]).default("plain"))
    .addOption(evidenceOption("write the evidence of this run there, whatever was run"))
    .addOption(serverOption(surroundings))
    .addOption(workersOption())
    .addHelpText("after", helpOf(surroundings.command, examples))
    .action(async (ids: readonly string[], options: RunGiven) => {
      const cards = experiments(ids);
      const request = {
        cards,
        named: ids.length > 0,
        seed: options.seed,
        place: placeOf(cards, options, surroundings),
        way: wayOf(options, surroundings),
        form: options.json === true ? "json" : options.reporter,
        trace: options.trace === true,
        evidence: options.evidence,
      } as const;
      done(await runCommand(suite, request, surroundings));
    });
}
