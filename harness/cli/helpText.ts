/** What follows the list of commands in the main help: the default command's options, examples, and what else counts. */
import type { Command } from "commander";
import type { ExploredCard } from "../verdict/exploration.ts";
import type { FlowCard } from "../verdict/grid.ts";
import { exitCodeTable } from "./exitCode.ts";
import { defaultSeed } from "./lab.ts";

const termWidth = 24;

export function mainHelp(command: string, run: Command, columns: number): string {
  return `
Options of run (those of another command: ${command} <command> --help):
${optionLines(run, columns)}

Environment:
  HOLDFAST_DATABASE_URL     postgresql://user:password@host:port/database: a server of your own;
                            the lab works in a database that it makes there and drops
  TMPDIR                    where servers and what is kept for the next start lie (about 150 MB)
  NO_COLOR                  no colours

Examples:
${exampleLines(command)}
${exitCodeTable}
`;
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

const examples = {
  run: [
    ["C29-07 --seed 4711", "one experiment under another schedule"],
    ["C29-07 --trace", "… with every decision"],
    ["run c29 --json", "all of C29, as one JSON document"],
  ],
  verify: [
    ["verify", "every experiment three times at the default seed"],
    ["verify C29-08 --times 10 --seed 7", "one of them ten times under another schedule"],
  ],
  sweep: [
    ["sweep c29 --seeds 100", "all of C29 under seeds 1 to 100, each twice"],
    ["sweep C29-03 --seeds 20 --from 1001 --times 1", "one of them under further seeds, each once"],
  ],
  replay: [
    ["replay failures/the-three-books-agree-1a2b3c4d.json", "does it break again, and by the same decisions"],
    [
      "replay failures/nobody-loses-the-race-write-skew-0a316a1f.json --spec",
      "does PostgreSQL's own tester show it too",
    ],
  ],
  merge: [
    ["merge shard-1.json shard-2.json", "what one machine would have printed"],
    ["merge shard-*.json --evidence merged", "… and completeness.txt"],
  ],
  guards: [
    ["guards", `every guard at seed ${defaultSeed}; writes evidence/guards.txt`],
    ["guards lock --seeds 20", "those whose names begin with lock, under twenty seeds"],
    ["explore without-lock-dropped --control", "one of them, with what breaks made smaller and kept"],
  ],
  anomalies: [
    ["anomalies", "ten anomalies at three levels; writes evidence/anomalies.txt"],
    ["anomalies --schedules 20000", "the same under more schedules, where there are more"],
  ],
} as const;

/** What follows the options of a command: examples, and the exit codes. */
export function helpOf(command: string, name: keyof typeof examples): string {
  return `\nExamples:\n${examplesOf(command, examples[name])}\n${exitCodeTable}\n`;
}

/** What follows the options of `crash`: the flows, examples, and the exit codes. */
export function crashHelp(command: string, flows: readonly FlowCard[]): string {
  return `
Flows:
${namedLines(flows)}

Examples:
${examplesOf(command, [
  ["crash", `every flow at seed ${defaultSeed}; writes evidence/crash-grid.txt`],
  ["crash pay --seed 4711", "every flow whose name begins with pay, under another schedule"],
  ["crash relay --real", "the same with child processes, which SIGKILL really kills"],
  ["crash pay-charged --point 7 --fault kill-after --trace", "one cell again, decision by decision"],
])}
${exitCodeTable}
`;
}

/** What follows the options of `explore`: what can be explored, examples, and the exit codes. */
export function exploreHelp(command: string, explored: readonly ExploredCard[]): string {
  const listed = (kind: ExploredCard["kind"]) => namedLines(explored.filter((one) => one.kind === kind));
  return `
Pairs, two things at once:
${listed("pair")}

Workloads, of which each run is another, drawn by seed and number:
${listed("workload")}

And every experiment: its story under other schedules. And SQL races, sessions that do nothing but SQL: each anomaly at each
isolation level (p4-read-committed, …), and ten classic ones (race-lost-update, …).

Examples:
${examplesOf(command, [
  ["explore", `every pair to its own bound at seed ${defaultSeed}; writes evidence/completeness.txt`],
  ["explore pay-cancel --bound 3", "one pair, with one departure more"],
  ["explore callback --strategy pct --depth 3 --runs 1000", "every pair whose name begins with callback, by chance"],
  ["explore sale --time 60s", "buyers, workers and faults by chance, for a minute"],
  ["explore C29-08 --runs 1000", "the story of an experiment under a thousand schedules"],
  ["explore p4-serializable", "a published anomaly at a level that forbids it, under every schedule up to a bound"],
  ["explore pay --shard 2/8 > shard-2.json", "an eighth of the work; merge puts the shards together"],
  ["explore pay-cancel --departures 12:1,15:1 --trace", "one schedule again, decision by decision"],
])}

What breaks is made smaller, run ten times more, and kept in failures/ for replay.
${exitCodeTable}
`;
}

function namedLines(cards: readonly Pick<FlowCard, "name" | "says">[]): string {
  const width = Math.max(...cards.map(({ name }) => name.length), 0);
  return cards.map(({ name, says }) => `  ${name.padEnd(width)}   ${says}`).join("\n");
}

/** What follows the options of `spec`: examples, and the exit codes, which have a meaning of their own there. */
export function specHelp(command: string): string {
  return `
Each file has an empty database of the embedded server; a server of your own is refused. Without a file, those of the suite.

Examples:
${examplesOf(command, [
  ["spec scenarios/specs/write-skew.spec", "print what isolationtester would"],
  ["spec --all scenarios/specs/row-update.spec", "every order of its steps that is possible"],
  ["spec --compare", "is the output of all of them the stock tester's, to the byte? writes evidence/specs.txt"],
  ["spec --all --compare scenarios/specs/nowait.spec", "… also of every order that is possible"],
])}

Exit codes:
  0    the specs ran; with --compare, the outputs are the same
  1    with --compare: an output differs
  2    wrong use: a file that is no spec, a spec whose setup fails, a server that is not the lab's
  3    unknown: a spec that asks for what the server does not have, or that cannot be compared
  130  interrupted (143 by SIGTERM)
  141  whoever read the output went away (| head)
`;
}

function exampleLines(command: string): string {
  return examplesOf(command, [
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
  ]);
}

type Examples = readonly (readonly [words: string, says: string])[];

function examplesOf(command: string, lines: Examples): string {
  const typed = lines.map(([words]) => `${command} ${words}`.trimEnd());
  const width = Math.max(...typed.map((line) => line.length));
  return lines.map(([, says], index) => `  ${typed[index]!.padEnd(width)}   ${says}`).join("\n");
}
