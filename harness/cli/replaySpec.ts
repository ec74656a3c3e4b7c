/** A failure as an isolation spec: written beside its file, and run by PostgreSQL's own tester. */
import { basename, dirname, join } from "node:path";
import { writePage } from "../evidence/files.ts";
import type { FailureFile } from "../explore/failureFile.ts";
import type { StockShown } from "../sql/inStock.ts";
import { LabError } from "../verdict/failure.ts";

/** A decision by which a request or a reply arrives. */
const message = /^\d+ \S+ receives /;

/** Writes it, and tells what came of it. */
export async function replaySpec(path: string, failure: FailureFile, stock: StockShown): Promise<readonly string[]> {
  const { spec, output, amiss } = stock;
  const name = `${basename(path, ".json")}.spec`;
  await writePage(
    dirname(path),
    name,
    `# ${failure.explored}: ${failure.claim}, departures ${failure.departures}\n\n${spec}`,
  );
  const shown = "PostgreSQL's own isolationtester";
  return [
    "",
    output.trimEnd(),
    "",
    `spec written to ${join(dirname(path), name)}`,
    amiss.length > 0 ? `${shown} shows it too: ${amiss.join("; ")}` : `unknown: ${shown} does not show it`,
  ];
}

/** Of a failure in which more happens than SQL. */
export function noSpec(path: string, { explored, decisions }: FailureFile): LabError {
  const messages = decisions.filter((text) => message.test(text)).length;
  return new LabError(`${path} cannot be told as an isolation spec.`, {
    why: `A spec is made of sessions that do nothing but SQL; in ${explored} services send each other messages (${messages} of ${decisions.length} decisions) and go on by what they are answered.`,
    next: "Replay it without --spec. What explore finds of an SQL race (p4-read-committed, race-lost-update) can be told so.",
    exitCode: 2,
  });
}
