/** The program itself: its commands, whose grammars are in `grammar/`, and what it says to wrong use. */
import { Command, CommanderError } from "commander";
import { LabError } from "../verdict/failure.ts";
import { chooseExperiments } from "./choose.ts";
import { exitCodes } from "./exitCode.ts";
import { anomalies } from "./grammar/anomalies.ts";
import { certificate } from "./grammar/certificate.ts";
import { crash } from "./grammar/crash.ts";
import { doctor } from "./grammar/doctor.ts";
import { explore } from "./grammar/explore.ts";
import type { Grammar } from "./grammar/grammar.ts";
import { guards } from "./grammar/guards.ts";
import { ledger } from "./grammar/ledger.ts";
import { list } from "./grammar/list.ts";
import { merge } from "./grammar/merge.ts";
import { reconciler } from "./grammar/reconciler.ts";
import { replay } from "./grammar/replay.ts";
import { run } from "./grammar/run.ts";
import { soak } from "./grammar/soak.ts";
import { spec } from "./grammar/spec.ts";
import { sweep } from "./grammar/sweep.ts";
import { verify } from "./grammar/verify.ts";
import { mainHelp } from "./helpText.ts";
import type { ExperimentCard, Suite } from "./lab.ts";
import type { Surroundings } from "./surroundings.ts";
import { wrongUse } from "./wrongUse.ts";

/** In the order in which the help lists them, after `run`. */
const furtherCommands: readonly Grammar[] = [
  verify,
  sweep,
  crash,
  explore,
  merge,
  replay,
  guards,
  reconciler,
  anomalies,
  spec,
  soak,
  certificate,
  ledger,
  list,
  doctor,
];

/** Carries out one command line, without the program's own name, and resolves to the exit code. Never rejects. */
export async function holdfast(args: readonly string[], suite: Suite, surroundings: Surroundings): Promise<number> {
  const outcome = { code: exitCodes.holds as number };
  const program = programOf(suite, surroundings, (code) => {
    outcome.code = code;
  });
  const [first = "-"] = args[0] === "help" ? args.slice(1) : args;
  try {
    // Before its options: those of a mistyped command are no more to blame than those of one that is there.
    if (!first.startsWith("-") && !commandNames(program).includes(first)) named(suite, [first], program);
    await program.parseAsync(args, { from: "user" });
    return outcome.code;
  } catch (thrown) {
    // Help and version end with 0.
    if (thrown instanceof CommanderError && thrown.exitCode === 0) return exitCodes.holds;
    const known = commandNames(program).includes(first) ? ` ${first}` : "";
    const error = thrown instanceof CommanderError ? wrongUse(thrown, `${surroundings.command}${known}`) : thrown;
    if (error instanceof LabError) {
      surroundings.err(`holdfast: ${error.message}\n`);
      return error.exitCode;
    }
    surroundings.err(`holdfast: a defect of the lab itself\n${error instanceof Error ? error.stack : String(error)}\n`);
    return exitCodes.unknown;
  }
}

function programOf(suite: Suite, surroundings: Surroundings, done: (code: number) => void): Command {
  const { out, err, version, columns, command } = surroundings;
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
  const experiments = (names: readonly string[]) => named(suite, names, program);
  const given = { suite, surroundings, experiments, done };
  const byDefault = run(program, given);
  for (const further of furtherCommands) further(program, given);
  return program.addHelpText("after", () => mainHelp(command, byDefault, columns));
}

function named(suite: Suite, names: readonly string[], program: Command): readonly ExperimentCard[] {
  return chooseExperiments(suite.experiments, names, { command: program.name(), commands: commandNames(program) });
}

function commandNames(program: Command): readonly string[] {
  return [...program.commands.map((command) => command.name()), "help"];
}
