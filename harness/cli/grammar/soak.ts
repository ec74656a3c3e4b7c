/** The grammar of `soak`. */
import { Option, type Command } from "commander";
import { canSoak } from "../../explore/soakPieces.ts";
import { LabError } from "../../verdict/failure.ts";
import { parseFolder } from "../choose.ts";
import { chooseExplored } from "../chooseExplored.ts";
import { parseTime } from "../chooseManner.ts";
import { helpOf } from "../helpText.ts";
import { soakCommand } from "../soakCommand.ts";
import type { Given } from "./grammar.ts";
import { placeOf, seedOption, serverOption, wayOf, workersOption, type PlaceGiven } from "./options.ts";

interface SoakGiven extends PlaceGiven {
  readonly seed: number;
  readonly time: number;
  readonly control?: true;
  readonly evidence?: string;
}

const halfAnHourMs = 30 * 60_000;

const examples = [
  ["soak --time 30m", "workloads, pairs and experiments, where the last soak ended; writes evidence/measured/soak.txt"],
  ["soak sale pay --time 8h --workers 2", "only these, over night"],
  ["soak --control --time 10s", "with wrong parts: it must find something, and ends with 1"],
] as const;

export function soak(program: Command, { suite, surroundings, done }: Given): Command {
  const { command } = surroundings;
  return program
    .command("soak [names...]")
    .description("explore by chance for a long time, under runs that no soak of its page has had")
    .addOption(
      new Option("--time <time>", "for how long: 60s, 30m, 2h").default(halfAnHourMs, "30m").argParser(parseTime),
    )
    .addOption(seedOption())
    .option("--control", "with the wrong parts of pairs and workloads: would it find anything")
    .addOption(
      new Option("--evidence <folder>", "where soak.txt is (evidence/measured unless said)").argParser(parseFolder),
    )
    .addOption(serverOption(surroundings))
    .addOption(workersOption())
    .addHelpText("after", helpOf(command, examples))
    .action(async (asked: readonly string[], options: SoakGiven) => {
      const { seed, time, control = false, evidence } = options;
      const all = suite.explored ?? [];
      const named = asked.length === 0 ? all : chooseExplored(all, asked, `${command} explore`);
      const explored = named.filter((card) => canSoak(card) && !(control && card.kind === "experiment"));
      if (explored.length === 0) throw nothingTo(asked, command);
      const request = {
        ...{ explored, seed, control, forMs: time },
        place: placeOf(undefined, options, surroundings),
        way: wayOf(options, surroundings),
        evidence,
      };
      done(await soakCommand(suite, request, surroundings));
    });
}

function nothingTo(asked: readonly string[], command: string): LabError {
  return new LabError(`There is nothing to soak in "${asked.join(" ")}".`, {
    why: "A soak runs workloads, pairs and experiments; with --control pairs and workloads.",
    next: `"${command} explore --help" shows which there are.`,
    exitCode: 2,
  });
}
