/** What a person reads while the lab works: a line an experiment, and under what did not hold how to see it again. */
import { renderExperiment, renderFinding } from "../../evidence/output.ts";
import { again, type Way } from "../../evidence/run.ts";
import { renderTraces } from "../../evidence/trace.ts";
import type { ExperimentResult, Verdict } from "../../verdict/result.ts";
import { describeServer } from "../choose.ts";
import type { Lab } from "../lab.ts";

const marks = { holds: "ok", breaks: "not ok", unknown: "unknown" } as const satisfies Record<Verdict, string>;
const colors = { holds: 32, breaks: 31, unknown: 33 } as const satisfies Record<Verdict, number>;

export interface PlainOptions {
  readonly color: boolean;
  /** Print the whole page of each experiment, not one line. */
  readonly pages: boolean;
  /** Print every decision. */
  readonly trace: boolean;
  readonly way: Way;
}

/** Where something runs; of what has run elsewhere, what weakens its verdicts is told there. */
type Where = Pick<Lab, "server" | "gate"> & Partial<Pick<Lab, "warnings">>;

/** What is run, and what weakens its verdicts. `seeds` comes first: it decides everything below. @param subject `10 pairs`. */
export function headline(seeds: string, subject: string, { server, gate, warnings = [] }: Where): string {
  const first = `${seeds}   ${subject}   ${describeServer(server)}   gate ${gate}`;
  return [first, ...warnings.map((warning) => `warning  ${warning}`), ""].join("\n");
}

export function experimentText(result: ExperimentResult, options: PlainOptions): string {
  const page = options.pages ? ["", ...renderExperiment(result, options.way)] : [shortLine(result, options.color)];
  const trouble = options.pages ? [] : troubleOf(result);
  const command =
    result.verdict === "holds" || options.pages
      ? []
      : [`           again: ${again(result.id, result.seed, options.way)}`];
  const trace = options.trace ? ["", renderTraces(result, undefined, options.way).trimEnd()] : [];
  return [...page, ...trouble, ...command, ...trace, ""].join("\n");
}

/** `mark("breaks", "not ok  ")`, coloured where that is allowed; the verdict is always readable without colour. */
export function mark(verdict: Verdict, color: boolean): string {
  const word = marks[verdict].padEnd(8);
  return color ? `\u001b[${colors[verdict]}m${word}\u001b[0m` : word;
}

function shortLine({ id, title, verdict, findings }: ExperimentResult, color: boolean): string {
  const held = findings.filter((finding) => finding.verdict === "holds").length;
  return `${mark(verdict, color)} ${id}  ${`${held}/${findings.length}`.padStart(5)}  ${title}`;
}

function troubleOf({ findings, warnings }: ExperimentResult): readonly string[] {
  const rest = findings.filter(({ verdict }) => verdict !== "holds");
  const sentences = rest.flatMap((finding) => renderFinding(finding).map((line) => `       ${line}`));
  return [...warnings.map((warning) => `         warning  ${warning}`), ...sentences];
}
