/** The grammar of `crash`: whole tables of the crash grid, or one cell of it. */
import { Option, type Command } from "commander";
import type { FlowCard } from "../../verdict/grid.ts";
import { chooseCell, chooseFlows, chooseServer, parseCount } from "../choose.ts";
import { crashCellCommand } from "../crashCellCommand.ts";
import { crashCommand } from "../crashCommand.ts";
import { helpOf, namedLines } from "../helpText.ts";
import { defaultSeed } from "../lab.ts";
import type { Given } from "./grammar.ts";
import { evidenceOption, placeOf, seedOption, serverOption, wayOf, workersOption, type PlaceGiven } from "./options.ts";

interface CrashGiven extends PlaceGiven {
  readonly seed: number;
  readonly point?: number;
  readonly fault?: string;
  readonly trace?: true;
  readonly real?: true;
  readonly json?: true;
  readonly evidence?: string;
}

const examples = [
  ["crash", `every flow at seed ${defaultSeed}; writes evidence/crash-grid.txt`],
  ["crash pay --seed 4711", "every flow whose name begins with pay, under another schedule"],
  ["crash relay --real", "the same with child processes, which SIGKILL really kills"],
  ["crash pay-charged --point 7 --fault kill-after --trace", "one cell again, decision by decision"],
] as const;

export function crash(program: Command, { suite, surroundings, done }: Given): Command {
  const { command, databaseUrl } = surroundings;
  const { flows: all = [], faults = [] } = suite.grid ?? {};
  return program
    .command("crash [flows...]")
    .description("strike each flow at each of its decisions by each fault, and see whether everything recovers")
    .addOption(seedOption())
    .addOption(new Option("--point <row>", "one cell: the row of its flow's table").argParser(parseCount))
    .addOption(new Option("--fault <name>", "one cell: the fault").choices(faults.map(({ name }) => name)))
    .option("--trace", "of one cell: show every decision")
    .option("--real", "the services are child processes, really killed")
    .option("--json", "print one JSON document")
    .addOption(evidenceOption("write crash-grid.txt there, whatever was run"))
    .addOption(serverOption(surroundings))
    .addOption(workersOption())
    .addHelpText("after", () => help(command, all))
    .action(async (asked: readonly string[], options: CrashGiven) => {
      const flows = chooseFlows(all, asked, "flow", `${command} crash`);
      const { seed, trace, json, evidence, postgres } = options;
      const real = options.real === true;
      const at = chooseCell(asked, flows, options, command);
      if (at !== undefined) {
        const place = { server: chooseServer(postgres, databaseUrl), workers: 1 };
        done(await crashCellCommand(suite, { at, seed, real, place, trace: trace === true }, surroundings));
        return;
      }
      const back = wayOf(options, surroundings);
      const request = {
        ...{ flows, named: asked.length > 0, seed, real, evidence },
        place: placeOf(flows, options, surroundings),
        way: real ? { ...back, options: `${back.options} --real` } : back,
        json: json === true,
      };
      done(await crashCommand(suite, request, surroundings));
    });
}

function help(command: string, flows: readonly FlowCard[]): string {
  return `\nFlows:\n${namedLines(flows)}\n${helpOf(command, examples)}`;
}
