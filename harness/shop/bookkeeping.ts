/** What a story sees of the inventory and its ledger while it goes on. */

/** A replay: how many rows it used, and what is not as it should be, a sentence each. */
export interface Replay {
  readonly used: number;
  readonly remarks: readonly string[];
}

/** Something was done to the ledger or its archive that the database refuses, with what refuses it out of the way; then undone. */
export interface Forced {
  readonly what: string;
  /** What the replay said meanwhile. */
  readonly named: readonly string[];
}

/** After one command the inventory was compared with its model. */
export interface Compared {
  readonly what: string;
  /** In what they differ, a phrase each. */
  readonly differs: readonly string[];
}

/** Somebody wanted a frozen unit sold again. */
export interface Unfreezing {
  readonly operationId: string;
  /** The check that something was there to be found by. */
  readonly amiss: "safety" | "liveness" | "explanation" | "nothing";
  /** `COMMITTED`, `REJECTED CHECKS_FAILED`. */
  readonly said: string;
  /** The checks that found something, as the answer has it. */
  readonly found: readonly string[];
  /** Tables in which anything is otherwise than before. */
  readonly changed: readonly string[];
}

export interface Bookkeeping {
  readonly replays: Replay[];
  readonly forced: Forced[];
  readonly compared: Compared[];
  readonly unfreezings: Unfreezing[];
}
