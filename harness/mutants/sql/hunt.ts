/** Hunts mutants of the SQL: each statement of the system is sent as another, wherever it is sent, and the trials that send it are run. */

import { readFileSync } from "node:fs";
import type { Lab } from "../../cli/lab.ts";
import type { Fate, Mutant } from "../mutant.ts";
import { PatientLab } from "../patient.ts";
import type { Trial } from "../trial.ts";
import { applied, changesOf, type Change } from "./operators.ts";
import { fragmentsOf, statementsOf, type Statement } from "./statements.ts";

export interface SqlHunt {
  /** From the project's root, which is the working directory. */
  readonly files: readonly string[];
  /** Whether a mutant of theirs is to be hunted. */
  readonly asked: (mutant: Omit<Mutant, "fate">) => boolean;
  readonly trials: readonly Trial[];
  /** A lab in which statements are sent as this says. */
  readonly openLab: (reworded: (text: string) => string) => Promise<Lab>;
  /** Why the server does not take a statement; undefined: it does. */
  readonly refused: (sql: string) => Promise<string | undefined>;
  /** Hears of each mutant when its fate is known. */
  readonly tell: (mutant: Mutant) => void;
}

export async function huntSql({ files, asked, trials, openLab, refused, tell }: SqlHunt): Promise<readonly Mutant[]> {
  const sent = new Set<string>();
  let wrong: { readonly text: string; readonly becomes: string } | undefined;
  const lab = new PatientLab(async () =>
    openLab((text) => {
      sent.add(text);
      return text === wrong?.text ? wrong.becomes : text;
    }),
  );
  try {
    const sends = new Map<Trial, ReadonlySet<string>>();
    for (const trial of trials) {
      sent.clear();
      const noticed = await trial.run(await lab.opened());
      if (noticed !== undefined) throw new Error(`the shipped system, ${trial.name}: ${noticed.says}`);
      sends.set(trial, new Set(sent));
    }
    const fateOf = async (text: string, becomes: string): Promise<Fate> => {
      const why = await refused(becomes);
      if (why !== undefined) return { kind: "invalid", why };
      const sending = trials.filter((trial) => sends.get(trial)?.has(text));
      if (sending.length === 0) return { kind: "not reached" };
      for (const trial of sending) {
        const mutated = async (open: Lab) => {
          wrong = { text, becomes };
          return trial.run(open).finally(() => (wrong = undefined));
        };
        const noticed = await lab.noticed({ name: trial.name, run: mutated }, trial);
        if (noticed !== undefined) return { kind: "noticed", by: trial.name, ...noticed };
      }
      return { kind: "survived" };
    };
    const mutants: Mutant[] = [];
    for (const { statement, change, source } of changesIn(files)) {
      const place = placeOf(statement, change, source);
      if (!asked(place)) continue;
      const { text } = statement;
      const fate = await fateOf(text, applied(text, change));
      const mutant = { ...place, fate };
      mutants.push(mutant);
      tell(mutant);
    }
    return mutants;
  } finally {
    await lab.close();
  }
}

function changesIn(files: readonly string[]) {
  const sources = files.map((file) => ({ file, source: readFileSync(file, "utf8") }));
  const fragments = new Map(sources.flatMap(({ source }) => fragmentsOf(source)));
  return sources.flatMap(({ file, source }) =>
    statementsOf(file, source, fragments).flatMap((statement) =>
      changesOf(statement.text).map((change) => ({ statement, change, source })),
    ),
  );
}

function placeOf({ file, lineOf }: Statement, { operator, at, was, becomes }: Change, source: string) {
  const line = lineOf(at);
  const extent = { from: at + 1, to: at + was.length, lastLine: line };
  return { file, line, lineText: (source.split("\n")[line - 1] ?? "").trim(), extent, operator, was, becomes };
}
