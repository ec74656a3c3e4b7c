/** A sweep for people: a line as each experiment is done, the table at the end, and what went wrong under which seed. */
import { again, plural, type Way } from "../evidence/run.ts";
import { describeSpreads } from "./counts.ts";
import { mark } from "./reporter/plain.ts";
import { harmless, neverOccurred, sweptVerdict, type Swept } from "./swept.ts";
import { table } from "./table.ts";

export function sweptLine(swept: Swept, color: boolean): string {
  const { card, seeds, schedules } = swept;
  return `${mark(sweptVerdict(swept), color)} ${card.id}  ${plural(seeds, "seed")}, ${plural(schedules.size, "distinct schedule")}\n`;
}

export function sweptTable(all: readonly Swept[]): string {
  return table(
    ["experiment", "seeds", "runs", "schedules", "hold", "break", "unknown", "differ", "control broke"],
    all.map(({ card, seeds, runs, schedules, verdicts, differing, controls }) => {
      const control = [...controls.values()].map(({ broke, tried }) => `${broke} of ${tried}`).join(", ") || "-";
      const { holds, breaks, unknown } = verdicts;
      return [card.id, seeds, runs, schedules.size, holds, breaks, unknown, differing, control];
    }),
    ["left", "right", "right", "right", "right", "right", "right", "right", "right"],
  );
}

/** `finished`: under all its seeds, so that what did not happen under any can be said. The counts that varied, what never occurred, and the first seeds that gave trouble with the command for each. */
export function sweptTrouble(swept: Swept, way: Way, finished = true): string {
  const { card, seeds, spreads, troubles, troubleCount } = swept;
  const spread = describeSpreads(spreads, seeds);
  const lines = [
    ...(spread === "" ? [] : [`counts: ${spread}`]),
    ...(finished ? harmless(swept) : []).map(
      (control) => `not ok: the control "${control}" broke nothing under any seed`,
    ),
    ...(finished ? neverOccurred(swept) : []).map((sentence) => `unknown: ${sentence}`),
    ...troubles.map(({ seed, sentence }) => `${sentence}\n           again: ${again(card.id, seed, way)}`),
    ...(troubleCount > troubles.length ? [`… and ${troubleCount - troubles.length} more of the kind`] : []),
  ];
  return lines.map((line) => `${card.id}  ${line}\n`).join("");
}
