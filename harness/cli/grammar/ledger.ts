/** The grammar of `ledger replay`. */
import { Argument, type Command } from "commander";
import { LabError } from "../../verdict/failure.ts";
import { helpOf } from "../helpText.ts";
import { tellLedger } from "../ledgerCommand.ts";
import type { Given } from "./grammar.ts";

interface LedgerGiven {
  readonly database?: string;
  readonly json?: true;
}

const examples = [
  ["ledger replay", "of the database of DATABASE_URL, as the services are given it"],
  ["ledger replay --database postgresql://localhost/shop", "of another one"],
  ["ledger replay --json", "every unit and every remark, as one document"],
] as const;

const what = `
Reads the ledger and its archive at one moment, and writes nothing. A row is
  used     it leads from what the rows before it came to, to what it says
  ignored  it repeats a row that was used: its version, or its operation
  missed   there is none of this version; what it must have changed is told
  doubted  used, but it contradicts itself or the row before it
Where a balance is not as the rows lead to, or the archive not as it was archived, that is told as well.
`;

export function ledger(program: Command, { suite, surroundings, done }: Given): Command {
  return program
    .command("ledger")
    .description("reconstruct every balance of a shop from its ledger, and tell by which of its rows")
    .addArgument(new Argument("<what>", "what to do with it").choices(["replay"]))
    .option("--database <url>", "the shop's database; without it the one of DATABASE_URL")
    .option("--json", "as one document")
    .addHelpText("after", `${what}${helpOf(surroundings.command, examples)}`)
    .action(async (_what: "replay", { database = surroundings.shopDatabaseUrl, json }: LedgerGiven) => {
      if (suite.replayLedger === undefined) throw notHere();
      if (database === undefined) throw noDatabase();
      done(tellLedger(await suite.replayLedger(database), json === true, surroundings));
    });
}

function noDatabase(): LabError {
  return new LabError("No database is named.", {
    why: "Neither --database nor DATABASE_URL says which one.",
    next: "Write ledger replay --database postgresql://user@host:port/database, or set DATABASE_URL.",
    exitCode: 2,
  });
}

function notHere(): LabError {
  return new LabError("This suite has no ledger to be replayed.", {
    why: "It was put together without one.",
    next: "Ask for another command.",
    exitCode: 2,
  });
}
