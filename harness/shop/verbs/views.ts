/** What is shown of the inventory: how readers see it, how it goes wrong, and how it is set right. */

import { query } from "../../../src/database.ts";
import type { Settled } from "../../../src/projection/drift.ts";
import { stockEffects } from "../lines.ts";
import type { Step } from "../step.ts";
import type { Told } from "./inventory.ts";
import { get, sku, understood, type Teller } from "./teller.ts";

/** A unit as a reader was shown it. */
export interface Glance {
  readonly availability: string;
  readonly available: number | null;
  readonly source: string;
  readonly watermark: number;
}

interface Looking {
  readonly of?: string;
  /** What is wanted when the view is behind what the reader has seen; "confirming" unless said. */
  readonly otherwise?: "facts" | "confirming";
  /** The service that asks in his name, and its tenant: `mall` of `shop` unless said. */
  readonly caller?: string;
  readonly tenant?: string;
}

/** Works at what is shown. */
const curator = "views";

export function views(teller: Teller) {
  const { hosts } = teller;
  const { stockroom: shop } = hosts;
  let done = 0;

  const look = (
    who: string,
    { of = sku, otherwise = "confirming", caller = "mall", tenant = "shop" }: Looking,
    seen: number,
    remember: (glance: Glance) => void = () => undefined,
  ): Step<Glance> => {
    const query = new URLSearchParams({ tenant, caller, trace_id: "trace-look", seen: `${seen}`, otherwise });
    return teller.ask(
      `${who} looks at ${of}`,
      who,
      `looks at ${of}`,
      get(`${hosts.config.projectorUrl}/inventory/projection/units/${of}?${query.toString()}`),
      (reply) => {
        const heard = understood<Partial<Glance> & { readonly cause?: string }>(reply);
        const nothing = { available: null, source: "", watermark: 0 };
        if (typeof heard === "string") return { ...nothing, availability: heard };
        const { cause = "", ...said } = heard.said;
        const glance = { ...nothing, availability: cause, ...said };
        if (cause === "") remember(glance);
        return glance;
      },
      ({ availability, source, watermark }) => [availability, source && `${source} v${watermark}`].join(" ").trim(),
    );
  };

  /** Moves a unit between states, by hand. */
  const settle = (what: string, unitId: string, to: "FROZEN" | "ACTIVE") =>
    teller.work(
      `${unitId} is ${what}`,
      "stockroom",
      async () => {
        const operation = `${what} ${++done}`;
        const by = { unitId, operation, operator: "stockroom", reason: "by hand" };
        const moved = await shop.parts.transaction(shop, async (tx) => shop.parts.setStatus(shop, tx, { ...by, to }));
        return { moved };
      },
      ({ moved }) => (moved ? to : "no such move"),
    );

  return {
    views: {
      /** A look of somebody who has seen nothing before: `AVAILABLE PROJECTION v3`. */
      look: (looking: Looking = {}) => look("passer-by", looking, 0),
      /** Reads paused views from the facts again. */
      repair: () =>
        teller.round<{ units: readonly string[] }>(
          "paused views are repaired",
          curator,
          { units: [] },
          async () => ({ units: await hosts.shop(curator).viewRepair.run() }),
          ({ units }) => units.join(", ") || "none",
        ),
      /** Holds every view against the facts, and sets right what drifted: `sku-1 QUANTITY RECOMPUTED`. */
      compare: () =>
        teller.round<{ settled: readonly Settled[] }>(
          "views are compared with the facts",
          curator,
          { settled: [] },
          async () => ({ settled: await hosts.shop(curator).driftCheck.run() }),
          ({ settled }) => settled.map(inShort).join(", ") || "none",
        ),
      /** Builds a frozen unit's view from the facts, with a new epoch. */
      rebuild: (unitId: string, operation = `rebuild-${++done}`) =>
        teller.round<{ outcome: string }>(
          `the view of ${unitId} is rebuilt`,
          curator,
          { outcome: "" },
          async () => ({
            outcome: await hosts.shop(curator).rebuilder.run({ unitId, operation, operator: "stockroom" }),
          }),
          ({ outcome }) => outcome,
        ),
      /** Somebody writes into a view by hand. */
      damage: (of: string, by: { readonly pieces?: number; readonly scope?: string }) =>
        teller.work(
          `the view of ${of} is written by hand`,
          "stockroom",
          async () => {
            const text =
              "UPDATE unit_view SET available = available + $2, scope = coalesce($3, scope) WHERE unit_id = $1";
            const { rowCount } = await query(shop.ports.database, text, [of, by.pieces ?? 0, by.scope ?? null]);
            return { views: rowCount };
          },
          (found) => String(found.views),
        ),
      freeze: (unitId: string) => settle("frozen", unitId, "FROZEN"),
      unfreeze: (unitId: string) => settle("unfrozen", unitId, "ACTIVE"),
      effects: stockEffects,
    },
    /** Somebody who remembers, unit by unit, the latest version that he wrote or was shown, and names it when he looks. */
    session: (who: string) => {
      const wrote = new Map<string, number>();
      const read = new Map<string, number>();
      const before = (unitId: string) => ({ wrote: wrote.get(unitId) ?? 0, read: read.get(unitId) ?? 0 });
      return {
        /** What it asked the inventory for was done, and made these versions. */
        made: ({ versions }: Told): void => {
          for (const { unit_id: unitId, version } of versions) {
            const asked = before(unitId);
            wrote.set(unitId, Math.max(asked.wrote, version));
            hosts.sessions.push({ session: who, unitId, did: "wrote", version, showed: true, ...asked });
          }
        },
        /** A look: `AVAILABLE FACTS v4`. */
        look: (looking: Looking = {}): Step<Glance> => {
          const { of: unitId = sku } = looking;
          const asked = before(unitId);
          const seen = Math.max(asked.wrote, asked.read);
          return look(who, looking, seen, ({ watermark: version, availability }) => {
            const showed = availability !== "CONFIRMING";
            if (showed) read.set(unitId, Math.max(before(unitId).read, version));
            hosts.sessions.push({ session: who, unitId, did: "read", version, showed, ...asked });
          });
        },
      };
    },
  };
}

/** What was drifting, and what became of it: `sku-1 QUANTITY RECOMPUTED`. */
function inShort({ unitId, kind, became }: Settled): string {
  return `${unitId} ${kind} ${became}`;
}
