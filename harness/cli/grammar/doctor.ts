/** The grammar of `doctor`. */
import type { Command } from "commander";
import { doctorCommand } from "../doctorCommand.ts";
import type { Given } from "./grammar.ts";

export function doctor(program: Command, { surroundings, done }: Given): Command {
  return program
    .command("doctor")
    .description("show what this machine allows, and what follows")
    .action(async () => done(await doctorCommand(surroundings)));
}
