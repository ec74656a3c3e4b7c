/**
 * How long a service in a child process takes until the first decision about it: started on demand, kept ready ahead, and
 * used again. The job is one round of the sweeper; its first statement is the decision.
 */

import { table } from "../cli/table.ts";
import { configure } from "../../src/config.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import { Sleepers } from "../kernel/sleep.ts";
import { World } from "../kernel/world.ts";
import { Network } from "../network/network.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import type { ServerChoice } from "../postgres/server.ts";
import { epochMs } from "../postgres/time.ts";
import { ChildHosts } from "../process/childHosts.ts";
import type { Children } from "../process/children.ts";
import { shopIn, type ShopRole } from "../shop/childShop.ts";
import { openChildren, openDatabase } from "../shop/lab.ts";
import { nameMessage } from "../shop/names.ts";
import { median } from "./suite.ts";

const addresses = {
  channelUrl: "http://channel",
  ordersUrl: "http://orders-1",
  fulfillmentUrl: "http://fulfillment",
  projectorUrl: "http://projector",
};
const role: ShopRole = { config: configure(addresses), whose: { experiment: "" } };

export async function processesReport(choice: ServerChoice, times: number): Promise<string> {
  const lab = await openDatabase(choice);
  const onDemand: number[] = [];
  const keptReady: number[] = [];
  const usedAgain: number[] = [];
  try {
    for (let i = 0; i < times; i++) {
      const children = openChildren(lab, new URL("child.js", import.meta.url));
      onDemand.push(await firstDecisionMs(lab, children));
      keptReady.push(await firstDecisionMs(lab, children)); // it was begun beside the first
      usedAgain.push(await firstDecisionMs(lab, children));
      await children.close();
    }
  } finally {
    await lab.close();
  }
  const rows = Object.entries({ "started on demand": onDemand, "kept ready": keptReady, "used again": usedAgain });
  return table(
    [`a child process, ${times} times: to its first decision`, "ms"],
    rows.map(([how, ms]) => [how, median(ms).toFixed(1)]),
    ["left", "right"],
  );
}

async function firstDecisionMs(lab: LabDatabase, children: Children): Promise<number> {
  const world = new World({ strategy: randomWalk(1) });
  const run = await lab.begin(world);
  const network = new Network(world, nameMessage);
  const clock = new Sleepers(world);
  const hosts = new ChildHosts(world, children);
  const beganAt = performance.now();
  const host = hosts.start("sweeper");
  const database = run.pool("sweeper", 1, host.supply);
  host.employ({ role, epochMs, keepSource: false }, { world, network, clock, database, report: () => undefined });
  world.spawn("sweeper", "works", async () => shopIn(host).sweeper.run());
  let decidedAt: number | undefined;
  world.prepareBlow({
    text: "the first decision",
    when: "after",
    strikes: (_task, text) => !text.endsWith(": begins"),
    land: async () => {
      decidedAt = performance.now();
      return "decided";
    },
  });
  await world.run();
  await run.end(false);
  await hosts.end(false);
  if (decidedAt === undefined) throw new Error("the sweeper asked for nothing");
  return decidedAt - beganAt;
}
