/**
 * The program of a child process: a service of the shop, with the parts of the experiment or flow that it works for. It is
 * started by the lab, never by hand.
 */
import { serveShop } from "../harness/shop/childShop.ts";

serveShop(async ({ experiment, control }) => {
  const [{ experiments }, { flows }] = await Promise.all([import("./experiments.ts"), import("./grid/flows.ts")]);
  const found = experiments.find(({ id }) => id === experiment);
  const flow = flows.find(({ name }) => name === experiment);
  const wrong = [found?.control ?? [], found?.wrong ?? [], flow?.wrong ?? []]
    .flat()
    .find(({ says }) => says === control);
  if (wrong === undefined) throw new Error(`no control of ${experiment} says that ${control}`);
  return wrong.parts;
});
