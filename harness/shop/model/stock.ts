/**
 * What the inventory should do, without a database: units with their buckets, holds, and locks, as plain data that one command
 * after another changes. It is the specification's sentences and nothing of how the system keeps them.
 */

export const bucketNames = ["total", "available", "held", "locked", "sold", "invalid"] as const;
type BucketName = (typeof bucketNames)[number];
type Pieces = Record<BucketName, number>;

export interface ModelUnit extends Pieces {
  status: "ACTIVE" | "FROZEN";
  version: number;
  readonly reversible: boolean;
}

interface ModelHold {
  readonly user: string;
  state: "HELD" | "CONFIRMED" | "RELEASED" | "REFUNDED";
  /** Each unit once. */
  readonly lines: readonly { readonly unit: string; readonly quantity: number }[];
  /** Which lock its pieces came out of. */
  readonly lock: number | undefined;
}

interface ModelLock {
  readonly unit: string;
  readonly quantity: number;
  open: boolean;
}

export interface StockModel {
  readonly units: Map<string, ModelUnit>;
  readonly holds: ModelHold[];
  readonly locks: ModelLock[];
  /** Pieces of one unit that one user may hold or own. */
  readonly userLimit: number;
}

/** Holds and locks are named by their numbers, from 0. */
export type StockCommand =
  | { readonly kind: "reserve"; readonly user: string; readonly lines: ModelHold["lines"]; readonly lock?: number }
  | { readonly kind: "confirm" | "release" | "refund"; readonly hold: number }
  | { readonly kind: "lock"; readonly unit: string; readonly quantity: number }
  | { readonly kind: "unlock"; readonly lock: number }
  | { readonly kind: "adjust"; readonly unit: string; readonly by: Adjusted; readonly version: number }
  | { readonly kind: "freeze" | "unfreeze"; readonly unit: string };

interface Adjusted {
  readonly available: number;
  readonly invalid: number;
}

const done = "COMMITTED";

/** Changes the model as the command asks, or not at all. @returns `COMMITTED`, or `REJECTED` with its cause. */
export function carryOut(model: StockModel, command: StockCommand): string {
  const cause = judge(model, command);
  return cause === undefined ? done : `REJECTED ${cause}`;
}

/** Every hold's time is over. @returns how many were released. */
export function sweepModel(model: StockModel): number {
  const due = model.holds.filter(({ state }) => state === "HELD");
  for (const hold of due) giveBack(model, hold, "held", "RELEASED");
  return due.length;
}

function judge(model: StockModel, command: StockCommand): string | undefined {
  switch (command.kind) {
    case "reserve":
      return reserve(model, command);
    case "confirm": {
      const hold = model.holds[command.hold];
      if (hold?.state !== "HELD") return "NOT_HELD";
      move(
        model,
        "any",
        changesOf(hold, () => ({ held: -1, sold: 1 })),
      );
      hold.state = "CONFIRMED";
      return undefined;
    }
    case "release": {
      const hold = model.holds[command.hold];
      return hold?.state === "HELD" ? giveBack(model, hold, "held", "RELEASED") : "NOT_HELD";
    }
    case "refund": {
      const hold = model.holds[command.hold];
      return hold?.state === "CONFIRMED" ? giveBack(model, hold, "sold", "REFUNDED") : "NOT_SOLD";
    }
    case "lock": {
      const { unit, quantity } = command;
      const cause = move(model, "on sale", [{ unit, available: -quantity, locked: quantity }]);
      if (cause === undefined) model.locks.push({ unit, quantity, open: true });
      return cause;
    }
    case "unlock":
      return unlock(model, command.lock);
    case "adjust": {
      const { unit, by, version } = command;
      const of = model.units.get(unit);
      if (of?.status === "ACTIVE" && of.version !== version) return "VERSION_CONFLICT";
      const cause = move(model, "on sale", [{ unit, ...by, total: by.available + by.invalid }]);
      return cause === "SOLD_OUT" ? "BELOW_PROMISED" : cause;
    }
    case "freeze":
    case "unfreeze": {
      const of = model.units.get(command.unit);
      if (of?.status !== (command.kind === "freeze" ? "ACTIVE" : "FROZEN")) return "WRONG_STATE";
      of.status = command.kind === "freeze" ? "FROZEN" : "ACTIVE";
      of.version += 1;
      return undefined;
    }
  }
}

