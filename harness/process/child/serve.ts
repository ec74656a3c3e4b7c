/**
 * A child process of the lab: runs a service of the system, on connections of its own, and moves only when the lab says
 * so. It ends when the lab has gone, however that went; an interrupt is for the lab to answer, which takes it along.
 */

import { ChildBackends } from "./backends.ts";
import { ChildEffects, type Custom } from "./effects.ts";
import { Errors } from "../errors.ts";
import type { FromChild, Letter, ToChild } from "../protocol.ts";

/** What can be called in a child, by name; arguments and answers are plain data. */
export type Methods = Readonly<Record<string, (argument: never) => Promise<unknown>>>;

export interface Program extends Custom {
  /** Makes the service for a role; what that needs may be loaded first. */
  readonly employ: (role: unknown, ports: ReturnType<ChildEffects["ports"]>) => Promise<Methods>;
}

/** Serves the lab that started this process, for the rest of its life. */
export function serveLab(program: Program): void {
  if (process.send === undefined) throw new Error("this program is a part of the lab, which starts it itself");
  process.on("disconnect", () => process.exit());
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => undefined);

  const told = (): void => undefined; // a lab that has gone hears nothing
  const tell = (message: FromChild): void => void process.send?.(message, undefined, undefined, told);
  const errors = new Errors();
  const effects = new ChildEffects(tell, errors, program);
  const backends = new ChildBackends(tell, errors);
  let employed: Promise<Methods> = Promise.resolve({});

  /** What takes more than this turn is returned. */
  const handle = (message: ToChild): Promise<void> | undefined => {
    switch (message.kind) {
      case "hello":
        return backends.openAhead(message.address);
      case "job": {
        const { role, epochMs, keepSource } = message.job;
        effects.keepSource = keepSource;
        employed = program.employ(role, effects.ports(epochMs));
        return employed.then(() => undefined);
      }
      case "call": {
        const { call, method, argument } = message;
        effects.begin(call, async () => {
          const called = (await employed)[method] as ((argument: unknown) => Promise<unknown>) | undefined;
          if (called === undefined) throw new Error(`nothing is called ${method} here`);
          return called(argument);
        });
        return undefined;
      }
      case "begin":
        effects.beginBackground(message.call);
        return undefined;
      case "answer":
        effects.answer(message.effect, message.outcome);
        return undefined;
      case "open":
        return backends.open(message.connection);
      case "send":
        backends.send(message.connection, message.statement);
        return undefined;
      case "commit":
        backends.commit(message.connection);
        return undefined;
      case "destroy":
        backends.destroy(message.connection);
        return undefined;
      case "keep":
        backends.keep(message.connection);
        return undefined;
    }
  };

  let handled = 0;
  let unfinished = 0;
  /** Parked: nothing has come for a whole turn of the event loop, and no connection is being opened. */
  const sayParked = (): void => {
    const seen = handled;
    setImmediate(() =>
      setImmediate(() => {
        if (handled === seen && unfinished === 0) tell({ kind: "parked", handled });
      }),
    );
  };
  process.on("message", ({ nowMs, message }: Letter) => {
    effects.nowMs = nowMs;
    handled++;
    const unfinishedWork = handle(message);
    if (unfinishedWork === undefined) {
      sayParked();
      return;
    }
    unfinished++;
    unfinishedWork.then(
      () => {
        unfinished--;
        sayParked();
      },
      (error: unknown) => crash(error),
    );
  });
}

/** A defect of the lab, or a server that is not there: the lab hears that the process has ended. */
function crash(error: unknown): never {
  process.stderr.write(`a child process of the lab: ${error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
}
