/**
 * The program of a child process: a service of the shop, with the parts of the experiment that it works for. It is
 * started by the lab, never by hand.
 */
import { serveShop } from "../harness/shop/childShop.ts";
import { experiments } from "./experiments.ts";

serveShop(({ experiment, control }) => {
  if (control === undefined) return {};
  const found = experiments.find(({ id }) => id === experiment);
  const wrong = [found?.control ?? [], found?.wrong ?? []].flat().find(({ says }) => says === control);
  if (wrong === undefined) throw new Error(`no control of ${experiment} says that ${control}`);
  return wrong.parts;
});
