/** What follows the list of commands in the main help, and what the help of several commands ends with. */
import type { Command } from "commander";
import { exitCodeTable } from "./exitCode.ts";
import { defaultSeed } from "./lab.ts";

const termWidth = 24;

/** What is typed after the program's name, and what for. */
export type Examples = readonly (readonly [words: string, says: string])[];

const mainExamples = [
  ["", `run everything at seed ${defaultSeed} and write evidence/`],
  ["C29-07 --seed 4711", "one experiment under another schedule"],
  ["C29-07 --trace", "… with every decision"],
  ["verify --times 3", "does every run repeat to the byte?"],
  ["sweep c29 --seeds 100", "does it hold under other seeds, and does each side win?"],
  ["crash", "does every flow survive every crash?"],
  ["explore", "does every schedule of two things at once hold?"],
  ["explore sale --time 60s", "what breaks among buyers, workers and faults by chance?"],
  ["spec --compare", "do isolation specs run as PostgreSQL's own tester runs them?"],
  ["doctor", "what does this machine allow?"],
] as const satisfies Examples;

/** The default command's options, the environment, examples, and the exit codes. @param columns how wide it may be. */
export function mainHelp(command: string, run: Command, columns: number): string {
  return `
Options of run (those of another command: ${command} <command> --help):
${optionLines(run, columns)}

Environment:
  HOLDFAST_DATABASE_URL     postgresql://user:password@host:port/database: a server of your own;
                            the lab works in a database that it makes there and drops
  DATABASE_URL              the shop's own database, which "ledger replay" reads
  TMPDIR                    where servers and what is kept for the next start lie (about 150 MB)
  NO_COLOR                  no colours
${helpOf(command, mainExamples)}`;
}

function optionLines(command: Command, columns: number): string {
  const help = command.createHelp();
  help.prepareContext({ helpWidth: columns });
  return help
    .visibleOptions(command)
    .filter((option) => option.long !== "--help")
    .map((option) => help.formatItem(help.optionTerm(option), termWidth, help.optionDescription(option), help))
    .join("\n");
}

/** What the help of most commands ends with: examples, and the exit codes. */
export function helpOf(command: string, examples: Examples): string {
  return `\nExamples:\n${exampleLines(command, examples)}\n${exitCodeTable}\n`;
}

export function exampleLines(command: string, examples: Examples): string {
  const typed = examples.map(([words]) => `${command} ${words}`.trimEnd());
  const width = Math.max(...typed.map((line) => line.length));
  return examples.map(([, says], index) => `  ${typed[index]!.padEnd(width)}   ${says}`).join("\n");
}

/** What can be named on a command line, a line each. */
export function namedLines(cards: readonly { readonly name: string; readonly says: string }[]): string {
  const width = Math.max(...cards.map(({ name }) => name.length), 0);
  return cards.map(({ name, says }) => `  ${name.padEnd(width)}   ${says}`).join("\n");
}
