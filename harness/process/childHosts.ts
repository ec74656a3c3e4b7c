/** The hosts of one run that are child processes: a source in which nothing is ever enabled, but which has to rest. */

import type { Source } from "../kernel/action.ts";
import type { World } from "../kernel/world.ts";
import { ChildHost } from "./childHost.ts";
import type { Children } from "./children.ts";

export class ChildHosts implements Source {
  readonly #world: World;
  readonly #children: Children;
  readonly #running = new Map<string, ChildHost>();
  /** Hosts that stand still, or will when they have come to their next effect. */
  readonly #paused = new Map<string, "asked" | "stopped">();

  constructor(world: World, children: Children) {
    this.#world = world;
    this.#children = children;
    world.addSource(this);
  }

  start(host: string): ChildHost {
    const started = new ChildHost(host, this.#children.take(), this.#world);
    this.#running.set(host, started);
    return started;
  }

  /** SIGKILL. Ends when the process has ended, with its exit code; undefined: there is none on this host. */
  async kill(host: string): Promise<number | undefined> {
    const killed = this.#running.get(host);
    this.#running.delete(host);
    this.#paused.delete(host);
    return killed === undefined ? undefined : this.#children.kill(killed.child);
  }

  /** SIGSTOP, when what it does now has come to its next effect. */
  pause(host: string): void {
    this.#paused.set(host, "asked");
  }

  /** SIGCONT. */
  resume(host: string): void {
    if (this.#paused.get(host) === "stopped") this.#running.get(host)?.child.cont();
    this.#paused.delete(host);
  }

  /** The run is over, and its connections are given back. What is as it was waits for the next run. */
  async end(abandoned: boolean): Promise<void> {
    for (const [host, { child, clean }] of this.#running) {
      if (clean && !abandoned && !this.#paused.has(host)) this.#children.giveBack(child);
      else await this.#children.kill(child);
    }
  }

  /** Waits until nothing moves in any of them; what one says may concern another. */
  async rest(): Promise<void> {
    for (let busy = this.#busy(); busy !== undefined; busy = this.#busy()) {
      await busy.child.park();
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const [host, how] of this.#paused) {
      if (how === "stopped") continue;
      this.#running.get(host)?.child.stop();
      this.#paused.set(host, "stopped");
    }
  }

  enabled(): readonly [] {
    return [];
  }

  waiting(): readonly [] {
    return [];
  }

  #busy(): ChildHost | undefined {
    for (const [host, running] of this.#running) {
      if (!running.child.parked && this.#paused.get(host) !== "stopped") return running;
    }
    return undefined;
  }
}
