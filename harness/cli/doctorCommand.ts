/** `holdfast doctor`: what this machine allows, and what follows from it for the lab's promises. */
import Table from "cli-table3";
import { exitCodes } from "./exitCode.ts";
import type { Surroundings } from "./surroundings.ts";

export async function doctorCommand({ machineFacts, out }: Surroundings): Promise<number> {
  const facts = await machineFacts();
  const table = new Table({ head: ["what", "found", "what follows"], style: { head: [], border: [] } });
  for (const { subject, found, follows } of facts) table.push([subject, found, follows]);
  out(`${table.toString()}\n`);
  return exitCodes.holds;
}
