/**
 * The shop's hosts in one world: order services, inventory services, channel, consumer, workers, auditor. Each is a process of its own, with
 * ports of its own; it is started when it is first needed, may be killed, and is then started afresh.
 */

import { configure, type Config } from "../../src/config.ts";
import { shippedParts, type Context, type Parts } from "../../src/parts.ts";
import { NoAnswer, type Ports } from "../../src/ports.ts";
import { createChannel, createShop, type Shop } from "../../src/service.ts";
import { Sleepers } from "../kernel/sleep.ts";
import type { Task } from "../kernel/task.ts";
import type { World } from "../kernel/world.ts";
import { Network } from "../network/network.ts";
import type { LabRun, Supply } from "../postgres/lab.ts";
import type { Pool } from "../postgres/pool.ts";
import { isConnectionLost, type Ender } from "../postgres/lost.ts";
import { epochMs } from "../postgres/time.ts";
import { ChildHosts } from "../process/childHosts.ts";
import type { Children } from "../process/children.ts";
import { hostPorts } from "../process/host.ts";
import type { Bookkeeping } from "./bookkeeping.ts";
import { shopIn, type ShopRole, type Whose } from "./childShop.ts";
import { nameMessage } from "./names.ts";
import { Standbys } from "./standby.ts";

/** What an experiment says of the system it runs on. */
export interface Setting {
  /** Departures from the shipped configuration. */
  readonly config?: Partial<Config>;
  /** Further departures of single hosts. */
  readonly configOf?: Readonly<Record<string, Partial<Config>>>;
  /** Wrong parts, of a control. */
  readonly parts?: Partial<Parts>;
  /** Connections of a service's pool: orders, inventory. */
  readonly poolSize?: number;
  /** The shop's hosts are child processes; absent: all run in the lab's own. */
  readonly processes?: Processes;
}

/** Real processes, and whose parts they are to run with. */
export interface Processes {
  readonly children: Children;
  readonly whose: Whose;
}

/** A unit that the stockroom has opened, or not: how it was told that this ended, if it was. */
export interface Opened {
  readonly unitId: string;
  readonly ended: () => string | undefined;
}

/** When the server notices that a client is dead whose statement waits for a lock. */
export type Noticed = "at once" | "late";

/** One answer that a session was given about a unit: to a write, or to a look. */
export interface Seen {
  readonly session: string;
  readonly unitId: string;
  readonly did: "wrote" | "read";
  /** The unit's version that it made, or that it was shown. */
  readonly version: number;
  /** A look that was answered CONFIRMING has shown it nothing. */
  readonly showed: boolean;
  /** The latest versions that it had made and been shown when it asked. */
  readonly wrote: number;
  readonly read: number;
}

/** What befalls processes, their connections, the database and the clock, as it is counted. */
export const blows = [
  "killed",
  "killed, noticed late",
  "paused",
  "severed",
  "terminated",
  "reply lost",
  "database stops",
  "failed over",
  "clock jumps",
] as const;

type BlowName = (typeof blows)[number];

const servicePoolSize = 10;

/** Those of the shop, and a seller and an operator of each of two other tenants. */
const labCallers: Config["callers"] = [
  ...configure({ channelUrl: "", ordersUrl: "", fulfillmentUrl: "", projectorUrl: "" }).callers,
  { tenant: "other", caller: "mall", role: "SELLER" },
  { tenant: "other", caller: "stockroom", role: "OPERATOR" },
  { tenant: "hotel", caller: "desk", role: "SELLER" },
  { tenant: "hotel", caller: "stockroom", role: "OPERATOR" },
];
const workerPoolSize = 4;

