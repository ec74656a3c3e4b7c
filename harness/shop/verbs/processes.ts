/** What befalls processes: SIGKILL, standing still, starting again, and a database that each meets in its own way. */

import type { When } from "../../kernel/action.ts";
import type { Task } from "../../kernel/task.ts";
import type { Op } from "../../kernel/op.ts";
import type { Noticed } from "../hosts.ts";
import { watchFor, type Point } from "../points.ts";
import type { Step } from "../step.ts";
import type { Befallen, Teller } from "./teller.ts";

export function processes(teller: Teller) {
  const { hosts } = teller;
  const { world } = hosts;

  /** SIGKILL; a process of its own leaves an exit code, which is told. */
  const kill = async (host: string, when: string, noticed: Noticed = "at once"): Promise<void> => {
    const exitCode = await hosts.kill(host, noticed);
    if (exitCode !== undefined) hosts.fired.push(`${host} killed ${when}: exit ${exitCode}`);
  };

  const strikeAt = (
    host: string,
    point: Point,
    how: string,
    land: (task: Task | undefined) => Promise<void>,
    when: When = "after",
  ): Step<Befallen> => {
    const blow = { text: `${host} ${how} at "${point}"`, when, strikes: watchFor(point, host) };
    return teller.befall(blow, `${host} at "${point}"`, how, async (task) => {
      await land(task);
      return `${host} is ${how}: ${point}`;
    });
  };

  return {
    /** The database as the process on a host meets it. */
    database: (host: string) => ({
      /** It takes no writes from now on, as after a failover to a standby. */
      failOver: (): void => hosts.failOver(host),
      /** It takes writes again. */
      failBack: (): void => hosts.failBack(host),
      /** Single statements reach it whole from now on, as drivers send them, and commit unasked. */
      sendWhole: (): void => hosts.sendWhole(host),
      /** It does what such a moment ends with, and the connection breaks before the process has its reply. */
      loseReplyAt: (point: Point) => strikeAt(host, point, "without a reply", async () => undefined, "reply"),
      /** The connection breaks before it does what such a moment ends with. */
      breakAt: (point: Point) =>
        strikeAt(
          host,
          point,
          "disconnected",
          async (task) => {
            if (task !== undefined) await hosts.sever(task, "client");
          },
          "before",
        ),
    }),
    /** The process on a host. */
    process: (host: string) => ({
      /** SIGKILL at the first such moment; the database notices at once, or late: see {@link Hosts.kill}. */
      killAt: (point: Point, { noticed = "at once" }: { noticed?: Noticed } = {}) =>
        strikeAt(host, point, "killed", () => kill(host, `at "${point}"`, noticed)),
      /** It stands still from the first such moment on (SIGSTOP), until it is resumed or killed. */
      pauseAt: (point: Point) =>
        strikeAt(host, point, "paused", async () => {
          hosts.pause(host);
        }),
      /** SIGKILL, now. */
      kill: () => {
        const op: Op<Befallen> = world.expect(`${host} killed`);
        world.offer(`${host} is killed`, async () => {
          await kill(host, "by the story");
          op.end({ value: { how: "killed" } });
        });
        return teller.step(`kill ${host}`, op, (befallen) => befallen.how);
      },
      /** SIGCONT: what came up meanwhile happens now. */
      resume: (): void => {
        hosts.resume(host);
      },
      /** A process on this host; a new one if the former was killed. */
      start: (): void => {
        hosts.shop(host);
      },
    }),
  };
}
