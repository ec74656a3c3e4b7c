/**
 * What a reader is shown of a unit: a word, never more than is known, and how old it is. A reader that has seen a version
 * before, because it wrote it or was shown it, names it; it is shown that version or a later one, or told that it has to wait.
 */
import { query } from "../database.ts";
import { shownAs, type Shown as Word } from "../inventory/door/availability.ts";
import type { UnitStatus } from "../inventory/stock/lifecycle.ts";
import { limits } from "../limits.ts";
import type { Context } from "../parts.ts";

/** A unit of this tenant's. */
export interface Wanted {
  readonly tenant: string;
  readonly unitId: string;
}

export interface Wish extends Wanted {
  /** The unit's version that the reader has seen; 0 when it has seen none. */
  readonly seen: number;
  /** What it wants when the view is not there yet, or paused: the facts, or the word CONFIRMING. */
  readonly otherwise: "facts" | "confirming";
}

export interface Shown {
  readonly unitId: string;
  readonly availability: Word;
  /** Pieces; null where none can be named. */
  readonly available: number | null;
  readonly source: "PROJECTION" | "FACTS";
  readonly epoch: number;
  /** The unit's version that this is. */
  readonly watermark: number;
  readonly observedAt: Date;
  /** When it should be asked for again. */
  readonly expiresAt: Date;
}

/** A unit as one of the two sources has it. */
export interface Standing extends Pick<Shown, "unitId" | "epoch" | "watermark" | "observedAt" | "expiresAt"> {
  readonly status: UnitStatus;
  readonly available: number;
  readonly held: number;
  readonly paused: boolean;
}

/** Undefined when the tenant has no such unit. */
export async function showUnit(shop: Context, { tenant, unitId, seen, otherwise }: Wish): Promise<Shown | undefined> {
  const { parts } = shop;
  const wanted = { tenant, unitId };
  const view = await parts.readView(shop, wanted);
  if (view !== undefined && !view.paused && view.watermark >= seen) return shown(view, "PROJECTION");
  if (otherwise === "facts") {
    const facts = await parts.readStanding(shop, wanted);
    return facts === undefined
      ? undefined
      : facts.watermark >= seen
        ? shown(facts, "FACTS")
        : confirming(facts, "FACTS");
  }
  return view === undefined ? undefined : confirming(view, "PROJECTION");
}

export function shown(standing: Standing, source: Shown["source"]): Shown {
  const { unitId, epoch, watermark, available, observedAt, expiresAt } = standing;
  const availability = shownAs(standing);
  const pieces = availability === "CONFIRMING" ? null : available;
  return { unitId, availability, available: pieces, source, epoch, watermark, observedAt, expiresAt };
}

function confirming(standing: Standing, source: Shown["source"]): Shown {
  return { ...shown(standing, source), availability: "CONFIRMING", available: null };
}

export async function readView(shop: Context, wanted: Wanted): Promise<Standing | undefined> {
  return read(
    shop,
    `SELECT unit_id AS "unitId", epoch, source_version::int AS watermark, status, available, held, paused_because IS NOT NULL AS paused,
            ${fresh} FROM unit_view JOIN inventory_unit USING (unit_id), ${clock} WHERE unit_id = $1 AND tenant = $3`,
    wanted,
  );
}

/** From the facts themselves. */
export async function readStanding(shop: Context, wanted: Wanted): Promise<Standing | undefined> {
  return read(
    shop,
    `SELECT unit_id AS "unitId", epoch, version::int AS watermark, status, available, held, false AS paused, ${fresh}
       FROM inventory_balance JOIN inventory_unit USING (unit_id), ${clock} WHERE unit_id = $1 AND tenant = $3`,
    wanted,
  );
}

const clock = "(SELECT db_now() AS at) AS clock";
const fresh = `at AS "observedAt", at + $2::int * interval '1 millisecond' AS "expiresAt"`;

async function read(shop: Context, text: string, { tenant, unitId }: Wanted): Promise<Standing | undefined> {
  type Columns = { [Column in keyof Standing]: Standing[Column] };
  return (await query<Columns>(shop.ports.database, text, [unitId, limits.shownForMs, tenant])).rows[0];
}
