/** The command line's grammar: commands, options, their help. What a command does is in a file of its own. */
import { Command, CommanderError, Option } from "commander";
import type { Way } from "../evidence/run.ts";
import type { Part } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { anomaliesCommand, defaultAnomalySchedules } from "./anomaliesCommand.ts";
import {
  chooseCell,
  chooseExperiments,
  chooseFlows,
  chooseServer,
  chooseWorkers,
  parseCount,
  parseFolder,
  parseSeed,
  parseTimes,
  postgresWords,
  wayBack,
} from "./choose.ts";
import { chooseExplored } from "./chooseExplored.ts";
import {
  chooseManner,
  parseBound,
  parseDepartures,
  parseTime,
  strategyWords,
  type MannerGiven,
} from "./chooseManner.ts";
import { crashCellCommand } from "./crashCellCommand.ts";
import { crashCommand } from "./crashCommand.ts";
import { doctorCommand } from "./doctorCommand.ts";
import { exitCodes } from "./exitCode.ts";
import { exploreCommand } from "./exploreCommand.ts";
import { defaultGuardRuns, guardsCommand } from "./guardsCommand.ts";
import { crashHelp, exploreHelp, helpOf, mainHelp, specHelp } from "./helpText.ts";
import { defaultSeed, type ExperimentCard, type Suite } from "./lab.ts";
import { committedVerdicts, listJson, listTable, markdownTable } from "./listing.ts";
import { mergeCommand } from "./mergeCommand.ts";
import { replayCommand } from "./replayCommand.ts";
import { runCommand, type Form } from "./runCommand.ts";
import type { Place } from "./session.ts";
import { parseShard, refuseUndivided } from "./shard.ts";
import { specCommand } from "./specCommand.ts";
import { sweepCommand } from "./sweepCommand.ts";
import type { Surroundings } from "./surroundings.ts";
import { verifyCommand } from "./verifyCommand.ts";
import { wrongUse } from "./wrongUse.ts";

/** Carries out one command line, without the program's own name, and resolves to the exit code. Never rejects. */
export async function holdfast(args: readonly string[], suite: Suite, surroundings: Surroundings): Promise<number> {
  const outcome = { code: exitCodes.holds as number };
  const program = grammar(suite, surroundings, (code) => {
    outcome.code = code;
  });
  try {
    const [first = "-"] = args[0] === "help" ? args.slice(1) : args;
    // Before its options: those of a mistyped command are no more to blame than those of one that is there.
    if (!first.startsWith("-") && !commandNames(program).includes(first)) named(suite, [first], program);
    await program.parseAsync(args, { from: "user" });
    return outcome.code;
  } catch (thrown) {
    // Help and version end with 0.
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.holds;
    const error = thrown instanceof CommanderError ? wrongUse(thrown, surroundings.command) : thrown;
    if (error instanceof LabError) {
      surroundings.err(`holdfast: ${error.message}\n`);
      return error.exitCode;
    }
    surroundings.err(`holdfast: a defect of the lab itself\n${error instanceof Error ? error.stack : String(error)}\n`);
    return exitCodes.unknown;
  }
}

function commandNames(program: Command): readonly string[] {
  return [...program.commands.map((command) => command.name()), "help"];
}

function named(suite: Suite, ids: readonly string[], program: Command): readonly ExperimentCard[] {
  return chooseExperiments(suite.experiments, ids, { command: program.name(), commands: commandNames(program) });
}

