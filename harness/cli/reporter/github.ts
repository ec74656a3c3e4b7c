/** A run as workflow commands: a claim that broke is an error annotation, an unknown a warning, the counts a notice. */
import { doubt } from "../../evidence/output.ts";
import { again, experimentsLine, isDoubted, summaryLine, type Run, type Way } from "../../evidence/run.ts";
import type { Verdict } from "../../verdict/result.ts";

type Level = "error" | "warning" | "notice";

const levels = { holds: "notice", breaks: "error", unknown: "warning" } as const satisfies Record<Verdict, Level>;

export function github(run: Run, way: Way): string {
  const annotations = run.results.flatMap((result) => {
    const { id, seed, findings, verdict, warnings } = result;
    const command = again(id, seed, way);
    const troubles = findings.filter((finding) => finding.verdict !== "holds");
    return [
      ...troubles.map(({ kind, verdict: found, says, about }) =>
        annotation(levels[found], `${id} ${kind}: ${says}`, [...about, command]),
      ),
      ...(isDoubted(result) ? [annotation(levels[verdict], id, [doubt(result), ...warnings, command])] : []),
    ];
  });
  const notRun = run.notRun.map(({ id }) => annotation("warning", id, ["not run: interrupted"]));
  return [
    ...annotations,
    ...notRun,
    annotation("notice", "holdfast", [experimentsLine(run)]),
    summaryLine(run),
    "",
  ].join("\n");
}

function annotation(level: Level, title: string, lines: readonly string[]): string {
  const property = data(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} title=${property}::${data(lines.join("\n"))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
