/** The shop's hosts in one world: order service, channel, consumer, workers, auditor, each with ports of its own. */

import { configure, type Config } from "../../src/config.ts";
import { shippedParts, type Context, type Parts } from "../../src/parts.ts";
import { NoAnswer, type Ports } from "../../src/ports.ts";
import { createChannel, createShop, type Shop } from "../../src/service.ts";
import { Sleepers } from "../kernel/sleep.ts";
import type { World } from "../kernel/world.ts";
import { Network } from "../network/network.ts";
import type { LabRun } from "../postgres/lab.ts";
import { epochMs } from "../postgres/time.ts";
import { hostPorts } from "../process/host.ts";
import { nameMessage } from "./names.ts";

/** What an experiment says of the system it runs on. */
export interface Setting {
  /** Departures from the shipped configuration. */
  readonly config?: Partial<Config>;
  /** Wrong parts, of a control. */
  readonly parts?: Partial<Parts>;
  /** Connections of the order service's pool. */
  readonly poolSize?: number;
}

const poolSizeDefault = 10;
const workerPoolSize = 4;

export interface Hosts {
  readonly world: World;
  readonly network: Network;
  readonly sleepers: Sleepers;
  readonly config: Config;
  /** Orders whose charge the channel declines. */
  readonly declined: Set<string>;
  readonly recovery: Shop;
  readonly sweeper: Shop;
  readonly relay: Shop;
  /** Reads the books; its own parts are always the shipped ones. */
  readonly audit: Context;
  /** Errors that a service told its caller of in general terms only (a 500), one sentence each. */
  readonly reported: string[];
}

export function openHosts(world: World, run: LabRun, setting: Setting): Hosts {
  const network = new Network(world, nameMessage);
  const sleepers = new Sleepers(world);
  const config = configure(
    { channelUrl: "http://channel", ordersUrl: "http://orders-1", fulfillmentUrl: "http://fulfillment" },
    setting.config,
  );
  const parts: Parts = { ...shippedParts, ...setting.parts };
  const reported: string[] = [];
  const ports = (host: string, poolSize: number): Ports => {
    const pool = run.pool(host, poolSize);
    const made = hostPorts(host, { world, network, sleepers, pool, epochMs, noAnswer: (why) => new NoAnswer(why) });
    const report = (what: string, error: unknown): void => {
      reported.push(`${host} ${what}: ${error instanceof Error ? error.message : String(error)}`);
    };
    return { ...made, report };
  };
  const shop = (host: string, poolSize = workerPoolSize): Shop => createShop(ports(host, poolSize), config, parts);

  const declined = new Set<string>();
  const channel = createChannel(ports("channel", 1), {
    decide: (merchantOrder) => (declined.has(merchantOrder) ? "DECLINED" : "CHARGED"),
  });
  network.serve("channel", (request) => channel.app(request));
  const orders = shop("orders-1", setting.poolSize ?? poolSizeDefault);
  network.serve("orders-1", (request) => orders.orders(request));
  const fulfillment = shop("fulfillment");
  network.serve("fulfillment", (request) => fulfillment.fulfillment(request));

  return {
    world,
    network,
    sleepers,
    config,
    declined,
    recovery: shop("recovery"),
    sweeper: shop("sweeper"),
    relay: shop("relay"),
    audit: { ports: ports("auditor", workerPoolSize), config, parts: shippedParts },
    reported,
  };
}
