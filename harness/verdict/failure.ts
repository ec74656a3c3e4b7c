/**
 * Why the lab itself could not go on: for people, not for the code under test. It says what happened, why, and what to
 * do next. A claim that breaks is never one of these.
 */

export interface FailureDetails {
  /** The cause, as far as the lab knows it. */
  readonly why: string;
  /** What the reader can do about it; a command where there is one. */
  readonly next: string;
  /** 2 = the lab was asked for something that cannot be (wrong use); 3 = it could not find out (unknown). */
  readonly exitCode: 2 | 3;
  readonly cause?: unknown;
}

export class LabError extends Error {
  readonly what: string;
  readonly why: string;
  readonly next: string;
  readonly exitCode: 2 | 3;

  constructor(what: string, details: FailureDetails) {
    super(`${what}\n  why:  ${details.why}\n  next: ${details.next}`, { cause: details.cause });
    this.name = "LabError";
    this.what = what;
    this.why = details.why;
    this.next = details.next;
    this.exitCode = details.exitCode;
  }
}
