/**
 * The lab book: `evidence/output.txt`, and what the command line prints of one experiment. The same result gives the
 * same bytes; nothing here knows the time, the machine or the server's version.
 */
import type { ExperimentResult, Finding, Trace, Verdict } from "../verdict/result.ts";
import { renderHappened } from "./happenedText.ts";
import { again, experimentsLine, happenedIn, isDoubted, plainWay, plural, summaryLine, type Run } from "./run.ts";
import { controlsName } from "./trace.ts";

const labelWidth = 8; // "timeline" and "mismatch" are the longest labels
const kindWidth = 8; // "expected"
const saysWidthMax = 64; // a longer sentence pushes its own column only
const marks = { holds: "ok", breaks: "not ok", unknown: "unknown" } as const satisfies Record<Verdict, string>;

/** The whole book; ends with a newline. */
export function renderOutput(run: Run): string {
  const warned = run.warnings.map((warning) => row("warning", warning));
  return [
    `holdfast evidence   seed ${run.seed}   ${plural(run.results.length + run.notRun.length, "experiment")}`,
    ...warned,
    ...run.results.flatMap((result) => ["", ...renderExperiment(result)]),
    ...run.notRun.flatMap(({ id, title }) => ["", `${id}  ${title}`, row("not run", "the run ended before it did")]),
    "",
    ...renderHappened(happenedIn(run), run.canHappen),
    experimentsLine(run),
    summaryLine(run),
    "",
  ].join("\n");
}

/** One experiment's page: its title, its story, one line a finding, and how to see it again. */
export function renderExperiment(result: ExperimentResult, way = plainWay): readonly string[] {
  const { id, title, seed, lines, findings, trace, controlTrace, warnings } = result;
  const saysWidth = Math.min(
    saysWidthMax,
    Math.max(0, ...findings.map(({ kind, says }) => (kind === "control" ? 0 : says.length))),
  );
  return [
    `${id}  ${title}`,
    ...warnings.map((warning) => row("warning", warning)),
    ...lines.map(({ label, text }) => row(label, text)),
    ...findings.flatMap((finding) => renderFinding(finding, saysWidth)),
    ...(isDoubted(result) ? [row(marks[result.verdict], doubt(result))] : []),
    row("trace", `${traceSummary(trace)}   again: ${again(id, seed, way)}`),
    ...(controlTrace === undefined ? [] : [row("", `${traceSummary(controlTrace)}   of the ${controlsName(result)}`)]),
  ];
}

/**
 * `ok  claim  an order moves to PAID once  1 order`. What breaks a claim is a sentence each, on lines of their own when
 * there are several; so is all that a control showed.
 */
export function renderFinding({ kind, verdict, says, about }: Finding, saysWidth = says.length): readonly string[] {
  const beside = kind !== "control" && (verdict === "holds" || about.length === 1) ? about : [];
  const head = `${kind.padEnd(kindWidth)}  ${says.padEnd(saysWidth)}  ${beside.join(", ")}`;
  const beneath = beside.length === about.length ? [] : about;
  return [row(marks[verdict], head), ...beneath.map((sentence) => row("", `${" ".repeat(kindWidth)}  ${sentence}`))];
}

/** Why an experiment is worth less than its findings. */
export function doubt({ findings }: ExperimentResult): string {
  return findings.length === 0 ? "nothing was checked" : "the experiment as a whole, for what its warnings say";
}

function traceSummary({ steps, sha256 }: Trace): string {
  return `${String(steps.length).padStart(5)} ${steps.length === 1 ? "decision " : "decisions"}   sha256 ${sha256.slice(0, 12)}…`;
}

/** A text of several lines keeps its column. */
function row(label: string, text: string): string {
  const [first = "", ...rest] = text.split("\n");
  const indent = " ".repeat(labelWidth + 3);
  return [`  ${label.padEnd(labelWidth)} ${first}`, ...rest.map((line) => indent + line)]
    .map((line) => line.trimEnd())
    .join("\n");
}
