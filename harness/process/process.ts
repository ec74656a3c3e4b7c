/** One child process as the lab sees it: what it is told, when it is parked, its signals and its end. */

import { fork, spawn, type ChildProcess as NodeChild } from "node:child_process";
import { constants } from "node:os";
import { KernelError } from "../kernel/failure.ts";
import { beforeExit } from "../postgres/cluster/ending.ts";
import type { Address } from "../postgres/server.ts";
import type { FromChild, Letter, ToChild } from "./protocol.ts";

export class ChildProcess {
  /** Hears what it says, but for "parked". Whoever employs it sets this. */
  hear: (message: FromChild) => void = () => undefined;
  readonly #child: NodeChild;
  readonly #ended: Promise<number>;
  readonly #cancelDuty: () => void;
  #sent = 0;
  #parkedAt = 0;
  #exitCode: number | undefined;
  #stopped: NodeChild | undefined;
  #wake: () => void = () => undefined;

  /**
   * @param program the compiled program, which serves the lab (`serveLab`).
   * @param address where its own connections lead.
   */
  constructor(program: URL, address: Address) {
    this.#child = fork(program, [], { serialization: "advanced", execArgv: [], stdio: ["ignore", 2, 2, "ipc"] });
    this.#cancelDuty = beforeExit(() => void this.#child.kill("SIGKILL"));
    this.#ended = new Promise((resolve) => {
      const end = (code: number): void => {
        this.#exitCode = code;
        this.#cancelDuty();
        this.#wake();
        resolve(code);
      };
      this.#child.on("exit", (code, signal) => end(signal === null ? (code ?? 1) : 128 + constants.signals[signal]));
      this.#child.on("error", () => this.#child.pid === undefined && end(127)); // it could not be started
    });
    this.#child.on("message", (message: FromChild) => {
      if (message.kind !== "parked") this.hear(message);
      else if (message.handled > this.#parkedAt) {
        this.#parkedAt = message.handled;
        this.#wake();
      }
    });
    this.send(0, { kind: "hello", address });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  get alive(): boolean {
    return this.#exitCode === undefined;
  }

  /** Nothing moves in it, as far as it has said. */
  get parked(): boolean {
    return this.#parkedAt === this.#sent;
  }

  send(nowMs: number, message: ToChild): void {
    this.#sent++;
    const letter: Letter = { nowMs, message };
    this.#child.send(letter, () => undefined); // that it has gone is told by its end
  }

  /** Ends when nothing moves in it any more. Throws a {@link KernelError} when it has ended by itself. */
  async park(): Promise<void> {
    while (!this.parked) {
      if (this.#exitCode !== undefined) {
        throw new KernelError("process lost", `a child process ended by itself, exit ${this.#exitCode}`);
      }
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }

  /** SIGKILL. Ends when it has ended, with its exit code as a shell shows it: 137. */
  async kill(): Promise<number> {
    this.#child.kill("SIGKILL");
    const code = await this.#ended;
    this.#stopped?.kill();
    return code;
  }

  /**
   * SIGSTOP. A stopped process could not notice that the lab has gone: so somebody waits beside it meanwhile, for the end of
   * a pipe from the lab, and lets it go on.
   */
  stop(): void {
    const { pid } = this.#child;
    this.#stopped ??= spawn("sh", ["-c", `read _; kill -CONT ${pid}`], {
      detached: true, // an interrupt of the lab is not for it
      stdio: ["pipe", "ignore", "ignore"],
    }).on("error", () => undefined); // without it a lab killed just now leaves a stopped process, and no more
    this.#child.kill("SIGSTOP");
  }

  /** SIGCONT. */
  cont(): void {
    this.#child.kill("SIGCONT");
    this.#stopped?.kill();
    this.#stopped = undefined;
  }
}
