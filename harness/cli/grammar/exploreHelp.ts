/** What follows the options of `explore`: what can be explored, examples, and the exit codes. */
import type { ExploredCard } from "../../verdict/exploration.ts";
import { exitCodeTable } from "../exitCode.ts";
import { exampleLines, namedLines } from "../helpText.ts";
import { defaultSeed } from "../lab.ts";

const examples = [
  ["explore", `every pair to its own bound at seed ${defaultSeed}; writes evidence/completeness.txt`],
  ["explore pay-cancel --bound 3", "one pair, with one departure more"],
  ["explore callback --strategy pct --depth 3 --runs 1000", "every pair whose name begins with callback, by chance"],
  ["explore sale --time 60s", "buyers, workers and faults by chance, for a minute"],
  ["explore C29-08 --runs 1000", "the story of an experiment under a thousand schedules"],
  ["explore p4-serializable", "a published anomaly at a level that forbids it, under every schedule up to a bound"],
  ["explore pay --shard 2/8 > shard-2.json", "an eighth of the work; merge puts the shards together"],
  ["explore pay-cancel --departures 12:1,15:1 --trace", "one schedule again, decision by decision"],
] as const;

export function exploreHelp(command: string, explored: readonly ExploredCard[]): string {
  const listed = (kind: ExploredCard["kind"]) => namedLines(explored.filter((one) => one.kind === kind));
  return `
Pairs, two things at once:
${listed("pair")}

Workloads, of which each run is another, drawn by seed and number:
${listed("workload")}

And every experiment: its story under other schedules. And SQL races, sessions that do nothing but SQL: each anomaly at each
isolation level (p4-read-committed, …), and ten classic ones (race-lost-update, …).

Examples:
${exampleLines(command, examples)}

What breaks is made smaller, run ten times more, and kept in failures/ for replay.
${exitCodeTable}
`;
}
