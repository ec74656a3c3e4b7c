/**
 * `holdfast run`: each experiment once at one seed. A run of everything at the default seed on an embedded server with
 * its gate on writes `evidence/`; any other run prints and leaves the committed evidence alone.
 */
import { join } from "node:path";
import { writeEvidence } from "../evidence/files.ts";
import { runToJson } from "../evidence/json.ts";
import { experimentsLine, runVerdict, summaryLine, type Run } from "../evidence/run.ts";
import type { ServerChoice } from "../postgres/server.ts";
import type { ExperimentResult } from "../verdict/result.ts";
import { describeServer } from "./choose.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { defaultSeed, type ExperimentCard, type Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { github } from "./reporter/github.ts";
import { junit } from "./reporter/junit.ts";
import { experimentText, headline } from "./reporter/plain.ts";
import { withLab } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export type Form = "plain" | "json" | "junit" | "github";

export interface RunRequest {
  readonly cards: readonly ExperimentCard[];
  /** Whether the user named experiments: then each is shown as a whole page. */
  readonly named: boolean;
  readonly seed: number;
  readonly server: ServerChoice;
  readonly form: Form;
  readonly trace: boolean;
  /** Write the evidence here, whatever was run. */
  readonly evidence: string | undefined;
}

export async function runCommand(suite: Suite, request: RunRequest, surroundings: Surroundings): Promise<number> {
  const { cards, seed, server, form, trace, named } = request;
  const startedMs = surroundings.nowMs();
  const progress = progressOn(surroundings);
  const experimentMs: Record<string, number> = {};
  // A document has the output to itself; what a person follows meanwhile goes beside it.
  const tell = form === "plain" ? surroundings.out : surroundings.err;
  const look = { color: surroundings.color && form === "plain", pages: named && form === "plain", trace };

  const run = await withLab(suite, server, surroundings, async (use): Promise<Run> => {
    tell(headline(`seed ${seed}`, cards.length, use.gate, use.warnings));
    const results: ExperimentResult[] = [];
    for (const card of cards) {
      progress.show(`${card.id}  (${results.length + 1} of ${cards.length})`);
      const beganMs = surroundings.nowMs();
      const result = await use.run(card, { seed, keepSource: true });
      progress.clear();
      if (result === undefined) break;
      experimentMs[card.id] = Math.round(surroundings.nowMs() - beganMs);
      tell(experimentText(result, { ...look, trace: trace && form === "plain" }));
      results.push(result);
    }
    return { seed, gate: use.gate, warnings: use.warnings, results, notRun: cards.slice(results.length).map(notRun) };
  });
  if (run === undefined) return exitCodes.interrupted;
  const interrupted = run.notRun.length > 0;

  const folder = evidenceFolder(request, run, surroundings.root);
  if (folder !== undefined && !interrupted) {
    await writeEvidence(folder, run, {
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      server: describeServer(server),
      startedAt: new Date(startedMs).toISOString(),
      durationMs: Math.round(surroundings.nowMs() - startedMs),
      experimentMs,
    });
    tell(`\nevidence written to ${folder}\n`);
  }
  surroundings.out(ending(run, request));
  return interrupted ? exitCodes.interrupted : exitCodeOf(runVerdict(run));
}

function ending(run: Run, { form, trace }: RunRequest): string {
  switch (form) {
    case "plain":
      return `\n${experimentsLine(run)}\n${summaryLine(run)}\n`;
    case "json":
      return `${JSON.stringify(runToJson(run, { steps: trace }), undefined, 2)}\n`;
    case "junit":
      return junit(run);
    case "github":
      return github(run);
  }
}

/** Where evidence goes, if anywhere. The folder that is committed takes nothing but the whole suite, repeatable. */
function evidenceFolder(request: RunRequest, run: Run, root: string): string | undefined {
  if (request.evidence !== undefined) return request.evidence;
  const repeatable = run.gate === "on" && request.server.kind === "embedded";
  return !request.named && repeatable && request.seed === defaultSeed ? join(root, "evidence") : undefined;
}

function notRun({ id, title, claims, control }: ExperimentCard): Run["notRun"][number] {
  return { id, title, findings: claims.length + (control === undefined ? 0 : 1) };
}