function reserve(model: StockModel, { user, lines: asked, lock }: StockCommand & { kind: "reserve" }) {
  const lines = perUnit(asked);
  const wanted = lines.reduce((pieces, { quantity }) => pieces + quantity, 0);
  const from = lock === undefined ? undefined : model.locks[lock];
  if (from !== undefined && !from.open) return "LOCK_ENDED";
  if (lock !== undefined && wanted > leftIn(model, lock)) return "SOLD_OUT";
  const before = structuredClone(model.units);
  const bucket = lock === undefined ? "available" : "locked";
  const cause = move(
    model,
    "on sale",
    lines.map(({ unit, quantity }) => ({ unit, [bucket]: -quantity, held: quantity })),
  );
  if (cause !== undefined) return cause;
  if (lines.some(({ unit, quantity }) => keptBy(model, user, unit) + quantity > model.userLimit)) {
    for (const [unit, was] of before) model.units.set(unit, was);
    return "USER_LIMIT";
  }
  model.holds.push({ user, state: "HELD", lines, lock });
  return undefined;
}

function unlock(model: StockModel, nth: number): string | undefined {
  const lock = model.locks[nth];
  if (lock === undefined || !lock.open) return "LOCK_ENDED";
  const left = leftIn(model, nth);
  const cause = left === 0 ? undefined : move(model, "on sale", [{ unit: lock.unit, locked: -left, available: left }]);
  if (cause === undefined) lock.open = false;
  return cause;
}

/** To where they came from: into their lock while that is open. What may not be sold again when it was sold is void. */
function giveBack(model: StockModel, hold: ModelHold, from: "held" | "sold", state: ModelHold["state"]) {
  const back = hold.lock !== undefined && model.locks[hold.lock]?.open === true ? "locked" : "available";
  const to = (unit: string) => (from === "held" || model.units.get(unit)?.reversible === true ? back : "invalid");
  const changes = changesOf(hold, (unit) => ({ [from]: -1, [to(unit)]: 1 }));
  const cause = move(model, from === "held" ? "any" : "on sale", changes);
  if (cause === undefined) hold.state = state;
  return cause;
}

type Change = { readonly unit: string } & Partial<Pieces>;

/** All units or none. */
function move(model: StockModel, where: "on sale" | "any", changes: readonly Change[]): string | undefined {
  for (const { unit, ...deltas } of changes) {
    const of = model.units.get(unit);
    if (of === undefined) return "NO_SUCH_UNIT";
    if (where === "on sale" && of.status !== "ACTIVE") return "FROZEN";
    if (bucketNames.some((bucket) => of[bucket] + (deltas[bucket] ?? 0) < 0)) return "SOLD_OUT";
  }
  for (const { unit, ...deltas } of changes) {
    const of = model.units.get(unit)!;
    for (const bucket of bucketNames) of[bucket] += deltas[bucket] ?? 0;
    of.version += 1;
  }
  return undefined;
}

function changesOf({ lines }: ModelHold, each: (unit: string) => Partial<Pieces>): readonly Change[] {
  return lines.map(({ unit, quantity }) => {
    const deltas = Object.entries(each(unit)).map(([bucket, sign]) => [bucket, sign * quantity]);
    return { unit, ...(Object.fromEntries(deltas) as Partial<Pieces>) };
  });
}

function perUnit(lines: ModelHold["lines"]): ModelHold["lines"] {
  const wanted = new Map<string, number>();
  for (const { unit, quantity } of lines) wanted.set(unit, (wanted.get(unit) ?? 0) + quantity);
  return [...wanted].map(([unit, quantity]) => ({ unit, quantity })).sort((a, b) => (a.unit < b.unit ? -1 : 1));
}

function keptBy({ holds }: StockModel, user: string, unit: string): number {
  return pieces(
    holds.filter((hold) => hold.user === user && (hold.state === "HELD" || hold.state === "CONFIRMED")),
    unit,
  );
}

function leftIn({ holds, locks, units }: StockModel, nth: number): number {
  const { unit, quantity } = locks[nth]!;
  const out = holds.filter(({ lock, state }) => {
    if (lock !== nth || state === "RELEASED") return false;
    return state !== "REFUNDED" || units.get(unit)?.reversible !== true;
  });
  return quantity - pieces(out, unit);
}

function pieces(holds: readonly ModelHold[], unit: string): number {
  const lines = holds.flatMap((hold) => hold.lines).filter((line) => line.unit === unit);
  return lines.reduce((sum, { quantity }) => sum + quantity, 0);
}
