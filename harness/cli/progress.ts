/**
 * The line that says what is being worked on, rewritten in place. Only a terminal gets one: a log file would keep every
 * version of it, and durations have no place in anything that is compared.
 */
import type { Surroundings } from "./surroundings.ts";

const everyMs = 100;
const clearLine = "\r\u001b[2K";

export interface Progress {
  /** `C29-04  seed 37  (12 of 100)` */
  show(text: string): void;
  /** Takes the line away, so that something lasting can be printed. */
  clear(): void;
}

export function progressOn(surroundings: Pick<Surroundings, "err" | "terminal" | "nowMs">): Progress {
  if (!surroundings.terminal) return { show: () => {}, clear: () => {} };
  const startedMs = surroundings.nowMs();
  let shownMs = -Infinity;
  let visible = false;
  return {
    show(text) {
      const nowMs = surroundings.nowMs();
      if (visible && nowMs - shownMs < everyMs) return;
      shownMs = nowMs;
      visible = true;
      surroundings.err(`${clearLine}  … ${text}   ${((nowMs - startedMs) / 1000).toFixed(1)} s`);
    },
    clear() {
      if (visible) surroundings.err(clearLine);
      visible = false;
    },
  };
}
