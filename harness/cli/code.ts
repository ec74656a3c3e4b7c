/** Which state of the program this is. Machines that share an exploration have to run the same. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const everything = ["src", "harness", "scenarios"];
/** What decides how a run goes: neither how it is asked for nor how it is told. */
export const whatRuns = [
  ...["src", "scenarios"],
  ...["kernel", "network", "postgres", "process", "shop", "sql", "explore"].map((folder) => `harness/${folder}`),
];
const hashLength = 16;

/** A hash over the sources and the versions of the dependencies; tests do not count. @param root the project's folder. */
export function codeOf(root: string, folders: readonly string[] = everything): string {
  const files = folders
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((one) => join(folder, one)),
    )
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
