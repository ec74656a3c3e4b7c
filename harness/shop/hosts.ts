/**
 * The shop's hosts in one world: order services, channel, consumer, workers, auditor. Each is a process of its own, with
 * ports of its own; it is started when it is first needed, may be killed, and is then started afresh.
 */

import { configure, type Config } from "../../src/config.ts";
import { shippedParts, type Context, type Parts } from "../../src/parts.ts";
import { NoAnswer, type Ports } from "../../src/ports.ts";
import { createChannel, createShop, type Shop } from "../../src/service.ts";
import { Sleepers } from "../kernel/sleep.ts";
import type { World } from "../kernel/world.ts";
import { Network } from "../network/network.ts";
import type { LabRun } from "../postgres/lab.ts";
import { isConnectionLost } from "../postgres/lost.ts";
import { epochMs } from "../postgres/time.ts";
import { hostPorts } from "../process/host.ts";
import { nameMessage } from "./names.ts";
import { Standbys } from "./standby.ts";

/** What an experiment says of the system it runs on. */
export interface Setting {
  /** Departures from the shipped configuration. */
  readonly config?: Partial<Config>;
  /** Wrong parts, of a control. */
  readonly parts?: Partial<Parts>;
  /** Connections of an order service's pool. */
  readonly poolSize?: number;
}

const ordersPoolSize = 10;
const workerPoolSize = 4;

export class Hosts {
  readonly world: World;
  readonly network: Network;
  readonly sleepers: Sleepers;
  readonly config: Config;
  /** Hosts whose database takes no writes. */
  readonly standbys = new Standbys();
  /** Orders whose charge the channel declines. */
  readonly declined = new Set<string>();
  /** Errors that a service told its caller of in general terms only (a 500), or that a worker passed over. */
  readonly reported: string[] = [];
  /** Reads the books; its own parts are always the shipped ones. */
  readonly audit: Context;
  readonly #run: LabRun;
  readonly #parts: Parts;
  readonly #ordersPoolSize: number;
  readonly #running = new Map<string, Shop>();

  constructor(world: World, run: LabRun, setting: Setting) {
    this.world = world;
    this.network = new Network(world, nameMessage);
    this.sleepers = new Sleepers(world);
    this.config = configure(
      { channelUrl: "http://channel", ordersUrl: "http://orders-1", fulfillmentUrl: "http://fulfillment" },
      setting.config,
    );
    this.#run = run;
    this.#parts = { ...shippedParts, ...setting.parts };
    this.#ordersPoolSize = setting.poolSize ?? ordersPoolSize;
    this.audit = { ports: this.#ports("auditor", workerPoolSize), config: this.config, parts: shippedParts };
    this.#startChannel();
    for (const host of ["orders-1", "fulfillment"]) this.shop(host);
  }

  /** The process on this host; it is started if it does not run. */
  shop(host: string): Shop {
    const running = this.#running.get(host);
    if (running !== undefined) return running;
    const serves = host.startsWith("orders");
    const ports = this.#ports(host, serves ? this.#ordersPoolSize : workerPoolSize);
    const shop = createShop(ports, this.config, this.#parts);
    this.#running.set(host, shop);
    if (serves) this.network.serve(host, (request) => shop.orders(request));
    if (host === "fulfillment") this.network.serve(host, (request) => shop.fulfillment(request));
    return shop;
  }

  /** An error that nobody else would hear of; one that a declared fault made is no news. */
  report(what: string, error: unknown): void {
    if (isConnectionLost(error)) return;
    this.reported.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }

  /** SIGKILL: nothing on this host goes on. Ends when the server has noticed. */
  async kill(host: string): Promise<void> {
    this.world.kill(host);
    this.#running.delete(host);
    await this.#run.bury(host);
  }

  /** The database stops at once and recovers; every connection of every host is lost. */
  async crashDatabase(): Promise<void> {
    await this.#run.crash();
  }

  /** SIGSTOP: nothing happens on this host until it is resumed. */
  pause(host: string): void {
    this.world.pause(host);
  }

  /** SIGCONT. */
  resume(host: string): void {
    this.world.resume(host);
  }

  #startChannel(): void {
    const decide = (merchantOrder: string): "CHARGED" | "DECLINED" =>
      this.declined.has(merchantOrder) ? "DECLINED" : "CHARGED";
    const channel = createChannel(this.#ports("channel", 1), { decide });
    this.network.serve("channel", (request) => channel.app(request));
  }

  #ports(host: string, poolSize: number): Ports {
    const pool = this.#run.pool(host, poolSize);
    const { world, network, sleepers } = this;
    const noAnswer = (why: NoAnswer["why"]): NoAnswer => new NoAnswer(why);
    const report = (what: string, error: unknown): void => {
      if (!this.standbys.isRefusal(host, error)) this.report(`${host} ${what}`, error);
    };
    const ports = hostPorts(host, { world, network, sleepers, pool, epochMs, noAnswer });
    return { ...ports, database: this.standbys.database(host, pool), report };
  }
}
