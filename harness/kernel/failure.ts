/** The kernel's named errors: each says what rule was broken and by whom. They end the run; its verdict is unknown. */

export type KernelRule =
  | "task runs on without an effect" // it waits for something the kernel cannot see
  | "task ended with an effect outstanding" // somebody forgot to await
  | "effect outside a task" // a port was called from a listener, or from no task at all
  | "deadlock nobody asked for" // the server's detector ran before its backend was stopped
  | "machine too slow for the gate" // a waiter's deadlock detector may have run before it was stopped
  | "watcher does not answer"
  | "deadlock detector does not end"
  | "fates that exclude each other" // a message that is held cannot be lost or delayed as well
  | "too many steps"
  | "process lost" // a child process ended by itself
  | "server lost";

export class KernelError extends Error {
  readonly rule: KernelRule;
  constructor(rule: KernelRule, detail: string) {
    super(`${rule}: ${detail}`);
    this.name = "KernelError";
    this.rule = rule;
  }
}

/** What whoever waits for a task of a killed host is told. It is no failure of the task's. */
export class Killed extends Error {
  constructor(host: string) {
    super(`${host} was killed`);
    this.name = "Killed";
  }
}

/** The system misused what it was lent, whatever the schedule: a finding about it, not a defect of the lab. It ends the run. */
export class Misuse extends Error {
  /** @param who the task; @param what it did. */
  constructor(who: string, what: string) {
    super(`${who} ${what}`);
    this.name = "Misuse";
  }
}

/** Nothing is enabled and tasks remain: a finding about the system, not a defect of the lab. */
export class Stuck extends Error {
  readonly waiting: readonly string[];
  constructor(waiting: readonly string[]) {
    super(`stuck: ${waiting.join("; ")}`);
    this.name = "Stuck";
    this.waiting = waiting;
  }
}
