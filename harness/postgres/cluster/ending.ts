/**
 * What has to happen before this process is gone, in whatever way it ends: servers closed, directories removed.
 * SIGKILL leaves no such moment; then the next start does it.
 */
import type { Server } from "../server.ts";

const duties = new Set<() => void>();
const open = new Set<Server>();
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

/** Remembers a server until it is closed, and makes its closing idempotent: whoever closes it waits for the same end. */
export function whileOpen(server: Server): Server {
  let closing: Promise<void> | undefined;
  const remembered: Server = {
    ...server,
    close: () => (closing ??= server.close().finally(() => open.delete(remembered))),
  };
  open.add(remembered);
  return remembered;
}

const interrupts = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;
export type Interrupt = keyof typeof interrupts;

/** How long an interrupted lab waits for a server that has to be closed over the network. */
const CLOSE_WITHIN_MS = 5_000;

/**
 * Ends the process properly when somebody asks it to: the handler (to say so, for instance), then every open server is
 * closed, then exit with 128 plus the signal's number. A second signal exits at once.
 * Returns what takes the wiring away again.
 */
export function onInterrupt(handler: (signal: Interrupt) => void | Promise<void> = () => undefined): () => void {
  let asked = false;
  const listeners = (Object.keys(interrupts) as Interrupt[]).map((signal) => {
    const listener = (): void => {
      const leave = (): void => process.exit(interrupts[signal]);
      if (asked) leave();
      asked = true;
      setTimeout(leave, CLOSE_WITHIN_MS);
      Promise.resolve()
        .then(() => handler(signal))
        .then(closeAll, closeAll)
        .then(leave, leave);
    };
    process.on(signal, listener);
    return { signal, listener };
  });
  return () => listeners.forEach(({ signal, listener }) => process.off(signal, listener));
}

async function closeAll(): Promise<void> {
  await Promise.allSettled([...open].map((server) => server.close()));
}
