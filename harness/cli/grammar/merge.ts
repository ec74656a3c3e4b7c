/** The grammar of `merge`. */
import type { Command } from "commander";
import { helpOf } from "../helpText.ts";
import { mergeCommand } from "../mergeCommand.ts";
import type { Given } from "./grammar.ts";
import { evidenceOption } from "./options.ts";

interface MergeGiven {
  readonly json?: true;
  readonly evidence?: string;
}

const examples = [
  ["merge shard-1.json shard-2.json", "what one machine would have printed"],
  ["merge shard-*.json --evidence merged", "… and completeness.txt"],
] as const;

export function merge(program: Command, { suite, surroundings, done }: Given): Command {
  return program
    .command("merge <files...>")
    .description("put together what the shards of an exploration have found, and tell it as one machine would")
    .option("--json", "print one JSON document")
    .addOption(evidenceOption("write completeness.txt there, whatever was run"))
    .addHelpText("after", helpOf(surroundings.command, examples))
    .action(async (files: readonly string[], { json, evidence }: MergeGiven) =>
      done(
        await mergeCommand({ files, json: json === true, evidence, canHappen: suite.canHappen ?? {} }, surroundings),
      ),
    );
}
