/** The shop over a child process: in the child, its services as methods on plain data; in the lab, the shop again. */

import type { Config } from "../../src/config.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";
import { NoAnswer, type Ports } from "../../src/ports.ts";
import { createShop, type Shop } from "../../src/service.ts";
import { fromWire, replyFromWire, replyToWire, toWire, type WireReply } from "../network/message.ts";
import { serveLab } from "../process/child/serve.ts";
import type { ChildHost } from "../process/childHost.ts";
import type { PlainRequest } from "../process/protocol.ts";
import { locate } from "./locate.ts";

/** Whose parts a host runs with: those of a control, or, without one, the shipped ones. Parts themselves cannot be sent. */
export interface Whose {
  readonly experiment: string;
  /** The control's sentence. */
  readonly control?: string;
}

/** What a child is told to be. */
export interface ShopRole {
  readonly config: Config;
  readonly whose: Whose;
}

type Service = Readonly<Record<keyof Shop, (argument: never) => Promise<unknown>>>;

/** The child's program. `wrongParts` loads a control's parts, which few children need. */
export function serveShop(wrongParts: (whose: Required<Whose>) => Promise<Partial<Parts>>): void {
  const employ = async (role: unknown, ports: Ports): Promise<Service> => {
    const { config, whose } = role as ShopRole;
    const { experiment, control } = whose;
    const wrong = control === undefined ? {} : await wrongParts({ experiment, control });
    const shop = createShop(ports, config, { ...shippedParts, ...wrong });
    return {
      orders: async (request: PlainRequest) => replyToWire(await shop.orders(received(request))),
      inventory: async (request: PlainRequest) => replyToWire(await shop.inventory(received(request))),
      expiry: async (request: PlainRequest) => replyToWire(await shop.expiry(received(request))),
      fulfillment: async (request: PlainRequest) => replyToWire(await shop.fulfillment(received(request))),
      recovery: async (bound: Parameters<Shop["recovery"]["run"]>[0]) => shop.recovery.run(bound),
      sweeper: async () => shop.sweeper.run(),
      relay: async (bound: Parameters<Shop["relay"]["run"]>[0]) => shop.relay.run(bound),
      projector: async (request: PlainRequest) => replyToWire(await shop.projector(received(request))),
      inventoryRelay: async (bound: Parameters<Shop["inventoryRelay"]["run"]>[0]) => shop.inventoryRelay.run(bound),
      viewRepair: async () => shop.viewRepair.run(),
      driftCheck: async () => shop.driftCheck.run(),
      rebuilder: async (request: Parameters<Shop["rebuilder"]["run"]>[0]) => shop.rebuilder.run(request),
      standstills: async () => shop.standstills(),
      revive: async (unitId: string) => shop.revive(unitId),
      reconcile: async () => shop.reconcile(),
      archive: async (month: string) => shop.archive(month),
      open: async (unit: Parameters<Shop["open"]>[0]) => shop.open(unit),
    };
  };
  serveLab({ employ, locate, noAnswer: (why) => new NoAnswer(why) });
}

/** The shop that runs in this child. */
export function shopIn(child: ChildHost): Shop {
  const call = async <T>(method: keyof Shop, argument?: unknown): Promise<T> =>
    (await child.call(method, argument)) as T;
  const handler =
    (method: "orders" | "inventory" | "expiry" | "fulfillment" | "projector") => async (request: Request) =>
      replyFromWire(await call<WireReply>(method, await sent(request)));
  return {
    orders: handler("orders"),
    inventory: handler("inventory"),
    expiry: handler("expiry"),
    fulfillment: handler("fulfillment"),
    recovery: { run: async (bound) => call("recovery", bound) },
    sweeper: { run: async () => call("sweeper") },
    relay: { run: async (bound) => call("relay", bound) },
    projector: handler("projector"),
    inventoryRelay: { run: async (bound) => call("inventoryRelay", bound) },
    viewRepair: { run: async () => call("viewRepair") },
    driftCheck: { run: async () => call("driftCheck") },
    rebuilder: { run: async (request) => call("rebuilder", request) },
    standstills: async () => call("standstills"),
    revive: async (unitId) => call("revive", unitId),
    reconcile: async () => call("reconcile"),
    archive: async (month) => call("archive", month),
    open: async (unit) => call("open", unit),
  };
}

async function sent(request: Request): Promise<PlainRequest> {
  const wire = await toWire(request);
  return { ...wire, url: wire.url.href };
}

function received(request: PlainRequest): Request {
  return fromWire({ ...request, url: new URL(request.url) });
}
