/**
 * The program of a child process: a service of the shop, with the parts of the experiment or flow that it works for. It is
 * started by the lab, never by hand.
 */
import { serveShop } from "../harness/shop/childShop.ts";
import { experiments } from "./experiments.ts";
import { flows } from "./grid/flows.ts";

serveShop(({ experiment, control }) => {
  if (control === undefined) return {};
  const found = experiments.find(({ id }) => id === experiment);
  const flow = flows.find(({ name }) => name === experiment);
  const wrong = [found?.control ?? [], found?.wrong ?? [], flow?.wrong ?? []]
    .flat()
    .find(({ says }) => says === control);
  if (wrong === undefined) throw new Error(`no control of ${experiment} says that ${control}`);
  return wrong.parts;
});
