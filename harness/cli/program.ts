/** The command line's grammar: commands, options, their help. What a command does is in a file of its own. */
import { Command, CommanderError, Option } from "commander";
import { LabError } from "../verdict/failure.ts";
import { chooseExperiments, chooseServer, parseCount, parseSeed, parseTimes, postgresWords } from "./choose.ts";
import { doctorCommand } from "./doctorCommand.ts";
import { exitCodes, exitCodeTable } from "./exitCode.ts";
import { defaultSeed, type Suite } from "./lab.ts";
import { committedVerdicts, listJson, listTable, markdownTable } from "./listing.ts";
import { runCommand, type Form } from "./runCommand.ts";
import { sweepCommand } from "./sweepCommand.ts";
import type { Surroundings } from "./surroundings.ts";
import { verifyCommand } from "./verifyCommand.ts";

/** Carries out one command line, without the program's own name, and resolves to the exit code. Never rejects. */
export async function holdfast(args: readonly string[], suite: Suite, surroundings: Surroundings): Promise<number> {
  const outcome = { code: exitCodes.holds as number };
  const program = grammar(suite, surroundings, (code) => {
    outcome.code = code;
  });
  try {
    await program.parseAsync(args, { from: "user" });
    return outcome.code;
  } catch (error) {
    // commander has printed its own message already, and ends help and version with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.holds : exitCodes.wrongUse;
    if (error instanceof LabError) {
      surroundings.err(`holdfast: ${error.message}\n`);
      return error.exitCode;
    }
    surroundings.err(`holdfast: a defect of the lab itself\n${error instanceof Error ? error.stack : String(error)}\n`);
    return exitCodes.unknown;
  }
}

function grammar(suite: Suite, surroundings: Surroundings, done: (code: number) => void): Command {
  const { out, err, databaseUrl, version, root } = surroundings;
  const program = new Command("holdfast")
    .description("A deterministic fault-injection lab: one seed decides every interleaving, every fault, every byte.")
    .version(version)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err, getOutHasColors: () => false, getErrHasColors: () => false })
    .showHelpAfterError("(holdfast --help shows the commands and the exit codes)")
    .addHelpText(
      "after",
      `
In a checkout ./run.sh takes the same words, and installs and compiles first what is missing.

Examples:
  holdfast                          run everything at seed ${defaultSeed} and write evidence/
  holdfast C29-07 --seed 4711       one experiment under another schedule
  holdfast C29-07 --trace           … with every decision
  holdfast verify --times 3         does every run repeat to the byte?
  holdfast sweep c29 --seeds 100    does it hold under other seeds, and does each side win?
  holdfast doctor                   what does this machine allow?
${exitCodeTable}
`,
    );

  const serverOption = () =>
    new Option("--postgres <server>", "embedded 16, 17 or 18 (the default), or a container")
      .choices(postgresWords)
      .default(undefined, databaseUrl === undefined ? "18" : "the server of HOLDFAST_DATABASE_URL");
  const seedOption = () =>
    new Option("--seed <number>", "decides everything").default(defaultSeed).argParser(parseSeed);

  program
    .command("run [ids...]", { isDefault: true })
    .description("run experiments, all or those named, once each (the default command)")
    .addOption(seedOption())
    .option("--trace", "show every decision with its settled result", false)
    .addOption(new Option("--json", "print one JSON document (docs/result.schema.json)").conflicts("reporter"))
    .addOption(new Option("--reporter <form>", "how to print").choices(["plain", "junit", "github"]).default("plain"))
    .option("--evidence <folder>", "write the evidence of this run there, whatever was run")
    .addOption(serverOption())
    .addHelpText("after", exitCodeTable)
    .action(async (ids: readonly string[], options: RunOptionsGiven) => {
      done(
        await runCommand(
          suite,
          {
            cards: chooseExperiments(suite.experiments, ids),
            named: ids.length > 0,
            seed: options.seed,
            server: chooseServer(options.postgres, databaseUrl),
            form: options.json === true ? "json" : options.reporter,
            trace: options.trace,
            evidence: options.evidence,
          },
          surroundings,
        ),
      );
    });

  program
    .command("verify [ids...]")
    .description("run each again at one seed and name the first decision that differs")
    .addOption(seedOption())
    .addOption(new Option("--times <number>", "runs of each, the first included").default(3).argParser(parseTimes))
    .addOption(serverOption())
    .addHelpText("after", exitCodeTable)
    .action(async (ids: readonly string[], options: { seed: number; times: number; postgres?: string }) => {
      const cards = chooseExperiments(suite.experiments, ids);
      const server = chooseServer(options.postgres, databaseUrl);
      done(await verifyCommand(suite, { cards, seed: options.seed, times: options.times, server }, surroundings));
    });

  program
    .command("sweep [ids...]")
    .description("run each under many seeds, each seed more than once, and count schedules and verdicts")
    .addOption(new Option("--seeds <number>", "how many").default(20).argParser(parseCount))
    .addOption(new Option("--from <seed>", "the first of them").default(1).argParser(parseSeed))
    .addOption(new Option("--times <number>", "runs of each seed").default(2).argParser(parseCount))
    .addOption(serverOption())
    .addHelpText("after", exitCodeTable)
    .action(async (ids: readonly string[], options: SweepOptionsGiven) => {
      const { seeds, from, times, postgres } = options;
      const cards = chooseExperiments(suite.experiments, ids);
      const server = chooseServer(postgres, databaseUrl);
      done(await sweepCommand(suite, { cards, server, seeds, from, times }, surroundings));
    });

  program
    .command("list")
    .description("show the experiments")
    .option("--json", "as JSON")
    .option("--markdown", "as the table of scenarios/README.md")
    .action((options: { json?: true; markdown?: true }) => {
      const cards = suite.experiments;
      const table = options.markdown === true ? markdownTable(cards, committedVerdicts(root)) : listTable(cards);
      out(options.json === true ? listJson(cards) : table);
    });

  program
    .command("doctor")
    .description("show what this machine allows, and what follows")
    .action(async () => done(await doctorCommand(surroundings)));

  return program;
}

interface RunOptionsGiven {
  readonly seed: number;
  readonly trace: boolean;
  readonly json?: true;
  readonly reporter: Exclude<Form, "json">;
  readonly evidence?: string;
  readonly postgres?: string;
}

interface SweepOptionsGiven {
  readonly seeds: number;
  readonly from: number;
  readonly times: number;
  readonly postgres?: string;
}
