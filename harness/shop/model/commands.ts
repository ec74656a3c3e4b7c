/** Commands by chance, as fast-check draws them: each is carried out by the model and by the inventory, and both are compared. */

import fc from "fast-check";
import { carryOut, type StockCommand, type StockModel } from "./stock.ts";

/** The inventory itself: what it answers, in short, and what it looks like afterwards. */
export interface RealStock {
  /** Once they differ, what follows says nothing more. */
  readonly parted: boolean;
  send(command: StockCommand): Promise<string>;
  /** In what it is not as the model says, a phrase each. */
  differences(model: StockModel): Promise<readonly string[]>;
  /** Is told what was compared. */
  compared(what: string, differs: readonly string[]): void;
}

/** What is drawn: which hold or lock is meant is known only when it is carried out. */
type Drawn = (model: StockModel) => StockCommand | undefined;

class Compared implements fc.AsyncCommand<StockModel, RealStock> {
  readonly #drawn: Drawn;

  constructor(drawn: Drawn) {
    this.#drawn = drawn;
  }

  check(model: Readonly<StockModel>): boolean {
    return this.#drawn(model) !== undefined;
  }

  async run(model: StockModel, real: RealStock): Promise<void> {
    const command = this.#drawn(model);
    if (command === undefined || real.parted) return;
    const should = carryOut(model, command);
    const is = await real.send(command);
    const answered = is === should ? [] : [`it was answered ${is}, and should be ${should}`];
    real.compared(JSON.stringify(command), [...answered, ...(await real.differences(model))]);
  }

  toString(): string {
    return "a command";
  }
}

/** The nth of those that there are, counted round. */
const nth = (many: number, number: number): number | undefined => (many === 0 ? undefined : number % many);

/** @param units that there are. @returns that many commands; the same for the same seed. */
export function drawCommands(units: readonly string[], seed: number, many: number): Iterable<Compared> {
  const unit = fc.constantFrom(...units);
  const quantity = fc.integer({ min: 1, max: 3 });
  const number = fc.nat(999);
  const user = fc.constantFrom("user-0001", "user-0002", "user-0003", "user-0004");
  const line = fc.record({ unit, quantity });
  const ofHold = (kind: "confirm" | "release" | "refund") =>
    number.map((which): Drawn => ({ holds }) => {
      const hold = nth(holds.length, which);
      return hold === undefined ? undefined : { kind, hold };
    });
  // What comes several times is drawn the more often.
  const drawn: readonly fc.Arbitrary<Drawn>[] = [
    ...[1, 2, 3, 4].map(() =>
      fc
        .record({ user, lines: fc.array(line, { minLength: 1, maxLength: 3 }) })
        .map((wish): Drawn => () => ({ kind: "reserve", ...wish })),
    ),
    fc.record({ user, quantity, which: number }).map(({ which, ...wish }): Drawn => ({ locks }) => {
      const lock = nth(locks.length, which);
      if (lock === undefined) return undefined;
      const lines = [{ unit: locks[lock]!.unit, quantity: wish.quantity }];
      return { kind: "reserve", user: wish.user, lines, lock };
    }),
    ...(["confirm", "confirm", "release", "refund"] as const).map(ofHold),
    fc.record({ unit, quantity }).map((wish): Drawn => () => ({ kind: "lock", ...wish })),
    number.map((which): Drawn => ({ locks }) => {
      const lock = nth(locks.length, which);
      return lock === undefined ? undefined : { kind: "unlock", lock };
    }),
    fc
      .record({
        unit,
        available: fc.integer({ min: -3, max: 3 }),
        invalid: fc.integer({ min: 0, max: 1 }),
        late: fc.boolean(),
      })
      .filter(({ available, invalid }) => available !== 0 || invalid !== 0)
      .map(({ unit: of, late, ...by }): Drawn => ({ units: all }) => {
        const version = (all.get(of)?.version ?? 1) - (late ? 1 : 0);
        return { kind: "adjust", unit: of, by, version };
      }),
    unit.map((of): Drawn => () => ({ kind: "freeze", unit: of })),
    ...[1, 2, 3].map(() => unit.map((of): Drawn => () => ({ kind: "unfreeze", unit: of }))),
  ];
  const all = fc.commands(
    drawn.map((one) => one.map((each) => new Compared(each))),
    { maxCommands: many, size: "max" },
  );
  // The longest of several: how many there are is drawn too.
  const samples = fc.sample(fc.noBias(all), { seed: seed | 0, numRuns: 20 }).map((one) => [...one]);
  const [longest = []] = samples.sort((a, b) => b.length - a.length);
  return longest as Iterable<Compared>;
}
