/** The grammar of `explore`. Which of its options go together is for `chooseManner.ts` to say. */
import { Option, type Command } from "commander";
import type { Part } from "../../verdict/exploration.ts";
import { parseCount } from "../choose.ts";
import { chooseExplored } from "../chooseExplored.ts";
import {
  chooseManner,
  parseBound,
  parseDepartures,
  parseTime,
  strategyWords,
  type MannerGiven,
} from "../chooseManner.ts";
import { exploreCommand } from "../exploreCommand.ts";
import { parseShard, refuseUndivided } from "../shard.ts";
import { exploreHelp } from "./exploreHelp.ts";
import type { Given } from "./grammar.ts";
import { evidenceOption, placeOf, seedOption, serverOption, wayOf, workersOption, type PlaceGiven } from "./options.ts";

interface ExploreGiven extends PlaceGiven, MannerGiven {
  readonly shard?: Part;
  readonly seed: number;
  readonly json?: true;
  readonly evidence?: string;
}

export function explore(program: Command, { suite, surroundings, done }: Given): Command {
  const { command } = surroundings;
  const all = suite.explored ?? [];
  return program
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
    .addOption(evidenceOption("write completeness.txt there, whatever was run"))
    .addOption(serverOption(surroundings))
    .addOption(workersOption())
    .addHelpText("after", () => exploreHelp(command, all))
    .action(async (asked: readonly string[], options: ExploreGiven) => {
      const explored = chooseExplored(all, asked, `${command} explore`);
      const { seed, json, trace, evidence, time, shard } = options;
      const manner = chooseManner(options, explored);
      if (shard !== undefined) refuseUndivided(manner, options);
      const request = {
        ...{ explored, named: asked.length > 0, seed, evidence, manner, forMs: time, shard },
        place: placeOf(manner.strategy === "replay" ? explored : undefined, options, surroundings),
        way: wayOf(options, surroundings),
        json: json === true,
        trace: trace === true,
        canHappen: suite.canHappen ?? {},
      };
      done(await exploreCommand(suite, request, surroundings));
    });
}
