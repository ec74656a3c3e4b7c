/** Who may send which command, and which of them a second person has to have approved: one table, role by command. */
import type { Context } from "../../parts.ts";
import { rejected, type Verdict } from "./answer.ts";
import type { Asked, Asking } from "./asked.ts";

/**
 * SELLER keeps places for buyers. OPERATOR looks after units and what is in them. APPROVER is named by an operator and sends no
 * command. AUDITOR looks at everything of its tenant.
 */
export type Role = "SELLER" | "OPERATOR" | "APPROVER" | "AUDITOR";

/** A service or a person, as whoever let the request in has made sure. */
export interface Caller {
  readonly tenant: string;
  readonly caller: string;
  readonly role: Role;
}

interface Right {
  readonly by: Role;
  /** Somebody else, an APPROVER of the same tenant, has to be named. */
  readonly approved?: true;
}

export const rights = {
  reserve: { by: "SELLER" },
  confirm: { by: "SELLER" },
  release: { by: "SELLER" },
  refund: { by: "SELLER" },
  create: { by: "OPERATOR" },
  activate: { by: "OPERATOR" },
  adjust: { by: "OPERATOR", approved: true },
  freeze: { by: "OPERATOR" },
  unfreeze: { by: "OPERATOR" },
  retire: { by: "OPERATOR", approved: true },
  "raise-epoch": { by: "OPERATOR", approved: true },
  lock: { by: "OPERATOR" },
  unlock: { by: "OPERATOR" },
  settle: { by: "OPERATOR" },
  "force-release": { by: "OPERATOR", approved: true },
} as const satisfies Record<string, Right>;

export type CommandName = keyof typeof rights;

/** Why this caller may not do that; undefined when it may. */
export function permit(
  { config: { callers } }: Context,
  command: CommandName,
  asked: Asked & { readonly approver?: string | undefined },
): Verdict | undefined {
  const { by, approved }: Right = rights[command];
  const { tenant, caller, approver } = asked;
  if (roleOf(callers, tenant, caller) !== by) return rejected("NOT_ALLOWED", "NONE");
  if (approved !== true) return undefined;
  const second = approver !== undefined && approver !== caller && roleOf(callers, tenant, approver) === "APPROVER";
  return second ? undefined : rejected("NOT_APPROVED", "NONE");
}

/** Whose operations and reservations it may look at: its own, those of its whole tenant, or nobody's. */
export function mayLook({ config: { callers } }: Context, { tenant, caller }: Asking): "own" | "all" | "none" {
  const role = roleOf(callers, tenant, caller);
  return role === undefined ? "none" : role === "SELLER" ? "own" : "all";
}

function roleOf(callers: readonly Caller[], tenant: string, caller: string): Role | undefined {
  return callers.find((one) => one.tenant === tenant && one.caller === caller)?.role;
}
