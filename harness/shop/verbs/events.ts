/** What carries the inventory's events, and what befalls them on the way. */

import { query } from "../../../src/database.ts";
import type { CarriedEvents } from "../../../src/inventory/events/relayByLease.ts";
import { standstillLine } from "../../../src/inventory/events/standstill.ts";
import { limits } from "../../../src/limits.ts";
import { counts } from "../lines.ts";
import type { Step } from "../step.ts";
import { answer, post, type Answer, type Teller } from "./teller.ts";
import type { On } from "./workers.ts";

/** An event is known by its unit and the version that it tells of. */
export interface Told {
  readonly of: string;
  readonly version: number;
}

const tool = "stockroom";

export function events(teller: Teller) {
  const { hosts } = teller;

  const rewrite = (what: string, schemaVersion: number, { of, version }: Told) =>
    teller.work(
      `event ${of} v${version} ${what}`,
      tool,
      async () => {
        const text = "UPDATE inventory_outbox SET schema_version = $3 WHERE unit_id = $1 AND aggregate_version = $2";
        const { rowCount } = await query(hosts.stockroom.ports.database, text, [of, version, schemaVersion]);
        return { events: rowCount };
      },
      (found) => String(found.events),
    );

  return {
    inventoryRelay: {
      /** One batch. Its short form counts what became of the events: `{SENT=3}`. */
      run: ({ limit = limits.relayBatch, on = "inventory-relay-1" }: { limit?: number } & On = {}) =>
        teller.round<{ carried: CarriedEvents }>(
          `${on} runs`,
          on,
          { carried: [] },
          async () => ({ carried: await hosts.shop(on).inventoryRelay.run({ by: on, limit }) }),
          ({ carried }) => counts(carried.map(({ became }) => became)),
        ),
      /** Units whose events do not go on: `sku-1 v3 is DEAD after 9 tries (…), and 2 later ones wait for it`. */
      standstills: () =>
        teller.work(
          "units that stand still",
          tool,
          async () => {
            const lines = (await hosts.shop(tool).standstills()).map(standstillLine);
            return { units: lines.length, lines };
          },
          ({ lines }) => (lines.length === 0 ? "none" : lines.join("; ")),
        ),
      /** A person has the dead events of a unit tried again. */
      revive: (unitId: string) =>
        teller.work(
          `dead events of ${unitId} are revived`,
          tool,
          async () => ({ events: await hosts.shop(tool).revive(unitId) }),
          (found) => String(found.events),
        ),
      /** One event is in a form that its reader does not know yet. */
      garble: (event: Told) => rewrite("is in another form", 2, event),
      /** It is in the form that is known. */
      mend: (event: Told) => rewrite("is as it should be", 1, event),
      /** Gives the projector an event by hand, whatever was given before. Its short form is the effect. */
      deliver: (event: Told): Step<Answer> => deliver(teller, event),
    },
  };
}

function deliver(teller: Teller, { of, version }: Told): Step<Answer> {
  const { hosts } = teller;
  const answered = hosts.world.spawn("by-hand", `gives ${of} v${version}`, async (): Promise<Answer> => {
    const text = `SELECT event_id::int AS event_id, unit_id, aggregate_version::int AS aggregate_version, epoch, schema_version,
                         event_type, payload, occurred_at FROM inventory_outbox WHERE unit_id = $1 AND aggregate_version = $2`;
    const found = await query(hosts.audit.ports.database, text, [of, version]);
    const request = post(`${hosts.config.projectorUrl}/inventory/projection/events`, found.rows[0]);
    const reply = await hosts.network.send("by-hand", request, limits.deliveryTimeoutMs);
    if (typeof reply === "string") return { http: 0, text: reply };
    return answer({ status: reply.status, headers: [], body: await reply.text() });
  });
  return teller.step(`event ${of} v${version} by hand`, answered, ({ text }) => text);
}
