/** Wires the parts together: the services as functions from Request to Response, and the workers as functions. */
import { openLedger } from "./channel/ledger.ts";
import { channelRoutes, type ChannelConfig } from "./channel/routes.ts";
import type { Config } from "./config.ts";
import { fulfillmentRoutes } from "./fulfillment/routes.ts";
import type { Swept } from "./inventory/expiry/release.ts";
import type { CarriedEvents } from "./inventory/events/relayByLease.ts";
import { expiryRoutes } from "./inventory/expiry/routes.ts";
import { inventoryRoutes } from "./inventory/door/routes.ts";
import { revive, standstills, type Standstill } from "./inventory/events/standstill.ts";
import { limits } from "./limits.ts";
import type { Recovery } from "./order/recover.ts";
import { orderRoutes } from "./order/routes.ts";
import type { Relayed } from "./outbox/relay.ts";
import { shippedParts, type Context, type Parts } from "./parts.ts";
import type { Ports } from "./ports.ts";
import type { Settled } from "./projection/drift.ts";
import type { Rebuild, RebuildOutcome } from "./projection/rebuild.ts";
import { projectorRoutes } from "./projection/routes.ts";
import type { Report } from "./reconcile/report.ts";

export interface Shop {
  /** The order service with the callback's endpoint. */
  readonly orders: (request: Request) => Promise<Response>;
  /** The inventory's commands. */
  readonly inventory: (request: Request) => Promise<Response>;
  /** Delay tasks: ends holds at their deadlines. */
  readonly expiry: (request: Request) => Promise<Response>;
  /** The consumer of events. */
  readonly fulfillment: (request: Request) => Promise<Response>;
  readonly recovery: { run(bound: { readonly staleMs: number }): Promise<Recovery> };
  readonly sweeper: { run(): Promise<Swept> };
  readonly relay: { run(bound: { readonly limit: number }): Promise<Relayed> };
  /** Shows the inventory to readers. */
  readonly projector: (request: Request) => Promise<Response>;
  readonly inventoryRelay: { run(bound: { readonly by: string; readonly limit: number }): Promise<CarriedEvents> };
  /** Views that are paused are read from the facts again; which. */
  readonly viewRepair: { run(): Promise<readonly string[]> };
  readonly driftCheck: { run(): Promise<readonly Settled[]> };
  readonly rebuilder: { run(request: Rebuild): Promise<RebuildOutcome> };
  /** Units whose events do not go on, and why. */
  readonly standstills: () => Promise<readonly Standstill[]>;
  /** Tries a unit's dead events again; how many there were. */
  readonly revive: (unitId: string) => Promise<number>;
  /** Holds the books against each other; throws when one of them cannot be read. */
  readonly reconcile: () => Promise<Report>;
  /** Moves what the ledger has of a month that is over ("2026-01") to the archive; how many rows that is. */
  readonly archive: (month: string) => Promise<number>;
  /** Puts a unit on sale; false when it was already. */
  readonly open: (unit: { readonly sku: string; readonly total: number }) => Promise<boolean>;
}

export function createShop(ports: Ports, config: Config, parts: Parts = shippedParts): Shop {
  const shop: Context = { ports, config, parts };
  const orders = orderRoutes(shop);
  const inventory = inventoryRoutes(shop);
  const expiry = expiryRoutes(shop);
  const fulfillment = fulfillmentRoutes(shop);
  const projector = projectorRoutes(shop);
  return {
    orders: async (request) => orders.fetch(request),
    inventory: async (request) => inventory.fetch(request),
    expiry: async (request) => expiry.fetch(request),
    fulfillment: async (request) => fulfillment.fetch(request),
    recovery: { run: async (bound) => parts.recover(shop, bound) },
    sweeper: { run: async () => parts.sweep(shop) },
    relay: { run: async (bound) => parts.relay(shop, bound) },
    projector: async (request) => projector.fetch(request),
    inventoryRelay: { run: async (bound) => parts.relayByLease(shop, bound) },
    viewRepair: { run: async () => parts.repairPaused(shop) },
    driftCheck: { run: async () => parts.settleDrift(shop) },
    rebuilder: { run: async (request) => parts.rebuild(shop, request) },
    standstills: async () => standstills(shop),
    revive: async (unitId) => revive(shop, unitId),
    reconcile: async () => parts.reconcile(shop),
    archive: async (month) => parts.archiveMonth(shop, month),
    open: async ({ sku, total }) => parts.openUnit(shop, sku, total),
  };
}

export interface Channel {
  readonly app: (request: Request) => Promise<Response>;
}

/** The payment channel's stand-in with an empty ledger of its own. Every charge and refund succeeds, and every key is kept,
 * unless `decide`, `refuse` or `forgets` says otherwise. */
export function createChannel(ports: Ports, changes: Partial<ChannelConfig> = {}): Channel {
  const config: ChannelConfig = {
    decide: () => "CHARGED",
    refuse: () => false,
    forgets: () => false,
    callbackTimeoutMs: limits.callbackTimeoutMs,
    callbackRetryMs: limits.callbackRetryMs,
    callbackRetriesMax: limits.callbackRetriesMax,
    ...changes,
  };
  const app = channelRoutes(ports, config, openLedger(config.decide, config.refuse, config.forgets));
  return { app: async (request) => app.fetch(request) };
}
