/** The grammar of `certificate`. */
import { join } from "node:path";
import { Option, type Command } from "commander";
import { usualRuns } from "../../certificate/page.ts";
import { certificateCommand } from "../certificateCommand.ts";
import { parseCount, parseFolder } from "../choose.ts";
import { helpOf } from "../helpText.ts";
import type { Given } from "./grammar.ts";
import { seedOption } from "./options.ts";

interface CertificateGiven {
  readonly seed: number;
  readonly runs: number;
  readonly from?: number;
  readonly node?: readonly string[];
  readonly evidence?: string;
}

const examples = [
  ["certificate --from 1 --runs 1000", "one batch, with this Node.js alone; the page begins anew"],
  ["certificate --runs 900000", "further, where the page ends"],
  ["certificate --node /opt/node-20/bin/node --node /opt/node-22/bin/node", "between two versions of Node.js"],
] as const;

export function certificate(program: Command, { suite, surroundings, done }: Given): Command {
  return program
    .command("certificate")
    .description("make many runs twice, in fresh processes on PostgreSQL 16, 17 and 18, and compare every decision")
    .addOption(seedOption())
    .addOption(
      new Option("--runs <number>", "how many, in batches of a thousand").default(usualRuns).argParser(parseCount),
    )
    .addOption(
      new Option("--from <number>", "the first run's number (where the page ends unless said)").argParser(parseCount),
    )
    .option("--node <executable...>", "versions of Node.js that run them (this one unless said)")
    .addOption(
      new Option("--evidence <folder>", "where certificate.txt is (evidence/measured unless said)").argParser(
        parseFolder,
      ),
    )
    .addHelpText("after", helpOf(surroundings.command, examples))
    .action(async ({ seed, runs, from, node, evidence }: CertificateGiven) => {
      const folder = evidence ?? join(surroundings.root, "evidence", "measured");
      const nodes = node ?? [process.execPath];
      const request = { seed, runs, from, nodes, majors: [16, 17, 18] as const, folder };
      done(await certificateCommand(suite, request, surroundings));
    });
}
