/**
 * The ledger read from its beginning: what every unit comes to, and by which of its rows. A row says a change three times (the
 * unit before it, the change of every bucket, the unit after it), and the versions count the rows, so a row that is lost,
 * doubled or changed is known by its neighbours. Pure: where the rows come from is in `archive.ts`.
 */
import { buckets, type Bucket } from "../stock/balance.ts";
import type { ChangeKind, UnitStatus } from "../stock/lifecycle.ts";

/** A unit at one moment. */
export interface UnitState extends Readonly<Record<Bucket, number>> {
  readonly status: UnitStatus;
  readonly epoch: number;
  /** Rows that the ledger has of it by then. */
  readonly version: number;
}

export interface LedgerRow {
  readonly entryId: number;
  /** "hold ord-0001/r1", "open sku-lab-01": once a unit. */
  readonly operation: string;
  readonly unitId: string;
  /** The unit's, by this change: 1 is its first. */
  readonly version: number;
  readonly kind: ChangeKind;
  /** Of the reservation that it belongs to. */
  readonly requestKey: string | null;
  readonly deltas: Readonly<Record<Bucket, number>>;
  readonly before: UnitState;
  readonly after: UnitState;
}

/** A row, and a sentence about it. */
export interface Remark {
  readonly row: LedgerRow;
  readonly why: string;
}

/** Versions, both included, of which there is no row, and what they must have changed. */
export interface Missed {
  readonly from: number;
  readonly to: number;
  readonly changed: string;
}

export interface Replayed {
  readonly unitId: string;
  /** Where the rows lead. */
  readonly state: UnitState;
  readonly used: readonly LedgerRow[];
  /** They repeat a row that was used. */
  readonly ignored: readonly Remark[];
  readonly missed: readonly Missed[];
  /** Of those that were used: they contradict themselves or the row before them. */
  readonly doubted: readonly Remark[];
  /** In what the unit's balance is not as the ledger says. Of a balance that has rows before it that are missed nothing is said. */
  readonly unlike: "no balance" | readonly Difference[];
}

export interface Difference {
  readonly fact: keyof UnitState;
  /** By the ledger, and in the balance. */
  readonly told: UnitState[keyof UnitState];
  readonly is: UnitState[keyof UnitState];
}

/** Every unit that has been made and not yet opened. */
export const untouched: UnitState = {
  ...{ status: "INIT", epoch: 1, version: 0 },
  ...{ total: 0, available: 0, held: 0, locked: 0, sold: 0, invalid: 0 },
};

const facts = ["status", "epoch", "version", ...buckets] as const;

/** Each unit that has a row or a balance, in the order of their ids. @param rows in any order. */
export function replayLedger(
  rows: readonly LedgerRow[],
  balances: ReadonlyMap<string, UnitState>,
): readonly Replayed[] {
  const byUnit = new Map<string, LedgerRow[]>([...balances.keys()].map((unitId) => [unitId, []]));
  for (const row of rows) {
    const those = byUnit.get(row.unitId);
    if (those === undefined) byUnit.set(row.unitId, [row]);
    else those.push(row);
  }
  return [...byUnit.keys()].sort().map((unitId) => replayUnit(unitId, byUnit.get(unitId) ?? [], balances.get(unitId)));
}

export function isSound({ ignored, missed, doubted, unlike }: Replayed): boolean {
  return [ignored, missed, doubted, unlike].every(({ length }) => length === 0);
}

function replayUnit(unitId: string, rows: readonly LedgerRow[], balance: UnitState | undefined): Replayed {
  const [used, ignored, missed, doubted] = [[], [], [], []] as [LedgerRow[], Remark[], Missed[], Remark[]];
  const operations = new Map<string, LedgerRow>();
  let state = untouched;
  for (const row of [...rows].sort((a, b) => a.version - b.version || a.entryId - b.entryId)) {
    const last = used.at(-1);
    const same = last?.version === row.version ? last : operations.get(row.operation);
    if (same !== undefined) {
      ignored.push({ row, why: `it repeats row ${same.entryId} (v${same.version} ${same.operation})` });
      continue;
    }
    const gap = row.version > state.version + 1;
    if (gap) missed.push(between(state, row.before, row.version - 1));
    const why = [...(gap ? [] : parted(state, row.before)), ...astray(row)];
    if (why.length > 0) doubted.push({ row, why: why.join("; ") });
    used.push(row);
    operations.set(row.operation, row);
    state = { ...row.after, version: row.version };
  }
  const cut = balance !== undefined && balance.version > state.version;
  if (cut) missed.push(between(state, balance, balance.version));
  const unlike = balance === undefined ? "no balance" : cut ? [] : differences(state, balance);
  return { unitId, state, used, ignored, missed, doubted, unlike };
}

/** "v3 to v5: held 1 -> 2, …" */
export function missedWords({ from, to, changed }: Missed): string {
  return `${from === to ? `v${from}` : `v${from} to v${to}`}: ${changed}`;
}

function between(state: UnitState, next: UnitState, to: number): Missed {
  const changed = differences(state, next).filter(({ fact }) => fact !== "version");
  const words = changed.map(({ fact, told, is }) => `${fact} ${told} -> ${is}`);
  return { from: state.version + 1, to, changed: words.join(", ") || "nothing" };
}

/** It has to begin where the row before it ended. */
function parted(state: UnitState, before: UnitState): readonly string[] {
  return differences(state, before).map(
    ({ fact, told, is }) => `it begins with ${fact} ${is}, and v${state.version} ended with ${told}`,
  );
}

/** Its changes have to lead from where it begins to where it ends. */
function astray({ version, deltas, before, after }: LedgerRow): readonly string[] {
  const led = buckets
    .filter((bucket) => before[bucket] + deltas[bucket] !== after[bucket])
    .map((bucket) => `${bucket} ${before[bucket]}${signed(deltas[bucket])} is not ${after[bucket]}`);
  const counted = before.version + 1 === version && after.version === version;
  return [...led, ...(counted ? [] : [`v${version} leads from v${before.version} to v${after.version}`])];
}

function differences(told: UnitState, is: UnitState): readonly Difference[] {
  return facts.filter((fact) => told[fact] !== is[fact]).map((fact) => ({ fact, told: told[fact], is: is[fact] }));
}

function signed(pieces: number): string {
  return pieces < 0 ? `${pieces}` : `+${pieces}`;
}
