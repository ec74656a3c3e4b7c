/** Faults, and how one of them is made to strike at a certain decision of a run that is known up to it. */

import type { When } from "../../kernel/action.ts";
import type { Task } from "../../kernel/task.ts";
import type { Stage } from "../stage.ts";

/** The columns of the grid, in words; in their order. */
export const faults = {
  "kill-before": ["SIGKILL", "before"],
  "kill-after": ["SIGKILL", "after"],
  "stop-before": ["server stop", "before"],
  "stop-after": ["server stop", "after"],
  backend: ["backend", "terminated"],
  "sql-reply": ["SQL reply", "lost"],
  "http-reply": ["HTTP reply", "lost"],
} as const;

export type Fault = keyof typeof faults;

export const faultNames = Object.keys(faults) as readonly Fault[];

/** "SIGKILL before" */
export function faultWords(fault: Fault): string {
  return faults[fault].join(" ");
}

/** Whether the database itself goes down. */
export function stopsServer(fault: Fault): boolean {
  return fault === "stop-before" || fault === "stop-after";
}

/** A decision of a run, by its place in the trace. */
export interface Decision {
  readonly at: number;
  /** As the trace has it, without time and outcome. */
  readonly text: string;
}

export interface Strike {
  readonly fault: Fault;
  readonly decision: Decision;
  /** The process that is killed. */
  readonly host: string;
}

/** A strike that has been prepared: whether it has fallen. */
export interface Prepared {
  readonly strike: Strike;
  fallen(): boolean;
}

export function prepareStrike(stage: Stage, strike: Strike): Prepared {
  const { hosts } = stage;
  const { fault, host } = strike;
  const kill = sure(() => hosts.kill(host));
  const stop = sure(() => hosts.crashDatabase());
  switch (fault) {
    case "kill-before":
      return blow(stage, strike, "before", kill);
    case "kill-after":
      return blow(stage, strike, "after", kill);
    case "stop-before":
      return blow(stage, strike, "before", stop);
    case "stop-after":
      return blow(stage, strike, "after", stop);
    case "backend":
      return blow(
        stage,
        strike,
        "before",
        async (task) => task !== undefined && (await hosts.sever(task, "server")) > 0,
      );
    case "sql-reply":
      return blow(stage, strike, "reply", () => Promise.resolve(true));
    case "http-reply":
      return loseReply(stage, strike);
  }
}

/** Strikes, and tells whether there was anything to strike. */
type Land = (task: Task | undefined) => Promise<boolean>;

function sure(land: () => Promise<unknown>): Land {
  return async () => {
    await land();
    return true;
  };
}

/** A blow at the place where the decision is known to be; another decision there is told, and not struck. */
function blow(stage: Stage, strike: Strike, when: When, land: Land): Prepared {
  const { world } = stage;
  const { at, text } = strike.decision;
  const place = when === "before" ? at : at + 1;
  const state = { fallen: false };
  const says = strike.fault.startsWith("kill")
    ? `${strike.host}: ${faultWords(strike.fault)}`
    : faultWords(strike.fault);
  world.prepareBlow({
    text: says,
    when,
    strikes: (_, now) => world.trace.steps.length === place && now === text,
    land: async (task) => {
      state.fallen = await land(task);
      return state.fallen ? says : `${says}: nothing was there to strike`;
    },
  });
  return { strike, fallen: () => state.fallen };
}

const replyTo = /receives the reply to (\w+) (\S+)(?: #(\d+))?$/;

/** The reply that arrives by this decision never does. */
function loseReply({ hosts }: Stage, strike: Strike): Prepared {
  const [, kind = "", about = "", nth = "1"] = replyTo.exec(strike.decision.text) ?? [];
  const rule = hosts.network.faults.rule({ kind, about, nth: Number(nth) });
  rule.reply.lost = true;
  return { strike, fallen: () => rule.fired.has("reply") };
}