function grammar(suite: Suite, surroundings: Surroundings, done: (code: number) => void): Command {
  const { out, err, databaseUrl, version, root, columns, command } = surroundings;
  const way = (postgres: string | undefined): Way => wayBack(command, postgres, databaseUrl);
  const program = new Command(command)
    .description("A deterministic fault-injection lab: one seed decides every interleaving, every fault, every byte.")
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: out,
      writeErr: err,
      outputError: () => undefined, // It is printed in the lab's own form.
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      getOutHelpWidth: () => columns,
      getErrHelpWidth: () => columns,
    });

  const serverOption = () =>
    new Option("--postgres <server>", "the embedded server of that version, or one in a container")
      .choices(postgresWords)
      .default(undefined, databaseUrl === undefined ? "18" : "the server of HOLDFAST_DATABASE_URL");
  const workersOption = () =>
    new Option(
      "--workers <number>",
      "processes that share the work, each with a server of its own (unless said, one a core, at most 4)",
    ).argParser(parseCount);
  /** @param cards what is done each by one process; undefined: what several processes share whatever it is. */
  const placeOf = (cards: readonly unknown[] | undefined, { postgres, workers }: PlaceGiven): Place => {
    const server = chooseServer(postgres, databaseUrl);
    return { server, workers: Math.min(cards?.length ?? Infinity, chooseWorkers(workers, server)) };
  };
  const seedOption = () =>
    new Option("--seed <number>", "decides everything").default(defaultSeed).argParser(parseSeed);

  const run = program
    .command("run [ids...]", { isDefault: true })
    .description("run experiments, all or those named, once each (the default command)")
    .addOption(seedOption())
    .option("--trace", "show every decision with its settled result")
    .addOption(new Option("--json", "print one JSON document (docs/result.schema.json)").conflicts("reporter"))
    .addOption(new Option("--reporter <form>", "how to print").choices(["plain", "junit", "github"]).default("plain"))
    .addOption(
      new Option("--evidence <folder>", "write the evidence of this run there, whatever was run").argParser(
        parseFolder,
      ),
    )
    .addOption(serverOption())
    .addOption(workersOption())
    .addHelpText("after", helpOf(command, "run"))
    .action(async (ids: readonly string[], options: RunOptionsGiven) => {
      const cards = named(suite, ids, program);
      done(
        await runCommand(
          suite,
          {
            cards,
            named: ids.length > 0,
            seed: options.seed,
            place: placeOf(cards, options),
            way: way(options.postgres),
            form: options.json === true ? "json" : options.reporter,
            trace: options.trace === true,
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
    .addOption(workersOption())
    .addHelpText("after", helpOf(command, "verify"))
    .action(async (ids: readonly string[], options: VerifyOptionsGiven) => {
      const cards = named(suite, ids, program);
      const { seed, times, postgres } = options;
      const place = placeOf(cards, options);
      done(await verifyCommand(suite, { cards, seed, times, place, way: way(postgres) }, surroundings));
    });

  program
    .command("sweep [ids...]")
    .description("run each under many seeds, each seed more than once, and count schedules and verdicts")
    .addOption(new Option("--seeds <number>", "how many").default(20).argParser(parseCount))
    .addOption(new Option("--from <seed>", "the first of them").default(1).argParser(parseSeed))
    .addOption(new Option("--times <number>", "runs of each seed").default(2).argParser(parseCount))
    .addOption(serverOption())
    .addOption(workersOption())
    .addHelpText("after", helpOf(command, "sweep"))
    .action(async (ids: readonly string[], options: SweepOptionsGiven) => {
      const { seeds, from, times, postgres } = options;
      const cards = named(suite, ids, program);
      const place = placeOf(cards, options);
      done(await sweepCommand(suite, { cards, place, seeds, from, times, way: way(postgres) }, surroundings));
    });

  const faultNames = (suite.grid?.faults ?? []).map(({ name }) => name);
  program
    .command("crash [flows...]")
    .description("strike each flow at each of its decisions by each fault, and see whether everything recovers")
    .addOption(seedOption())
    .addOption(new Option("--point <row>", "one cell: the row of its flow's table").argParser(parseCount))
    .addOption(new Option("--fault <name>", "one cell: the fault").choices(faultNames))
    .option("--trace", "of one cell: show every decision")
    .option("--real", "the services are child processes, really killed")
    .option("--json", "print one JSON document")
    .addOption(new Option("--evidence <folder>", "write crash-grid.txt there, whatever was run").argParser(parseFolder))
    .addOption(serverOption())
    .addOption(workersOption())
    .addHelpText("after", () => crashHelp(command, suite.grid?.flows ?? []))
    .action(async (asked: readonly string[], options: CrashOptionsGiven) => {
      const flows = chooseFlows(suite.grid?.flows ?? [], asked, "flow", `${command} crash`);
      const { seed, trace, json, evidence, postgres } = options;
      const real = options.real === true;
      const at = chooseCell(asked, flows, options, command);
      if (at !== undefined) {
        const place = { server: chooseServer(postgres, databaseUrl), workers: 1 };
        done(await crashCellCommand(suite, { at, seed, real, place, trace: trace === true }, surroundings));
        return;
      }
      const place = placeOf(flows, options);
      const back = way(postgres);
      const rest = {
        real,
        way: real ? { ...back, options: `${back.options} --real` } : back,
        json: json === true,
        evidence,
      };
      done(await crashCommand(suite, { flows, named: asked.length > 0, seed, place, ...rest }, surroundings));
    });

  program
    .command("explore [names...]")
    .description("run pairs, experiments or workloads under every schedule up to a bound, or under many by chance")
    .addOption(
      new Option("--strategy <name>", "how schedules are chosen")
        .choices(strategyWords)
        .default(undefined, "exhaustive for pairs, else random"),
    )
    .addOption(
      new Option("--bound <number>", "exhaustive: departures from the default schedule at most").argParser(parseBound),
    )
    .addOption(new Option("--runs <number>", "random, pct: runs of each (100 unless said)").argParser(parseCount))
    .addOption(new Option("--time <time>", "random, pct: for so long each: 60s, 5m, 2h").argParser(parseTime))
    .addOption(
      new Option("--from <number>", "random, pct: the first run's number (1 unless said)").argParser(parseCount),
    )
    .addOption(new Option("--depth <number>", "pct: depth of the defect (3 unless said)").argParser(parseCount))
    .addOption(new Option("--departures <list>", "one schedule again: 12:3,40:1").argParser(parseDepartures))
    .addOption(seedOption())
    .option("--fault <name>", "of one schedule: a message fault, as a violation names it")
    .option("--control", "random, pct, of one schedule: with the wrong part")
    .option("--trace", "of one schedule: show every decision")
    .addOption(new Option("--shard <i/n>", "a part of it, as a document for merge: 2/8").argParser(parseShard))
    .option("--json", "print one JSON document")
    .addOption(
      new Option("--evidence <folder>", "write completeness.txt there, whatever was run").argParser(parseFolder),
    )
    .addOption(serverOption())
    .addOption(workersOption())
    .addHelpText("after", () => exploreHelp(command, suite.explored ?? []))
    .action(async (asked: readonly string[], options: ExploreOptionsGiven) => {
      const explored = chooseExplored(suite.explored ?? [], asked, `${command} explore`);
      const { seed, json, trace, evidence, time, shard, postgres } = options;
      const manner = chooseManner(options, explored);
      if (shard !== undefined) refuseUndivided(manner, options);
      const request = {
        ...{ explored, named: asked.length > 0, seed, evidence, manner, forMs: time, shard },
        place: manner.strategy === "replay" ? placeOf(explored, options) : placeOf(undefined, options),
        way: way(postgres),
        json: json === true,
        trace: trace === true,
      };
      done(await exploreCommand(suite, request, surroundings));
    });

  program
    .command("merge <files...>")
    .description("put together what the shards of an exploration have found, and tell it as one machine would")
    .option("--json", "print one JSON document")
    .addOption(
      new Option("--evidence <folder>", "write completeness.txt there, whatever was run").argParser(parseFolder),
    )
    .addHelpText("after", helpOf(command, "merge"))
    .action(async (files: readonly string[], options: { readonly json?: true; readonly evidence?: string }) => {
      const { json, evidence } = options;
      done(await mergeCommand({ files, json: json === true, evidence }, surroundings));
    });

  program
    .command("replay <file>")
    .description("run a failure that was kept again, and tell where it parts from what was recorded")
    .option("--spec", "of an SQL race: write it as an isolation spec, and run that by PostgreSQL's own tester")
    .addOption(serverOption())
    .addHelpText("after", helpOf(command, "replay"))
    .action(async (path: string, { postgres, spec }: { readonly postgres?: string; readonly spec?: true }) => {
      const place = { server: chooseServer(postgres, databaseUrl), workers: 1 };
      done(await replayCommand(suite, { path, spec: spec === true, place }, surroundings));
    });

  program
    .command("guards [names...]")
    .description("take each guard of the system away, explore what is left, and tell how soon that is noticed")
    .addOption(seedOption())
    .addOption(new Option("--seeds <number>", "how many, from that one on").default(1).argParser(parseCount))
    .addOption(
      new Option("--runs <number>", "of each by each strategy, at most")
        .default(defaultGuardRuns)
        .argParser(parseCount),
    )
    .addOption(serverOption())
    .addOption(workersOption())
    .addHelpText("after", helpOf(command, "guards"))
    .action(async (asked: readonly string[], options: GuardsOptionsGiven) => {
      const guards = chooseFlows(suite.guards ?? [], asked, "guard", `${command} guards`);
      const { seed, seeds, runs } = options;
      const place = placeOf(guards, options);
      done(await guardsCommand(suite, { guards, named: asked.length > 0, seed, seeds, runs, place }, surroundings));
    });

  program
    .command("anomalies")
    .description("look for each published anomaly at each isolation level, and compare with the published answers")
    .addOption(
      new Option("--schedules <number>", "schedules to try for each at most, unless there are fewer")
        .default(defaultAnomalySchedules)
        .argParser(parseCount),
    )
    .addOption(serverOption())
    .addHelpText("after", helpOf(command, "anomalies"))
    .action(async ({ schedules, postgres }: { readonly schedules: number; readonly postgres?: string }) => {
      const server = chooseServer(postgres, databaseUrl);
      done(await anomaliesCommand(suite, { server, schedules, way: way(postgres) }, surroundings));
    });

  program
    .command("spec [files...]")
    .description(
      "run PostgreSQL's isolation specs, all of the suite or those named, and print what its isolationtester would",
    )
    .option("--all", "every order of the steps that is possible, not those that the file names")
    .option("--compare", "run the stock isolationtester as well, and show the first line that differs")
    .addOption(
      new Option("--evidence <folder>", "with --compare: write specs.txt there, whatever was compared").argParser(
        parseFolder,
      ),
    )
    .addOption(
      new Option("--postgres <version>", "the embedded server of that version")
        .choices(["16", "17", "18"])
        .default(undefined, "18"),
    )
    .addHelpText("after", specHelp(command))
    .action(async (files: readonly string[], options: SpecOptionsGiven) => {
      const server = chooseServer(options.postgres, databaseUrl);
      const { evidence } = options;
      const [all, compare] = [options.all === true, options.compare === true];
      done(await specCommand(suite, { files, all, compare, evidence, server }, surroundings));
    });

  program
    .command("list")
    .description("show the experiments")
    .option("--json", "as JSON")
    .option("--markdown", "as the table of scenarios/README.md")
    .action((options: { json?: true; markdown?: true }) => {
      const cards = suite.experiments;
      const table =
        options.markdown === true ? markdownTable(cards, committedVerdicts(root)) : listTable(cards, columns);
      out(options.json === true ? listJson(cards) : table);
    });

  program
    .command("doctor")
    .description("show what this machine allows, and what follows")
    .action(async () => done(await doctorCommand(surroundings)));

  return program.addHelpText("after", () => mainHelp(command, run, columns));
}

interface PlaceGiven {
  readonly postgres?: string;
  readonly workers?: number;
}

interface RunOptionsGiven extends PlaceGiven {
  readonly seed: number;
  readonly trace?: true;
  readonly json?: true;
  readonly reporter: Exclude<Form, "json">;
  readonly evidence?: string;
}

interface VerifyOptionsGiven extends PlaceGiven {
  readonly seed: number;
  readonly times: number;
}

interface CrashOptionsGiven extends PlaceGiven {
  readonly seed: number;
  readonly point?: number;
  readonly fault?: string;
  readonly trace?: true;
  readonly real?: true;
  readonly json?: true;
  readonly evidence?: string;
}

interface ExploreOptionsGiven extends PlaceGiven, MannerGiven {
  readonly shard?: Part;
  readonly seed: number;
  readonly json?: true;
  readonly evidence?: string;
}

interface GuardsOptionsGiven extends PlaceGiven {
  readonly seed: number;
  readonly seeds: number;
  readonly runs: number;
}

interface SpecOptionsGiven {
  readonly all?: true;
  readonly compare?: true;
  readonly evidence?: string;
  readonly postgres?: string;
}

interface SweepOptionsGiven extends PlaceGiven {
  readonly seeds: number;
  readonly from: number;
  readonly times: number;
}
