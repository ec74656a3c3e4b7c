/** Processes that only burn time, to show that a trace does not depend on how fast anything is. */

import { spawn } from "node:child_process";

/** Each ends when it is told to, or when this process has gone. */
export function startBusyLoops(count: number): { stop(): void } {
  const loop = "while (process.ppid === Number(process.argv[1]));";
  const children = Array.from({ length: count }, () =>
    spawn(process.execPath, ["-e", loop, String(process.pid)], { stdio: "ignore" }),
  );
  return {
    stop: () => {
      for (const child of children) child.kill("SIGKILL");
    },
  };
}
