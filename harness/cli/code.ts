/** Which state of the program this is. Machines that share an exploration have to run the same. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, sep } from "node:path";

const everything = ["src", "harness", "scenarios"];
/** Programs beside the lab, which make no run that anybody shares or certifies. */
const beside = ["harness/mutants", "scenarios/mutants"];
/** What decides which runs are made and how they go: neither how they are asked for nor how they are told. */
export const whatRuns = [
  ...["src", "scenarios", "harness/bench/races.ts"],
  ...["anomalies", "certificate", "explore", "kernel", "network", "postgres", "process", "shop", "sql"].map(
    (folder) => `harness/${folder}`,
  ),
];
/** What decides which mutants there are and what they come to: not the sentences about them. */
export const whatHunts = [...everything, "harness/mutants", "scenarios/mutants/opening.ts"];
const hashLength = 16;

/**
 * A hash over the sources and the versions of the dependencies; tests do not count.
 * @param root the project's folder; @param places folders and files of it; what lies beside the lab only if named.
 */
export function codeOf(root: string, places: readonly string[] = everything): string {
  const files = places
    .flatMap((place) => filesOf(root, place))
    .filter((file) => /\.(ts|sql|spec)$/.test(file) && !file.endsWith(".test.ts"));
  const hash = createHash("sha256");
  for (const file of [...files, "package-lock.json"].sort()) {
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  }
  return hash.digest("hex").slice(0, hashLength);
}

function filesOf(root: string, place: string): readonly string[] {
  if (statSync(join(root, place)).isFile()) return [place];
  const without = beside.filter((folder) => folder !== place).map((folder) => join(folder, sep));
  return readdirSync(join(root, place), { recursive: true, encoding: "utf8" })
    .map((one) => join(place, one))
    .filter((file) => !without.some((folder) => file.startsWith(folder)));
}
