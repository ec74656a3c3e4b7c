import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { processState } from "./processes.ts";
import { SHELL_LOOP, signalsThrough } from "./shellSignals.ts";

const shell = () => spawn("sh", ["-c", SHELL_LOOP], { stdio: ["pipe", "pipe", "inherit"] });

test("shell signals: it stops, continues and looks, in order, through one shell", async () => {
  const [sleeper, sh] = [spawn("sleep", ["60"]), shell()];
  const signals = signalsThrough({ input: sh.stdin, output: sh.stdout });
  const pid = sleeper.pid!;
  while (!(await signals.asleep(pid))); // It may not have begun to sleep yet.
  await signals.stop(pid);
  expect(await signals.asleep(pid)).toBe(false);
  while (processState(pid)?.state !== "T") await signals.asleep(pid); // A signal wakes a sleeper first, then it stops.
  await signals.cont(pid);
  while (!(await signals.asleep(pid)));
  const askFor = async (asked: number): Promise<boolean> => signals.asleep(asked);
  const many = await Promise.all(Array.from({ length: 200 }, (_, i) => askFor(i % 2 === 0 ? pid : 999_999_999)));
  expect(many.filter(Boolean)).toHaveLength(100);
  sleeper.kill("SIGKILL");
  await new Promise((resolve) => sleeper.once("exit", resolve));
  await signals.stop(pid); // It has ended meanwhile: nothing to do, and no error.
  sh.stdin.end();
});

test("shell signals: when the shell is gone every question is refused, also those under way", async () => {
  const sh = shell();
  const signals = signalsThrough({ input: sh.stdin, output: sh.stdout });
  await signals.asleep(1);
  const under = Promise.resolve(signals.asleep(1)).catch((error: unknown) => error);
  sh.kill("SIGSTOP");
  const waiting = Promise.resolve(signals.asleep(1)).catch((error: unknown) => error);
  sh.kill("SIGKILL");
  await under;
  expect(await waiting).toMatchObject({ message: expect.stringContaining("shell") as string });
  await expect(signals.stop(1)).rejects.toThrow("no longer be signalled");
});
