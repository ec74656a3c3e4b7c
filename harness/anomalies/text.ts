/** The table of anomalies as text, the same to the byte on every run. */

import { table } from "../cli/table.ts";
import { confirmations } from "../verdict/exploration.ts";
import type { Verdict } from "../verdict/result.ts";
import { control, levels, type Found } from "./anomaly.ts";

/**
 * What is permitted has to be found, and nothing else may be: what is permitted and was not found is unknown. So is what was
 * found and does not come out again, or comes out nowhere but in the lab.
 */
export function verdictOf({ permitted, shown }: Found): Verdict {
  if (shown === undefined) return permitted ? "unknown" : "holds";
  if (shown.confirmed < confirmations || shown.inStock === false) return "unknown";
  return permitted ? "holds" : "breaks";
}

const columns = [...levels, control] as const;

export function renderAnomalies(found: readonly Found[]): readonly string[] {
  const ids = [...new Set(found.map(({ id }) => id))];
  const rows = ids.map((id) => {
    const cells = found.filter((one) => one.id === id);
    return [id, cells[0]!.name, ...columns.map((level) => cell(cells.find((one) => one.level === level)))];
  });
  const happened = found.filter(({ level }) => level !== control);
  return [
    ...table(["", "anomaly", ...levels, "control"], rows, [], 200)
      .trimEnd()
      .split("\n"),
    "",
    '"none in all 70": in none of the schedules that there are, of which every one was run; a step is a statement or a commit.',
    '"none in 1000": in none of so many, those with the fewest departures from the default schedule. The control: the same',
    "sessions without transactions, each statement by itself; there each has to be found, or nobody would have noticed it.",
    ...happened.flatMap(story),
    "",
    totals(found),
  ];
}

function totals(found: readonly Found[]): string {
  const count = (which: (one: Found) => boolean): number => found.filter(which).length;
  const cells = found.filter(({ level }) => level !== control);
  const agree = cells.filter((one) => verdictOf(one) === "holds");
  const permitted = agree.filter((one) => one.permitted).length;
  return [
    `ANOMALIES cells=${cells.length} found_as_permitted=${permitted} none_as_forbidden=${agree.length - permitted}`,
    `forbidden_and_found=${count((one) => verdictOf(one) === "breaks")}`,
    `permitted_and_not_found=${count((one) => one.level !== control && verdictOf(one) === "unknown")}`,
    `controls=${count(({ level }) => level === control)}`,
    `controls_found=${count(({ level, shown }) => level === control && shown !== undefined)}`,
    `shown_by_isolationtester=${count(({ shown }) => shown?.inStock === true)}`,
  ].join(" ");
}

function cell(found: Found | undefined): string {
  if (found === undefined) return "not looked for";
  const { shown, permitted, schedules, all } = found;
  if (shown === undefined) return `none in ${all ? "all " : ""}${schedules}${permitted ? ", though permitted" : ""}`;
  return `found, schedule ${schedules}${permitted ? "" : ", though forbidden"}`;
}

/** Nothing of one that was not found. */
function story({ id, name, level, schedules, shown }: Found): readonly string[] {
  if (shown === undefined) return [];
  const { departures, confirmed, inStock, decisions } = shown;
  const told = decisions.filter((text) => !text.endsWith(" begins")).map((text) => `  ${text}`);
  const doubts = [
    ...(confirmed < confirmations ? [`  unknown  the same came out ${confirmed} of ${confirmations} times`] : []),
    ...(inStock === false ? ["  unknown  PostgreSQL's own isolationtester does not show it"] : []),
  ];
  const stock = inStock === true ? "; PostgreSQL's own isolationtester shows it too" : "";
  return [
    "",
    `${id}, ${name}, at ${level}: departures ${departures}, schedule ${schedules}${stock}`,
    ...told,
    ...doubts,
  ];
}
