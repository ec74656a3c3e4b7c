/** `doctor`: what this machine allows, and what follows from it for the lab's promises. */
import type { Fact } from "./doctorFacts.ts";
import { exitCodes } from "./exitCode.ts";
import type { Surroundings } from "./surroundings.ts";
import { table } from "./table.ts";

const marks = { fine: "ok", weaker: "weaker", missing: "missing" } as const satisfies Record<Fact["level"], string>;

/** It only tells; whether a run needs what is missing is for that run to say. */
export async function doctorCommand({ machineFacts, out, columns }: Surroundings): Promise<number> {
  const facts = await machineFacts();
  out(
    table(
      ["", "what", "found", "what follows"],
      facts.map(({ subject, found, follows, level }) => [marks[level], subject, found, follows]),
      [],
      columns,
    ),
  );
  return exitCodes.holds;
}
