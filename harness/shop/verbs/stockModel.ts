/** The inventory beside a model of it: commands by chance, each carried out by both, and every unit compared after each. */

import fc from "fast-check";
import { snapshot } from "../../../src/database.ts";
import { readBalances, type Balance } from "../../../src/inventory/ledger/ledger.ts";
import { counts } from "../lines.ts";
import { drawCommands, type RealStock } from "../model/commands.ts";
import { bucketNames, sweepModel, type ModelUnit, type StockCommand, type StockModel } from "../model/stock.ts";
import type { inventory, Told } from "./inventory.ts";
import type { Teller } from "./teller.ts";

type Inventory = ReturnType<typeof inventory>["inventory"];

const facts = ["status", "version", ...bucketNames] as const;

export function stockModel(teller: Teller, verbs: Inventory, seed: number) {
  const { hosts } = teller;
  const model: StockModel = { units: new Map(), holds: [], locks: [], userLimit: hosts.config.perUserLimit };
  /** What the holds and the locks of the model are called. */
  const [holds, locks]: [Told[], Told[]] = [[], []];
  const answers: { readonly kind: string; readonly said: string }[] = [];
  let parted = false;

  const send = async (command: StockCommand): Promise<Told> => {
    switch (command.kind) {
      case "reserve": {
        const { user, lines, lock } = command;
        const named = lock === undefined ? {} : { lock: locks[lock]! };
        const told = await verbs.reserve({
          user,
          lines: lines.map(({ unit, ...line }) => ({ of: unit, ...line, ...named })),
        });
        if (told.outcome === "COMMITTED") holds.push(told);
        return told;
      }
      case "confirm":
        return verbs.confirm(holds[command.hold]!);
      case "release":
        return verbs.release(holds[command.hold]!);
      case "refund":
        return verbs.refund(holds[command.hold]!);
      case "lock": {
        const told = await verbs.lock(command.quantity, { unit: command.unit });
        if (told.outcome === "COMMITTED") locks.push(told);
        return told;
      }
      case "unlock":
        return verbs.unlock(locks[command.lock]!);
      case "adjust":
        return verbs.adjust({ ...command.by }, { unit: command.unit, version: command.version });
      case "freeze":
        return verbs.freeze(command.unit);
      case "unfreeze":
        return verbs.unfreeze(command.unit);
    }
  };

  const differences = async (): Promise<readonly string[]> => {
    const read = teller.work(
      "every unit is looked at",
      "auditor",
      async () => ({ balances: await snapshot(hosts.audit.ports.database, readBalances) }),
      ({ balances }) => `${balances.length} units`,
    );
    const { balances } = await read;
    return [...model.units].flatMap(([unit, should]) =>
      unlike(
        unit,
        should,
        balances.find(({ unitId }) => unitId === unit),
      ),
    );
  };

  const compared = (what: string, differs: readonly string[]): void => {
    if (!parted) hosts.bookkeeping.compared.push({ what, differs });
    parted ||= differs.length > 0;
  };

  const real: RealStock = {
    get parted() {
      return parted;
    },
    send: async (command) => {
      const told = await send(command);
      const said = told.cause === "" ? told.outcome : `${told.outcome} ${told.cause}`;
      answers.push({ kind: command.kind, said });
      return said;
    },
    differences,
    compared,
  };

  return {
    stockModel: {
      /** Makes units with so many pieces each, in the inventory and in the model; of every third unit what was sold is not sold again. */
      begin: async (units: readonly string[], total: number): Promise<void> => {
        const made = units.map((unit, at) => ({ unit, total, rules: { reversible: at % 3 !== 2 } }));
        await verbs.create(made).expect("COMMITTED");
        for (const { unit, rules } of made) {
          const rest = { held: 0, locked: 0, sold: 0, invalid: 0 };
          model.units.set(unit, { status: "ACTIVE", version: 1, total, available: total, ...rest, ...rules });
        }
        compared("units were made", await differences());
      },
      /** So many commands at most, one after another. @returns a line for each kind: how many were answered how. */
      run: async (many: number): Promise<readonly string[]> => {
        const commands = drawCommands([...model.units.keys()], seed, many);
        await fc.asyncModelRun(() => ({ model, real }), commands as Parameters<typeof fc.asyncModelRun>[1]);
        return [...new Set(answers.map(({ kind }) => kind))].sort().map((kind) => {
          return `${kind} ${counts(answers.filter((one) => one.kind === kind).map(({ said }) => said))}`;
        });
      },
      /** Every hold's time is over, and the sweeper has been there. @returns how many holds that ended. */
      sweep: async (): Promise<{ readonly released: number }> => {
        const released = sweepModel(model);
        compared("holds were swept", await differences());
        return { released };
      },
    },
  };
}

function unlike(unit: string, should: ModelUnit, is: Balance | undefined): readonly string[] {
  if (is === undefined) return [`${unit} is not there`];
  const sum = is.available + is.held + is.locked + is.sold + is.invalid;
  return [
    ...facts
      .filter((fact) => should[fact] !== is[fact])
      .map((fact) => `${unit} ${fact} is ${is[fact]}, and should be ${should[fact]}`),
    ...(sum === is.total ? [] : [`${unit}: its buckets hold ${sum}, and its total is ${is.total}`]),
  ];
}
