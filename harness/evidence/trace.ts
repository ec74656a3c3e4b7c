/**
 * The decisions of one experiment as text, one a line, each with its settled result and the line of `src` it came
 * from. What is committed of a long trace is its head and its hash; `--trace` shows it whole.
 */
import type { ExperimentResult, Step, Trace } from "../verdict/result.ts";
import { again, plainWay, plural } from "./run.ts";

/** How many decisions are committed to `trace.txt`, so that all evidence stays near one megabyte. */
export const traceHead = { story: 140, control: 30 } as const;

/** `trace.txt`. Without `head` the traces are whole. Ends with a newline. */
export function renderTraces(result: ExperimentResult, head?: typeof traceHead, way = plainWay): string {
  const { id, title, seed, trace, controlTrace } = result;
  const command = `${again(id, seed, way)} --trace`;
  return [
    `${id}  ${title}`,
    `seed ${seed}   again: ${command}`,
    "",
    ...renderTrace("story", trace, command, head?.story),
    ...(controlTrace === undefined
      ? []
      : ["", ...renderTrace(controlsName(result), controlTrace, command, head?.control)]),
    "",
  ].join("\n");
}

/** One trace holds the runs of all controls, one after another. */
export function controlsName({ findings }: ExperimentResult): "control" | "controls" {
  return findings.filter(({ kind }) => kind === "control").length > 1 ? "controls" : "control";
}

function renderTrace(name: string, { steps, sha256 }: Trace, command: string, head = steps.length): readonly string[] {
  const shown = steps.slice(0, head);
  const rest = steps.length - shown.length;
  return [
    `${name}   ${plural(steps.length, "decision")}   sha256 ${sha256}`,
    ...renderSteps(shown, steps.length),
    ...(rest === 0 ? [] : [`… and ${rest} more; all of them: ${command}`]),
  ];
}

/** A line a decision, with its number among so many. */
export function renderSteps(steps: readonly Step[], among = steps.length): readonly string[] {
  const sourceWidth = Math.max(0, ...steps.map(({ source }) => source?.length ?? 0));
  const numberWidth = String(among).length;
  return steps.map(({ text: told, source }, index) => {
    const number = String(index + 1).padStart(numberWidth);
    const text = told.replace(/^\d+ /, (ms) => `${ms.trim().padStart(5)} ms  `); // it begins with the virtual time
    return sourceWidth === 0 ? `${number}  ${text}` : `${number}  ${(source ?? "").padEnd(sourceWidth)}  ${text}`;
  });
}