export class Hosts {
  readonly world: World;
  readonly network: Network;
  readonly sleepers: Sleepers;
  readonly config: Config;
  /** Orders whose charge the channel declines. */
  readonly declined = new Set<string>();
  /** Orders whose next refund under a new key the channel refuses. */
  readonly refused = new Set<string>();
  /** Orders the key of whose refund the channel keeps no longer. */
  readonly forgotten = new Set<string>();
  /** Errors that a service told its caller of in general terms only (a 500), or that a worker passed over. */
  readonly reported: string[] = [];
  /** What was done to real processes, and what they left: "relay killed at …: exit 137". */
  readonly fired: string[] = [];
  /** Reads the books; its own parts are always the shipped ones. */
  readonly audit: Context;
  readonly stockroom: Context;
  readonly opened: Opened[] = [];
  readonly bookkeeping: Bookkeeping = { replays: [], forced: [], compared: [], unfreezings: [] };
  /** What somebody has written into the books by hand and not mended yet: meanwhile they are not as they must be at any time. */
  readonly spoilt = new Set<string>();
  /** What sessions have written of units and been shown of them, in the order in which they were answered. */
  readonly sessions: Seen[] = [];
  readonly #struck = new Map<BlowName, number>();
  /** Hosts whose database takes no writes. */
  readonly #standbys = new Standbys();
  readonly #configOf: Readonly<Record<string, Partial<Config>>>;
  readonly #run: LabRun;
  readonly #parts: Parts;
  readonly #servicePoolSize: number;
  readonly #running = new Map<string, Shop>();
  readonly #pools = new Map<string, Pool>();
  readonly #whose: Whose | undefined;
  readonly #childHosts: ChildHosts | undefined;

