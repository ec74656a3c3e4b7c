/**
 * Signals where the backends live in another pid namespace: one long-lived shell there carries out what it reads, line
 * by line, and answers each line with one. Starting a process for every signal would cost a hundred times as much.
 */
import type { Readable, Writable } from "node:stream";
import type { Signals } from "../server.ts";

/** What the shell runs (`sh -c`). It only uses built-in commands, so it starts nothing either. */
export const SHELL_LOOP = [
  "while read -r verb pid; do",
  "case $verb in",
  "stop) kill -STOP $pid 2>/dev/null; echo done;;",
  "cont) kill -CONT $pid 2>/dev/null; echo done;;",
  // The state follows the last parenthesis: the name in between may hold anything.
  'state) if read -r line 2>/dev/null </proc/$pid/stat; then line="${line##*) }"; echo "${line%% *}"; else echo gone; fi;;',
  "esac",
  "done",
].join("\n");

/** Signals through such a shell. Answers come in the order of the questions. Rejects when the shell is gone. */
export function signalsThrough(shell: { readonly input: Writable; readonly output: Readable }): Signals {
  const waiting: { readonly resolve: (answer: string) => void; readonly reject: (error: Error) => void }[] = [];
  let gone: Error | undefined;
  let rest = "";
  const lose = (cause?: unknown): void => {
    gone ??= new Error("The shell beside the server is gone: its backends can no longer be signalled.", { cause });
    for (const { reject } of waiting.splice(0)) reject(gone);
  };
  shell.output.on("data", (chunk: Buffer | string) => {
    const lines = (rest + chunk.toString()).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) waiting.shift()?.resolve(line.trim());
  });
  shell.output.on("end", lose).on("close", lose).on("error", lose);
  shell.input.on("error", lose);

  const ask = (verb: "stop" | "cont" | "state", pid: number): Promise<string> =>
    new Promise((resolve, reject) => {
      if (gone !== undefined) {
        reject(gone);
        return;
      }
      waiting.push({ resolve, reject });
      shell.input.write(`${verb} ${pid}\n`);
    });
  return {
    async stop(pid) {
      await ask("stop", pid);
    },
    async cont(pid) {
      await ask("cont", pid);
    },
    asleep: async (pid) => (await ask("state", pid)) === "S",
  };
}
