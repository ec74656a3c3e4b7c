/**
 * `npm run mutants`: hundreds of small wrong changes of the system, each hunted by the lab. All of it writes
 * `evidence/measured/mutants.txt`; some files, or what is left of an interrupted hunt, with:
 *
 *     npm run mutants -- --only src/order/settle.ts --only src/outbox
 *     npm run mutants -- --afresh         what was kept of a former hunt is not looked at
 *     npm run mutants -- --left           what was left is hunted again, by trials that there were not before; writes no page
 */
import { readdirSync } from "node:fs";
import { parseArgs } from "node:util";
import { codeOf, whatHunts } from "../../harness/cli/code.ts";
import { writePage } from "../../harness/evidence/files.ts";
import { hunt } from "../../harness/mutants/hunt.ts";
import { explanations } from "./explanations.ts";
import { budget, openLab, trials } from "./opening.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    afresh: { type: "boolean", default: false },
    left: { type: "boolean", default: false },
  },
});

/** Not hunted by runs of the lab: the process itself, the judges, the schema's loader, and what only tests use. */
const others = /^src\/(main\.ts|explain\.ts|alone\.ts|reconcile\/|schema\/)/;
const files = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((name) => `src/${name}`)
  .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts") && !others.test(file))
  .sort();
const { only } = values;
const asked = only === undefined ? files : files.filter((file) => only.some((one) => file.startsWith(one)));
const tell = (text: string): void => void process.stdout.write(`${text}\n`);

if (asked.length === 0) {
  process.stderr.write(`--only ${only?.join(" ")}: no file of src that is hunted begins so.\n`);
  process.exit(2);
}
const code = codeOf(".", whatHunts);
const opening = "dist/scenarios/mutants/opening.js";
const { page, amiss, enough } = await hunt(
  { budget, trials, openLab, opening, explanations },
  { files: asked, code, folder: ".mutants", afresh: values.afresh, left: values.left, tell },
);
tell(`\n${page}`);
for (const sentence of amiss) tell(sentence);
if (only === undefined && !values.left) await writePage("evidence/measured", "mutants.txt", page);
process.exit(amiss.length === 0 && enough ? 0 : 1);
