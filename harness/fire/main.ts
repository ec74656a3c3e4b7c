/**
 * The lab under fire: it is killed again and again at random moments of its work, and each time the next start has to
 * find and remove whatever stayed behind, and work. `node dist/harness/fire/main.js --lab dist/scenarios/main.js`.
 */
import { parseArgs } from "node:util";
import { table } from "../cli/table.ts";
import { randomStream, wholeBelow } from "../kernel/random.ts";
import { Bystanders } from "./bystanders.ts";
import { blow, ways, type Struck } from "./blow.ts";

const { values } = parseArgs({
  options: {
    /** The compiled composition root that is killed. */
    lab: { type: "string" },
    times: { type: "string", default: "50" },
    seed: { type: "string", default: "29" },
    /** What it is working on when it is struck. */
    work: { type: "string", multiple: true, default: ["C29-08", "HF-01", "C29-12"] },
  },
});
const { lab } = values;
const times = Number(values.times);
if (lab === undefined || !Number.isSafeInteger(times) || times < 1) {
  process.stderr.write("usage: node dist/harness/fire/main.js --lab dist/scenarios/main.js [--times 50] [--seed 29]\n");
  process.exit(2);
}
const random = randomStream(Number(values.seed), "crash");
/** Later than this, ms, it is deep in its work. */
const latestMs = 3_000;
/** One blow of so many falls while the lab is still being opened. */
const earlyOneOf = 5;

const bystanders = await Bystanders.start();
const struck: Struck[] = [];
try {
  for (let round = 0; round < times; round++) {
    const way = ways[round % ways.length]!;
    const afterMs = wholeBelow(random, latestMs);
    const early = round % earlyOneOf === 0;
    if (process.stderr.isTTY) process.stderr.write(`\r\u001b[2K  … ${round + 1} of ${times}: ${way}`);
    struck.push(await blow(lab, { way, afterMs, early, work: values.work, round }));
    for (const harmed of bystanders.harmed()) struck.at(-1)?.troubles.push(harmed);
  }
} finally {
  if (process.stderr.isTTY) process.stderr.write("\r\u001b[2K");
  await bystanders.end();
}

const rows = ways.map((way) => {
  const of = struck.filter((one) => one.way === way);
  const sum = (count: (one: Struck) => number): number => of.reduce((total, one) => total + count(one), 0);
  return [
    way,
    of.length,
    sum(({ atWork }) => (atWork ? 1 : 0)),
    sum(({ servers }) => servers),
    sum(({ stopped }) => stopped),
    sum(({ children }) => children),
    sum(({ crashing }) => crashing),
    sum(({ troubles }) => troubles.length),
  ];
});
const head = ["struck", "times", "at work", "servers", "stopped backends", "processes", "servers down", "troubles"];
const troubles = struck.flatMap((one) => one.troubles.map((said) => `${one.way} after ${one.afterMs} ms: ${said}\n`));
// A blow that met nothing shows nothing.
const idle = struck.some(({ stopped }) => stopped > 0) ? [] : ["no blow met a stopped backend\n"];
process.stdout.write(`${table(head, rows)}${[...troubles, ...idle].join("")}`);
process.stdout.write(`FIRE times=${struck.length} troubles=${troubles.length + idle.length}\n`);
process.exitCode = troubles.length + idle.length > 0 ? 1 : 0;
