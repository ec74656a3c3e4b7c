/** What a replay of the inventory's ledger came to, as plain data. */
import type { Verdict } from "./result.ts";

export interface UnitReplayed {
  readonly unit: string;
  /** "ACTIVE, epoch 1, v14": where the rows lead. */
  readonly state: string;
  /** Pieces by bucket, in the order in which they are told. */
  readonly pieces: Readonly<Record<string, number>>;
  /** Rows that were used. */
  readonly used: number;
  /** Rows that were not, versions without a row, rows of which something does not fit: a sentence each. */
  readonly ignored: readonly string[];
  readonly missed: readonly string[];
  readonly doubted: readonly string[];
  /** In what the unit's balance is not as the rows lead to. */
  readonly unlike: readonly string[];
}

export interface LedgerReplayed {
  readonly units: readonly UnitReplayed[];
  /** Rows of the ledger, and those of them that lie in the archive. */
  readonly rows: number;
  readonly archived: number;
  /** What in the archive is not as it was archived: "2026-01: row 17 …". */
  readonly flaws: readonly string[];
}

/** Everything that is not as it should be, by unit and then by month. */
export function remarksOf({ units, flaws }: LedgerReplayed): readonly string[] {
  const ofUnits = units.flatMap(({ unit, ...remarked }) =>
    (["ignored", "missed", "doubted", "unlike"] as const).flatMap((kind) =>
      remarked[kind].map((remark) => `${kind} ${unit}: ${remark}`),
    ),
  );
  return [...ofUnits, ...flaws.map((flaw) => `changed archive of ${flaw}`)];
}

/** How often each thing was found. */
export function countsOf({ units, flaws }: LedgerReplayed) {
  const sum = (of: (unit: UnitReplayed) => readonly string[]): number =>
    units.reduce((count, unit) => count + of(unit).length, 0);
  return {
    ignored: sum(({ ignored }) => ignored),
    missed: sum(({ missed }) => missed),
    doubted: sum(({ doubted }) => doubted),
    unlike: sum(({ unlike }) => unlike),
    flaws: flaws.length,
  };
}

/** Where there is no unit nothing was shown. */
export function verdictOf(found: LedgerReplayed): Verdict {
  if (Object.values(countsOf(found)).some((count) => count > 0)) return "breaks";
  return found.units.length === 0 ? "unknown" : "holds";
}
