/** A run as workflow commands: a claim that broke is an error annotation, an unknown a warning, the counts a notice. */
import { again, experimentsLine, summaryLine, type Run } from "../../evidence/run.ts";

export function github(run: Run): string {
  const annotations = run.results.flatMap(({ id, seed, findings, verdict }) => {
    const troubles = findings.filter((finding) => finding.verdict !== "holds");
    const nothing = verdict !== "holds" && troubles.length === 0;
    return [
      ...troubles.map(({ kind, verdict: found, says, about }) =>
        annotation(found === "breaks" ? "error" : "warning", `${id} ${kind}: ${says}`, [...about, again(id, seed)]),
      ),
      ...(nothing ? [annotation("warning", id, ["nothing was checked", again(id, seed)])] : []),
    ];
  });
  const notRun = run.notRun.map(({ id }) => annotation("warning", id, ["not run"]));
  return [
    ...annotations,
    ...notRun,
    annotation("notice", "holdfast", [experimentsLine(run)]),
    summaryLine(run),
    "",
  ].join("\n");
}

function annotation(level: "error" | "warning" | "notice", title: string, lines: readonly string[]): string {
  const property = data(title).replaceAll(":", "%3A").replaceAll(",", "%2C");
  return `::${level} title=${property}::${data(lines.join("\n"))}`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}
