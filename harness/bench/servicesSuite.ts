/**
 * Two buyers on one row, as services with the channel: one place, both order it, the winner pays, the loser is refused,
 * the callback arrives. In the lab every interleaving is decided; without it everybody just runs at once.
 */

import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import type { LabRun } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { readEnd } from "../shop/books.ts";
import { Hosts } from "../shop/hosts.ts";
import { openDatabase } from "../shop/lab.ts";
import { PlainShop, type PlainOptions } from "../shop/plainShop.ts";
import { tellStory, users } from "../shop/story.ts";
import { post, price, sku } from "../shop/verbs/teller.ts";
import { Means } from "./means.ts";
import type { Suite } from "./suite.ts";

interface Ordered {
  readonly id: string;
  readonly outcome: string;
}

/** How the story's requests are carried. */
interface Carried<O extends Ordered> {
  readonly open: (unit: { readonly sku: string; readonly total: number }) => Promise<unknown>;
  readonly order: (user: string) => PromiseLike<O>;
  /** @returns what became of it: "PAID". */
  readonly pay: (order: O) => PromiseLike<string>;
}

async function twoBuyers<O extends Ordered>({ open, order, pay }: Carried<O>): Promise<void> {
  await open({ sku, total: 1 });
  const orders = await Promise.all(users(1, 2).map(order));
  const winner = orders.find(({ outcome }) => outcome === "CREATED");
  if (winner === undefined || !orders.some(({ outcome }) => outcome === "SOLD_OUT")) {
    throw new Error("one buyer has to win and the other to be refused");
  }
  const status = await pay(winner);
  if (status !== "PAID") throw new Error(`the winner ended ${status}`);
}

export async function servicesSuite(choice: ServerChoice): Promise<Suite> {
  const lab = await openDatabase(choice);
  const plain = await PlainShop.open(lab.server.address);
  const labs = new Means();
  const prepared = new Means();
  const shipped = new Means();

  const withoutTheLab = async (options: PlainOptions): Promise<void> => {
    const plains = options.prepared ? prepared : shipped;
    const run = await plains.timed("reset and set-up", async () => plain.begin(options));
    const told = async <T>(request: Request): Promise<T> => (await (await run.orders(request)).json()) as T;
    await plains.split("waiting", "at work", async () => {
      await twoBuyers({
        open: async (unit) => run.open(unit),
        order: async (user) => {
          const body = { request_key: `key-${user}`, user, sku, amount: price };
          const said = await told<{ order_id?: string; outcome: string }>(post("http://orders/orders", body));
          return { id: said.order_id ?? "", outcome: said.outcome };
        },
        pay: async ({ id }) => (await told<{ status: string }>(post(`http://orders/orders/${id}/pay`, {}))).status,
      });
      await run.rest();
    });
  };

  const inTheLab = async (seed: number, booksToo: boolean): Promise<void> => {
    const world = new World({ strategy: randomWalk(seed) });
    const run = await labs.timed("reset", async () => lab.begin(world));
    const hosts = await labs.timed("set-up", async () => new Hosts(world, run, {}));
    const { story } = tellStory(hosts, seed);
    const { shop } = story;
    const tale = world.spawn("story", "two buyers", async () =>
      twoBuyers({
        open: async (unit) => hosts.shop("sweeper").open(unit),
        order: (user) => shop.order({ user }),
        pay: async (order) => (await shop.pay(order)).text,
      }),
    );
    await labs.split("waiting", "at work", async () => world.run());
    if (tale.outcome !== undefined && "error" in tale.outcome) throw tale.outcome.error;
    count(world, run);
    if (booksToo) {
      await labs.timed("books", async () => {
        const books = world.spawn("auditor", "reads the books", async () => readEnd(hosts));
        await world.run();
        if (books.outcome === undefined || "error" in books.outcome) throw new Error("the books could not be read");
      });
    }
    await labs.timed("giving back", async () => run.end(false));
  };

  const count = ({ trace }: World, { gate }: LabRun): void => {
    labs.add("decisions", trace.steps.length);
    labs.add("messages", trace.steps.filter(({ text }) => / receives /.test(text)).length);
    labs.add("round trips", trace.steps.filter(({ text }) => /^\d+ \S+ .*: [A-Z]{4}|: commits/.test(text)).length);
    labs.add("polls", gate.counts.polls);
    labs.add("waits", gate.counts.waits);
  };

  const steps = (): number => labs.mean("decisions");
  return {
    title: "two buyers on one row, as services with the channel",
    ways: [
      { name: "without the lab, statements prepared", run: async () => withoutTheLab({ prepared: true }) },
      { name: "without the lab, as shipped", run: async () => withoutTheLab({ prepared: false }) },
      { name: "in the lab", run: async (seed) => inTheLab(seed, false), steps },
      { name: "in the lab, books read too", run: async (seed) => inTheLab(seed, true) },
    ],
    share: () => [
      ["reset, µs", labs.mean("reset")],
      ["hosts set up and connections given back, µs", labs.mean("set-up") + labs.mean("giving back")],
      ["decisions: waiting for the server, µs", labs.mean("waiting")],
      ["  as much as without the lab", prepared.mean("waiting")],
      ["decisions: this process at work, µs", labs.mean("at work")],
      ["  as much as without the lab", prepared.mean("at work")],
      ["reading the books, when they are read, µs", labs.mean("books")],
      ["without the lab: reset and set-up, µs", prepared.mean("reset and set-up")],
      ["decisions", steps()],
      ["messages delivered", labs.mean("messages")],
      ["round trips of statements", labs.mean("round trips")],
      ["round trips of the watcher", labs.mean("polls")],
      ["waits for a lock", labs.mean("waits")],
    ],
    close: async () => {
      await plain.close();
      await lab.close();
    },
  };
}
