/** What the grammar refuses, said like every other error of the lab: what is wrong, why, and what to type instead. */
import type { CommanderError } from "commander";
import { LabError } from "../verdict/failure.ts";

/** Why, where the grammar's own message gives no reason. */
const reasons: Readonly<Record<string, string>> = {
  "commander.unknownOption": "This command has no such option.",
  "commander.unknownCommand": "There is no such command.",
  "commander.optionMissingArgument": "It needs a value.",
  "commander.conflictingOption": "Each of them asks for the whole output.",
};

/** @param command how help is asked for: `./run.sh`, `./run.sh explore`. */
export function wrongUse({ code, message }: CommanderError, command: string): LabError {
  const told = message.replace(/^error: /, "");
  const meant = /\n\(Did you mean (.*)\?\)$/s.exec(told);
  const said = meant === null ? told : told.slice(0, meant.index);
  // "option '--seed <number>' argument '1e3' is invalid. A seed is a whole number …": the rest of it is the reason.
  const [what, reason] = /^(.*?)\. (.*)$/s.exec(said)?.slice(1) ?? [said];
  const help = `"${command} --help" shows what can be typed, and the exit codes.`;
  return new LabError(sentence(what ?? said), {
    why: reason ?? reasons[code] ?? "The command line does not allow it.",
    next: meant === null ? help : `Did you mean ${meant[1]}? ${help}`,
    exitCode: 2,
  });
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${text.endsWith(".") ? "" : "."}`;
}
