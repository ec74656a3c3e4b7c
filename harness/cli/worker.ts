/** A worker's side of a lab of several: opens a lab of its own, runs what it is told, and goes when nobody tells it more. */
import { onInterrupt } from "../postgres/cluster/ending.ts";
import type { Lab, Suite } from "./lab.ts";
import { failureOf, type Order, type Reply } from "./workers.ts";

/** Works until the process that forked this one is gone or lets go of it. */
export function work(suite: Suite): void {
  let lab: Lab | undefined;
  const carryOut = async (order: Order): Promise<Reply> => {
    if (order.kind === "open") {
      lab = await suite.openLab(order.choice, 1);
      const { server, gate, warnings } = lab;
      return { kind: "opened", about: { server, gate, warnings } };
    }
    if (lab === undefined) throw new Error("a run before the lab is open");
    if (order.kind === "run") return { kind: "ran", result: await lab.run(order.id, order.options) };
    if (order.kind === "explore" || order.kind === "reduce") {
      if (lab.explore === undefined || lab.reduce === undefined) throw new Error("this suite has nothing to explore");
      return order.kind === "explore"
        ? { kind: "explored", exploration: await lab.explore(order.name, order.options) }
        : { kind: "reduced", reduced: await lab.reduce(order.name, order.options) };
    }
    if (lab.grid === undefined) throw new Error("this suite has no flows");
    return order.kind === "flow"
      ? { kind: "struck", flow: await lab.grid.flow(order.name, order.options) }
      : { kind: "shown", cell: await lab.grid.cell(order.at, order.options) };
  };
  process.on("message", (order: Order) => {
    carryOut(order)
      .catch((error: unknown): Reply => ({ kind: "failed", failure: failureOf(error) }))
      .then((reply) => process.send?.(reply, () => undefined)) // Who cannot be told has gone: see "disconnect".
      .catch((error: unknown) => process.stderr.write(`a worker of the lab: ${String(error)}\n`));
  });
  const leave = (): void => process.exit(0);
  // What is half open goes when the process ends.
  process.on("disconnect", () => {
    if (lab === undefined) leave();
    else lab.close().then(leave, leave);
  });
  onInterrupt();
}
