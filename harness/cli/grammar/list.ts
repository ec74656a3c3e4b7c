/** The grammar of `list`, which is carried out at once: nothing can go wrong with it. */
import type { Command } from "commander";
import { committedVerdicts, listJson, listTable, markdownTable } from "../listing.ts";
import type { Given } from "./grammar.ts";

interface ListGiven {
  readonly json?: true;
  readonly markdown?: true;
}

export function list(program: Command, { suite, surroundings }: Given): Command {
  const { out, root, columns } = surroundings;
  return program
    .command("list")
    .description("show the experiments")
    .option("--json", "as JSON")
    .option("--markdown", "as the table of scenarios/README.md")
    .action(({ json, markdown }: ListGiven) => {
      const cards = suite.experiments;
      const table = markdown === true ? markdownTable(cards, committedVerdicts(root)) : listTable(cards, columns);
      out(json === true ? listJson(cards) : table);
    });
}