  constructor(world: World, run: LabRun, setting: Setting) {
    this.world = world;
    this.network = new Network(world, nameMessage);
    this.sleepers = new Sleepers(world);
    this.config = configure(
      {
        channelUrl: "http://channel",
        ordersUrl: "http://orders-1",
        fulfillmentUrl: "http://fulfillment",
        projectorUrl: "http://projector",
      },
      { callers: labCallers, ...setting.config },
    );
    this.#configOf = setting.configOf ?? {};
    this.#run = run;
    this.#parts = { ...shippedParts, ...setting.parts };
    this.#servicePoolSize = setting.poolSize ?? servicePoolSize;
    if (setting.processes !== undefined) {
      this.#whose = setting.processes.whose;
      this.#childHosts = new ChildHosts(world, setting.processes.children);
    }
    this.audit = { ports: this.#ports("auditor", workerPoolSize), config: this.config, parts: shippedParts };
    this.stockroom = this.tool("stockroom");
    this.#startChannel();
    for (const host of this.services) this.shop(host);
  }

  /** Hosts that serve from the beginning. */
  get services(): readonly string[] {
    return ["orders-1", "fulfillment", ...(this.config.expiryUrl === undefined ? [] : ["expiry"])];
  }

  /** The process on this host; it is started if it does not run. */
  shop(host: string): Shop {
    const running = this.#running.get(host);
    if (running !== undefined) return running;
    const serves = (["orders", "inventory"] as const).find((kind) => new RegExp(`^${kind}-\\d+$`).test(host));
    const shop = this.#start(host, serves === undefined ? workerPoolSize : this.#servicePoolSize);
    this.#running.set(host, shop);
    if (serves !== undefined) this.network.serve(host, (request) => shop[serves](request));
    for (const kind of ["fulfillment", "projector", "expiry"] as const)
      if (host === kind) this.network.serve(host, (request) => shop[kind](request));
    return shop;
  }

  /** A tool of the shop's own, used by hand: a process of its own each time, in the lab's. */
  tool(host: string): Context {
    return { ports: this.#ports(host, workerPoolSize), config: this.config, parts: this.#parts };
  }

  /** An error that nobody else would hear of; one that a declared fault made is no news. */
  report(what: string, error: unknown): void {
    if (isConnectionLost(error)) return;
    this.reported.push(`${what}: ${error instanceof Error ? error.message : String(error)}`);
  }

  /**
   * SIGKILL: nothing on this host goes on. Ends when the process has ended and the server has noticed; returns the exit
   * code, when it was a process of its own. Noticed `late`, a statement that waits for a lock is carried out all the same,
   * as the server's default has it.
   */
  async kill(host: string, noticed: Noticed = "at once"): Promise<number | undefined> {
    this.#strike(noticed === "late" ? "killed, noticed late" : "killed");
    if (noticed === "late") this.#run.orphan(host);
    this.world.kill(host);
    this.#running.delete(host);
    const exitCode = await this.#childHosts?.kill(host);
    await this.#run.bury(host);
    return exitCode;
  }

  /** The database stops at once and recovers; every connection of every host is lost. */
  async crashDatabase(): Promise<void> {
    this.#strike("database stops");
    await this.#run.crash();
  }

  /** How many connections the process on this host has called broken, so that nobody uses them again. */
  closed(host: string): number {
    return this.#pools.get(host)?.closed ?? 0;
  }

  /** The connections that this task has in its hands break, by the network or by an administrator; how many there were. */
  async sever(task: Task, by: Ender): Promise<number> {
    const broken = await this.#run.sever(task, by);
    if (broken > 0) this.#strike(by === "client" ? "severed" : "terminated");
    return broken;
  }

  /** The database of this host takes no writes from now on, as after a failover to a standby. */
  failOver(host: string): void {
    this.#strike("failed over");
    this.#standbys.failOver(host);
  }

  /** It takes writes again. */
  failBack(host: string): void {
    this.#standbys.failBack(host);
  }

  /** The clock of the whole world jumps forward: whatever was due in between is due at once. */
  jump(byMs: number): void {
    this.#strike("clock jumps");
    this.world.nowMs += byMs;
  }

  /** How often each blow struck. */
  struck(): Readonly<Partial<Record<BlowName, number>>> {
    const { repliesLost } = this.world;
    return { ...Object.fromEntries(this.#struck), ...(repliesLost === 0 ? {} : { "reply lost": repliesLost }) };
  }

  /** Autocommit statements of this host are one action each from now on, sent as drivers send them. */
  sendWhole(host: string): void {
    this.#run.sendWhole(host);
  }

  /** SIGSTOP: nothing happens on this host until it is resumed. */
  pause(host: string): void {
    this.#strike("paused");
    this.world.pause(host);
    this.#childHosts?.pause(host);
  }

  /** SIGCONT. */
  resume(host: string): void {
    this.world.resume(host);
    this.#childHosts?.resume(host);
  }

  /** The run is over, and its connections are given back. `abandoned`: it did not come to its end. */
  async end(abandoned: boolean): Promise<void> {
    await this.#childHosts?.end(abandoned);
  }

  #strike(blow: BlowName): void {
    this.#struck.set(blow, (this.#struck.get(blow) ?? 0) + 1);
  }

  #start(host: string, poolSize: number): Shop {
    const child = this.#childHosts?.start(host);
    const ports = this.#ports(host, poolSize, child?.supply);
    const config = { ...this.config, ...this.#configOf[host] };
    if (child === undefined || this.#whose === undefined) return createShop(ports, config, this.#parts);
    const role: ShopRole = { config, whose: this.#whose };
    const { world, network } = this;
    child.employ({ role, epochMs, keepSource: world.keepsSource }, { ...ports, world, network });
    return shopIn(child);
  }

  #startChannel(): void {
    const decide = (merchantOrder: string): "CHARGED" | "DECLINED" =>
      this.declined.has(merchantOrder) ? "DECLINED" : "CHARGED";
    const refuse = (merchantOrder: string): boolean => this.refused.delete(merchantOrder);
    const forgets = (merchantOrder: string): boolean => this.forgotten.has(merchantOrder);
    const channel = createChannel(this.#ports("channel", 1), { decide, refuse, forgets });
    this.network.serve("channel", (request) => channel.app(request));
  }

  #ports(host: string, poolSize: number, supply?: Supply) {
    const pool = this.#run.pool(host, poolSize, supply);
    this.#pools.set(host, pool);
    const { world, network, sleepers } = this;
    const noAnswer = (why: NoAnswer["why"]): NoAnswer => new NoAnswer(why);
    const report = (what: string, error: unknown): void => {
      if (!this.#standbys.isRefusal(host, error)) this.report(`${host} ${what}`, error);
    };
    const ports = hostPorts(host, { world, network, sleepers, pool, epochMs, noAnswer });
    return { ...ports, database: this.#standbys.database(host, pool), report } satisfies Ports;
  }
}
