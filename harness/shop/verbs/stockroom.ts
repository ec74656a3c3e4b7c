/**
 * What the stockroom does by hand, with a tool of the shop's own: it goes through the shop's transactions, and is told how each
 * of them ends. What befalls one of them is said beforehand.
 */

import { OutcomeUnknown, query, RolledBack, type Tx } from "../../../src/database.ts";
import { isConnectionLost } from "../../postgres/lost.ts";
import type { Step } from "../step.ts";
import type { Context } from "../../../src/parts.ts";
import { idOf, sku, type OrderRef, type Teller } from "./teller.ts";

/** `refused 40P01`: the server refuses one of its statements with this SQLSTATE, as it refuses any other. */
type Refusal = `refused ${string}`;

/** What an attempt meets when it has moved the stock, before it has committed that. */
export type Met =
  | Refusal
  | "a refusal swallowed" // and COMMIT sent all the same
  | "COMMIT refused" // by a constraint that is looked at last
  | "the connection breaks"
  | "COMMIT unanswered"; // it is carried out, and the connection breaks

/** How it ended, as whoever asked for it is told. */
export interface Ended {
  /** `done`, `there already`, `unknown`, `rolled back`, `connection lost`, `refused 40P01`. */
  readonly ended: string;
  /** Times that it was begun. */
  readonly tries: number;
  /** Connections that were not given back for others to use. */
  readonly closed: number;
}

const host = "stockroom";
/** Long enough for whatever else is to happen until then, ms. */
const lookMs = 10;

export function stockroom(teller: Teller) {
  const { hosts } = teller;
  const { world, stockroom: shop } = hosts;

  const told = (what: string, work: (began: () => number) => Promise<string>): Step<Ended> =>
    teller.work(
      what,
      host,
      async () => {
        const closed = hosts.closed(host);
        let tries = 0;
        const ended = await howItEnds(() => work(() => ++tries));
        return { ended, tries, closed: hosts.closed(host) - closed };
      },
      ({ ended }) => ended,
    );

  const befall = (met: Met | undefined): void => {
    if (met === "COMMIT unanswered") {
      const text = `the ${host} has no answer to its COMMIT`;
      const strikes = watch(/: COMMIT$/);
      world.prepareBlow({ text, when: "reply", strikes, land: async () => Promise.resolve(text) });
    } else if (met === "the connection breaks") {
      const text = `the ${host} loses its connection`;
      const land: Parameters<typeof world.prepareBlow>[0]["land"] = async (task) => {
        if (task !== undefined) await hosts.sever(task, "client");
        return text;
      };
      world.prepareBlow({ text, strikes: watch(/UPDATE inventory_balance/), land });
    }
  };

  return {
    stockroom: {
      /**
       * Puts one piece of a unit on sale. `meets`: what its attempts meet, one after another; those after them meet nothing.
       */
      open: (unitId: string, ...meets: readonly Met[]): Step<Ended> => {
        const step = told(`${unitId} is opened`, async (began) => {
          const moveStock: Context["parts"]["moveStock"] = async (_shop, tx, movement) => {
            const met = meets[began() - 1];
            befall(met);
            const moved = await shop.parts.moveStock(shop, tx, movement);
            await suffer(tx, met);
            return moved;
          };
          const met = { ...shop, parts: { ...shop.parts, moveStock } };
          return (await shop.parts.openUnit(met, unitId, 1)) ? "done" : "there already";
        });
        hosts.opened.push({ unitId, ended: () => step.said });
        return step;
      },
      /** Counts what can be sold, by one statement that commits by itself; or one that is refused. */
      count: (met?: Refusal): Step<Ended> =>
        told("the stock is counted", async (began) => {
          began();
          await query(shop.ports.database, met === undefined ? counts : refusing(met));
          return "done";
        }),
      /** Looks at what is left of a unit, and holds that meanwhile. */
      look: (of = sku): Step<Ended> =>
        told("the stock is looked at", async (began) =>
          shop.parts.transaction(shop, async (tx) => {
            began();
            await tx.query("SELECT available FROM inventory_balance WHERE unit_id = $1 FOR UPDATE", [of]);
            await hosts.sleepers.sleep(lookMs);
            return "done";
          }),
        ),
      /** Looks at what is left of the unit and then at an order, and holds both meanwhile: nobody in the shop locks them so. */
      check: (order: OrderRef): Step<Ended> =>
        told(`the stock is checked against ${idOf(order)}`, async (began) =>
          shop.parts.transaction(shop, async (tx) => {
            began();
            await tx.query("SELECT available FROM inventory_balance WHERE unit_id = $1 FOR UPDATE", [sku]);
            await hosts.sleepers.sleep(lookMs);
            await tx.query("SELECT status FROM orders WHERE order_id = $1 FOR UPDATE", [idOf(order)]);
            return "done";
          }),
        ),
      /** Looks at an order's first place, or at a reservation by what its Reserve was answered, and holds it meanwhile. */
      keep: (of: OrderRef | { readonly reservation: string }): Step<Ended> => {
        const place = typeof of === "object" && "reservation" in of ? of.reservation : `${idOf(of)}/r1`;
        return told(`${place} is kept`, async (began) =>
          shop.parts.transaction(shop, async (tx) => {
            began();
            await tx.query("SELECT status FROM reservation WHERE request_key = $1 FOR UPDATE", [place]);
            await hosts.sleepers.sleep(lookMs);
            return "done";
          }),
        );
      },
    },
  };
}

const counts = "SELECT sum(available)::int AS available FROM inventory_balance";

/** Every step of this kind is the stockroom's own. */
function watch(text: RegExp) {
  return (task: { readonly host: string } | undefined, action: string): boolean =>
    task?.host === host && text.test(action);
}

/** Makes the server answer as it was said. */
async function suffer(tx: Tx, met: Met | undefined): Promise<void> {
  if (met === "the connection breaks")
    await tx.query(counts); // The transaction's next statement finds it broken.
  else if (met === "a refusal swallowed") await tx.query(refusing("refused 22012")).catch(() => undefined);
  else if (met === "COMMIT refused") {
    await tx.query("CREATE TEMP TABLE told (nth integer UNIQUE DEFERRABLE INITIALLY DEFERRED) ON COMMIT DROP");
    await tx.query("INSERT INTO told VALUES (1), (1)");
  } else if (isRefusal(met)) await tx.query(refusing(met));
}

function isRefusal(met: Met | undefined): met is Refusal {
  return met?.startsWith("refused ") === true;
}

/** A statement that the server refuses with this SQLSTATE. */
function refusing(met: Refusal): string {
  return `DO $$ BEGIN RAISE EXCEPTION 'as it was said' USING ERRCODE = '${met.slice("refused ".length)}'; END $$`;
}

async function howItEnds(work: () => Promise<string>): Promise<string> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof OutcomeUnknown) return "unknown";
    if (error instanceof RolledBack) return "rolled back";
    if (isConnectionLost(error)) return "connection lost";
    if (error instanceof Error && "code" in error) return `refused ${String(error.code)}`;
    throw error;
  }
}
