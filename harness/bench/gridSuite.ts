/** Cells of the crash grid: a payment, struck between PAID and its commit by one fault after another. */

import type { ServerChoice } from "../postgres/server.ts";
import type { Flow } from "../shop/grid/flow.ts";
import type { Strikes } from "../shop/grid/flight.ts";
import { faultNames, faultWords } from "../shop/grid/strike.ts";
import { Striker } from "../shop/grid/striker.ts";
import { meaningless } from "../shop/grid/points.ts";
import { openDatabase } from "../shop/lab.ts";
import type { Suite, Way } from "./suite.ts";

const flow: Flow = {
  name: "pay",
  says: "an order is paid",
  host: "orders-1",
  stock: 2,
  async before({ shop }) {
    const order = await shop.order({ user: "user-0042" });
    return () => [shop.pay(order)];
  },
};

export async function gridSuite(choice: ServerChoice): Promise<Suite> {
  const lab = await openDatabase(choice);
  const striker = new Striker(lab, flow, { seed: 29 });
  const point = (await striker.unstruck()).points.find(({ words }) => words.endsWith("PAID written"));
  if (point === undefined) throw new Error("paying has to write PAID");
  const way = (name: string, strikes: Strikes): Way => ({
    name,
    run: async () => {
      const { verdict, about } = await striker.judged(strikes);
      if (verdict !== "holds") throw new Error(`${name}: ${about.join("; ")}`);
    },
  });
  const faults = faultNames.filter((fault) => !meaningless(point).without.includes(fault));
  return {
    title: "cells of the crash grid, one after another",
    ways: [
      way("the flow without a fault", {}),
      ...faults.map((fault) => way(faultWords(fault), { flow: striker.strike(point, fault) })),
    ],
    share: () => [["runs", striker.flown().runs]],
    close: () => lab.close(),
  };
}
