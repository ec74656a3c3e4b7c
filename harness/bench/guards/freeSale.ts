/**
 * The same system run free under load, as a stress test has it: twelve buyers at once on a few places, workers beside them,
 * messages that are lost, late and doubled by chance, all in real time. What it left is judged by the lab's own rules about
 * the database and by the reconciler; what only the lab hears (answers, arrivals) is not.
 */

import { NoAnswer, type Fetch } from "../../../src/ports.ts";
import { loadBooks } from "../../../src/reconcile/load.ts";
import { judge } from "../../../src/reconcile/report.ts";
import { randomStream, wholeBelow, type Random } from "../../kernel/random.ts";
import { leftOpen } from "../../shop/grid/open.ts";
import type { PlainRun, PlainShop } from "../../shop/plainShop.ts";
import { askSafety } from "../../shop/safety.ts";
import type { Guard } from "../../shop/explore/guard.ts";
import { post, price, sku } from "../../shop/verbs/teller.ts";

const buyers = 12;
const places = 4;
/** Real time is short: what is 60 s and 300 ms in the shop. */
const [holdMs, patienceMs] = [80, 25];
/** How long the buyers take to arrive, ms. */
const rushMs = 60;
/** One message in so many is not just delivered. */
const mischief = 8;
const rounds = 4;

export async function freeSale(plain: PlainShop, parts: Guard["parts"], seed: number): Promise<readonly string[]> {
  const random = randomStream(seed, "workload");
  const lateSuccess = wholeBelow(random, 2) === 0 ? "refund" : "rehold-or-refund";
  let calm = false;
  const run = await plain.begin({
    prepared: true,
    parts,
    config: { holdMs, lateSuccess, channelTimeoutMs: patienceMs, deliveryTimeoutMs: patienceMs },
    channel: { callbackTimeoutMs: patienceMs, callbackRetryMs: patienceMs },
    carry: (send) => (request, bound) => (calm ? send : byChance(send, random))(request, bound),
  });
  await run.open({ sku, total: places });
  const sale = Array.from({ length: buyers }, async (_, nth) => buys(run, nth, random));
  const over = Promise.all(sale);
  await Promise.all([over, works(run, over)]);
  calm = true;
  await run.rest();
  await pause(holdMs);
  const failed: string[] = [];
  let open: readonly string[] = [];
  for (let nth = 0; nth < rounds; nth++) {
    for (const work of workers(run, 0)) failed.push(...(await failureOf(work)));
    await run.rest();
    open = await leftOpen(run, false);
    if (open.length === 0) break;
  }
  const { mismatches, completeness } = judge(await loadBooks(run.audit));
  const unsafe = await askSafety(async (text) => plain.ask(text));
  return [...failed, ...open, ...unsafe, ...[...mismatches, ...completeness].map(({ text }) => text)];
}

const pause = async (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Orders, and then pays, cancels, or both at once; whoever gets no answer asks once more. */
async function buys(run: PlainRun, nth: number, random: Random): Promise<void> {
  const ask = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const url = `http://orders${path}`;
    const once = async () => run.orders(post(url, body));
    const [reply] = await Promise.all([once(), wholeBelow(random, 4) === 0 ? once() : undefined]);
    const heard = reply.status >= 500 ? await once() : reply;
    return (await heard.json()) as Record<string, unknown>;
  };
  const [comesAt, paysAt, does] = [wholeBelow(random, rushMs), wholeBelow(random, rushMs), wholeBelow(random, 4)];
  await pause(comesAt);
  const order = { request_key: `key-${nth}`, user: `user-${wholeBelow(random, buyers)}`, sku, amount: price };
  const { order_id: id } = await ask("/orders", order);
  if (typeof id !== "string") return;
  await pause(paysAt);
  const steps = [["pay"], ["pay"], ["cancel"], ["pay", "cancel"]][does]!;
  await Promise.all(steps.map(async (step) => ask(`/orders/${id}/${step}`, {})));
}

/** All workers, over and over, until the buyers have done. */
async function works(run: PlainRun, until: Promise<unknown>): Promise<void> {
  let over = false;
  const end = until.finally(() => (over = true));
  const each = workers(run, 2 * patienceMs).map(async (work) => {
    while (!over) {
      await failureOf(work); // What fails in the rush is tried again, and judged by what it left.
      await pause(5);
    }
  });
  await Promise.all([end, ...each]);
}

const workers = ({ recovery, sweeper, relay }: PlainRun, staleMs: number): readonly (() => Promise<unknown>)[] => [
  async () => recovery.run({ staleMs }),
  async () => sweeper.run(),
  async () => relay.run({ limit: 20 }),
];

async function failureOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  return work().then(
    () => [],
    (error: unknown) => [String(error)],
  );
}

function byChance(send: Fetch, random: Random): Fetch {
  return async (request, bound) => {
    const once = async () => send(request.clone(), bound);
    switch (wholeBelow(random, mischief) === 0 ? wholeBelow(random, 4) : -1) {
      case 0:
        throw new NoAnswer("timeout");
      case 1:
        await once();
        throw new NoAnswer("timeout");
      case 2:
        return (await Promise.all([once(), once()]))[0];
      case 3:
        await pause(wholeBelow(random, 2 * patienceMs));
        return once();
      default:
        return once();
    }
  };
}
