/**
 * `run`: each experiment once at one seed. A run of everything at the default seed on an embedded server with
 * its gate on writes `evidence/`; any other run prints and leaves the committed evidence alone.
 */
import { checkFolder, writeEvidence } from "../evidence/files.ts";
import { runToJson } from "../evidence/json.ts";
import { renderHappened } from "../evidence/happenedText.ts";
import { experimentsLine, happenedIn, plural, runVerdict, summaryLine, type Run, type Way } from "../evidence/run.ts";
import { LabError } from "../verdict/failure.ts";
import { worst, type ExperimentResult } from "../verdict/result.ts";
import { describeServer } from "./choose.ts";
import { evidenceFolder, mayBeKept } from "./evidencePage.ts";
import { exitCodeOf, exitCodes } from "./exitCode.ts";
import { defaultSeed, type ExperimentCard, type Suite } from "./lab.ts";
import { progressOn } from "./progress.ts";
import { github } from "./reporter/github.ts";
import { junit } from "./reporter/junit.ts";
import { experimentText, headline } from "./reporter/plain.ts";
import { withLab, type Place } from "./session.ts";
import type { Surroundings } from "./surroundings.ts";

export type Form = "plain" | "json" | "junit" | "github";

export interface RunRequest {
  readonly cards: readonly ExperimentCard[];
  /** Whether the user named experiments: then each is shown as a whole page. */
  readonly named: boolean;
  readonly seed: number;
  readonly place: Place;
  /** How the run is asked for again. */
  readonly way: Way;
  readonly form: Form;
  readonly trace: boolean;
  /** Write the evidence here, whatever was run. */
  readonly evidence: string | undefined;
}

export async function runCommand(suite: Suite, request: RunRequest, surroundings: Surroundings): Promise<number> {
  const { cards, seed, place, form, trace, named, way, evidence } = request;
  const startedMs = surroundings.nowMs();
  const progress = progressOn(surroundings);
  const experimentMs: Record<string, number> = {};
  // A document has the output to itself; what a person follows meanwhile goes beside it.
  const tell = form === "plain" ? surroundings.out : surroundings.err;
  const look = { color: surroundings.color && form === "plain", pages: named && form === "plain", trace, way };
  const usual = !named && seed === defaultSeed;
  const folder = evidenceFolder(usual, place.server, evidence, surroundings.root);
  if (folder !== undefined) await checkFolder(folder);

  const run = await withLab(suite, place, surroundings, async (use): Promise<Run> => {
    tell(headline(`seed ${seed}`, plural(cards.length, "experiment"), use));
    const results: ExperimentResult[] = [];
    const running = use.each(
      cards,
      async (card) => {
        const beganMs = surroundings.nowMs();
        progress.show(`${card.id}  (${cards.indexOf(card) + 1} of ${cards.length})`);
        const result = await use.run(card, { seed, keepSource: true });
        experimentMs[card.id] = Math.round(surroundings.nowMs() - beganMs);
        return result;
      },
      ({ long }) => long === true,
    );
    const left = [...cards];
    const missed: Run["notRun"][number][] = [];
    for (const run of running) {
      const result = await run;
      progress.clear();
      const card = left.shift();
      if (result === undefined) {
        if (card !== undefined) missed.push(notRun(card)); // A later one may have been done before the interrupt.
        continue;
      }
      tell(experimentText(result, { ...look, trace: trace && form === "plain" }));
      results.push(result);
    }
    const { gate, warnings } = use;
    const { canHappen = {} } = suite;
    return {
      seed,
      server: use.server,
      gate,
      warnings,
      canHappen,
      results,
      notRun: missed,
      interrupted: missed.length > 0,
    };
  });
  if (run === undefined) {
    surroundings.err("interrupted before the first experiment\n");
    return exitCodes.interrupted;
  }

  let unwritten: LabError | undefined;
  if (folder !== undefined && !run.interrupted && mayBeKept(run.gate, evidence)) {
    try {
      await writeEvidence(folder, run, {
        node: process.version,
        platform: `${process.platform} ${process.arch}`,
        server: describeServer(run.server),
        startedAt: new Date(startedMs).toISOString(),
        durationMs: Math.round(surroundings.nowMs() - startedMs),
        experimentMs,
      });
      tell(`\nevidence written to ${folder}\n`);
    } catch (error) {
      // What was found is still worth reading.
      if (!(error instanceof LabError)) throw error;
      unwritten = error;
    }
  }
  surroundings.out(ending(run, request));
  if (run.interrupted) return exitCodes.interrupted;
  if (unwritten === undefined) return exitCodeOf(runVerdict(run));
  surroundings.err(`holdfast: ${unwritten.message}\n`);
  return exitCodeOf(worst([runVerdict(run), "unknown"]));
}

function ending(run: Run, { form, trace, way }: RunRequest): string {
  switch (form) {
    case "plain":
      return [
        "",
        ...renderHappened(happenedIn(run), run.canHappen),
        ...interruptedLines(run),
        experimentsLine(run),
        summaryLine(run),
        "",
      ].join("\n");
    case "json":
      return `${JSON.stringify(runToJson(run, { steps: trace }), undefined, 2)}\n`;
    case "junit":
      return junit(run);
    case "github":
      return github(run, way);
  }
}

function interruptedLines({ interrupted }: Run): readonly string[] {
  return interrupted ? ["interrupted; not_run counts the claims and controls of the experiments that did not run"] : [];
}

function notRun({ id, title, claims, control }: ExperimentCard): Run["notRun"][number] {
  return { id, title, findings: claims.length + (control === undefined ? 0 : 1) };
}
