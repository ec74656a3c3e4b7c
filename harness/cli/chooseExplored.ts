/** What is to be explored, from the words of a command line. */
import type { ExploredCard } from "../verdict/exploration.ts";
import { LabError } from "../verdict/failure.ts";
import { nearest } from "./choose.ts";

/**
 * Those that were named, in their own order; all pairs when none was. Upper and lower case are the same; `pay` stands for
 * every `pay-…`, `c29` for all of its experiments.
 * @param command whose help shows the names: `./run.sh explore`.
 */
export function chooseExplored(
  explored: readonly ExploredCard[],
  asked: readonly string[],
  command: string,
): readonly ExploredCard[] {
  if (asked.length === 0) return explored.filter(({ kind }) => kind === "pair");
  const wanted = asked.flatMap((word) => {
    const lower = word.toLowerCase();
    const found = explored.filter(({ name }) => {
      const own = name.toLowerCase();
      return own === lower || own.startsWith(`${lower}-`);
    });
    if (found.length > 0) return found;
    const names = explored.map(({ name }) => name);
    const near = [...new Set([...nearest(lower, names), ...nearest(word.toUpperCase(), names)])];
    throw new LabError(`There is no pair, experiment, workload or SQL race "${word}".`, {
      why: near.length === 0 ? "No name is like it." : `Names like it: ${near.join(", ")}.`,
      next: `"${command} --help" shows what can be explored.`,
      exitCode: 2,
    });
  });
  return explored.filter((one) => wanted.includes(one));
}
