/** The crash grid as text: `evidence/crash-grid.txt`, and what `crash` prints. The same grid gives the same bytes. */
import { gridVerdict, type GridFault, type GridFlow, type GridRow, type GridVerdict } from "../verdict/grid.ts";
import { addSeen, type Catalogue, type Happened, type Seen } from "../verdict/happened.ts";
import type { Verdict } from "../verdict/result.ts";
import { renderHappened } from "./happenedText.ts";
import { plainWay, plural, type Way } from "./run.ts";

const words = { holds: "held", breaks: "BROKE", unknown: "unknown" } as const satisfies Record<Verdict, string>;
const meaningless = "-";
/** Of a control many cells break; a few show how. */
const shownMax = 3;

/** What it takes to read a table of a grid. */
export interface GridLook {
  readonly seed: number;
  readonly faults: readonly GridFault[];
  readonly way: Way;
}

/** What stands once for all flows. */
interface GridHead {
  readonly method: readonly string[];
  readonly canHappen: Catalogue;
}

/** Controls are flows with a wrong part. */
export function happenedIn(flows: readonly GridFlow[]): Happened {
  const seenIn = (some: readonly GridFlow[]): Seen => addSeen(some.map(({ seen }) => seen));
  return {
    shipped: seenIn(flows.filter(({ wrong }) => wrong === undefined)),
    wrong: seenIn(flows.filter(({ wrong }) => wrong !== undefined)),
  };
}

/** The whole grid, with how a cell is judged at its head; ends with a newline. */
export function renderGrid(
  flows: readonly GridFlow[],
  { seed, faults, method, canHappen }: Omit<GridLook, "way"> & GridHead,
): string {
  return [
    `holdfast crash grid   seed ${seed}   ${plural(flows.length, "flow")}`,
    "",
    ...method,
    ...flows.flatMap((flow) => ["", ...renderFlow(flow, { seed, faults, way: plainWay })]),
    "",
    ...renderHappened(happenedIn(flows), canHappen),
    ...renderTotals(flows, faults),
    "",
  ].join("\n");
}

/** One flow's table, what did not hold in it with the command that shows it again, and its second crashes. */
export function renderFlow(flow: GridFlow, look: GridLook): readonly string[] {
  const { name, says, host, rows, unstruck, seconds, wrong, runs, sha256 } = flow;
  const title = `${name}   ${says}${wrong === undefined ? "" : `; control: ${wrong}`}   (faults strike ${host})`;
  if (unstruck.verdict === "breaks") return [title, ...reasons("without any fault it does not hold", unstruck)];
  if (unstruck.verdict === "unknown")
    return [title, ...reasons("not struck: whether it holds without any fault is unknown", unstruck)];
  const broken = rows.flatMap((row, nth) =>
    row.cells
      .filter(({ verdict }) => verdict !== "holds")
      .map((cell) => reasons(showAgain(name, nth + 1, cell.fault, look), cell)),
  );
  const control = gridVerdict(flow) === "holds" ? "breaks, as it must" : "broke nothing";
  const more = wrong === undefined ? 0 : broken.length - shownMax;
  return [
    title,
    ...tableOf(
      look.faults,
      rows.map((row, nth) => ({
        first: `${String(nth + 1).padStart(2)}  ${row.words}`,
        cells: cellsOf(row, look.faults),
        last: row.because,
      })),
    ),
    ...seconds.flatMap((second) => [
      `  twice  ${words[second.verdict].padEnd(7)}  ${second.says}`,
      ...second.about.map((why) => `           ${why}`),
    ]),
    `  traces of ${plural(runs, "run")}   sha256 ${sha256}`,
    ...(wrong === undefined ? [] : [`  control  ${control}`]),
    ...(more > 0 ? [...broken.slice(0, shownMax).flat(), `  and ${more} more`] : broken.flat()),
  ];
}

/** Column by column, and one line for machines. Controls are counted for themselves. */
export function renderTotals(flows: readonly GridFlow[], faults: readonly GridFault[]): readonly string[] {
  const controls = flows.filter(({ wrong }) => wrong !== undefined);
  const struck = flows.filter(({ wrong }) => wrong === undefined);
  const cells = struck.flatMap(({ rows }) => rows.map((row) => cellsOf(row, faults)));
  const line = (word: string) => ({
    first: `    ${word}`,
    cells: faults.map((_, nth) => String(cells.filter((row) => row[nth] === word).length)),
    last: "",
  });
  const all = cells.flat();
  const count = (found: readonly string[], word: string): number => found.filter((one) => one === word).length;
  const twice = struck.flatMap(({ seconds }) => seconds.map(({ verdict }) => words[verdict]));
  const broke = controls.filter((control) => gridVerdict(control) === "holds").length;
  return [
    "all flows   (controls are not counted)",
    ...tableOf(faults, [...Object.values(words), meaningless].map(line)),
    "",
    [
      `GRID flows=${struck.length} not_struck=${struck.filter(({ unstruck }) => unstruck.verdict !== "holds").length}`,
      `cells=${all.length - count(all, meaningless)}`,
      ...Object.values(words).map((word) => `${word.toLowerCase()}=${count(all, word)}`),
      `does_not_apply=${count(all, meaningless)}`,
      `twice=${twice.length} twice_held=${count(twice, words.holds)}`,
      `controls=${controls.length} controls_broke=${broke}`,
    ].join(" "),
  ];
}

interface TableLine {
  readonly first: string;
  readonly cells: readonly string[];
  readonly last: string;
}

/** Heads in two lines; what two neighbours share is said once. */
function tableOf(faults: readonly GridFault[], lines: readonly TableLine[]): readonly string[] {
  const heads = faults.map(({ head }) => head);
  const above = heads.map(([word], nth) => (heads[nth - 1]?.[0] === word ? "" : word));
  const below = heads.map(([, word]) => word);
  const width = Math.max(...lines.map(({ first }) => first.length), 0);
  const widths = heads.map((head) => Math.max("unknown".length, ...head.map((word) => word.length)));
  return [{ first: "", cells: above, last: "" }, { first: "", cells: below, last: "" }, ...lines].map(
    ({ first, cells, last }) =>
      [first.padEnd(width), ...widths.map((columns, nth) => (cells[nth] ?? "").padEnd(columns)), last]
        .join("  ")
        .trimEnd(),
  );
}

function cellsOf({ cells }: GridRow, faults: readonly GridFault[]): readonly string[] {
  return faults.map(({ name }) => {
    const cell = cells.find(({ fault }) => fault === name);
    return cell === undefined ? meaningless : words[cell.verdict];
  });
}

function reasons(head: string, { about }: GridVerdict): readonly string[] {
  return [`  ${head}`, ...about.map((why) => `      ${why}`)];
}

/** The command that shows one cell again, decision by decision. */
function showAgain(name: string, point: number, fault: string, { seed, way }: GridLook): string {
  return `${way.command} crash ${name} --point ${point} --fault ${fault} --seed ${seed}${way.options} --trace`;
}
