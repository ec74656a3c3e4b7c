/**
 * What has to happen before this process is gone, in whatever way it ends: servers stopped, directories removed.
 * SIGKILL leaves no such moment; then the next start does it.
 */

const duties = new Set<() => void>();
let installed = false;

/** Calls a synchronous duty when the process ends, unless it is cancelled before. */
export function beforeExit(duty: () => void): () => void {
  if (!installed) {
    installed = true;
    process.on("exit", carryOut);
  }
  duties.add(duty);
  return () => void duties.delete(duty);
}

function carryOut(): void {
  for (const duty of [...duties].reverse()) {
    duties.delete(duty);
    try {
      duty();
    } catch (error) {
      process.stderr.write(`while cleaning up: ${error instanceof Error ? error.message : String(error)}\n`);
    }
  }
}

const interrupts = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type Interrupt = keyof typeof interrupts;

/**
 * Ends the process properly when somebody asks it to: the handler (to say so, for instance), then the duties, then
 * exit with 128 plus the signal's number. A second signal does not wait for a handler that takes its time.
 * Returns what takes the wiring away again.
 */
export function onInterrupt(handler: (signal: Interrupt) => void | Promise<void> = () => {}): () => void {
  let asked = false;
  const listeners = (Object.keys(interrupts) as Interrupt[]).map((signal) => {
    const listener = (): void => {
      const leave = (): never => process.exit(interrupts[signal]);
      if (asked) leave();
      asked = true;
      Promise.resolve()
        .then(() => handler(signal))
        .then(leave, leave);
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  return () => listeners.forEach(({ signal, listener }) => process.off(signal, listener));
}
