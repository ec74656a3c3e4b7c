/**
 * The consumer ships whatever arrives. The guards that are missing, either of which would be enough here: the inbox that
 * knows each event's id, and the version that only grows.
 */
import type { Parts } from "../../src/parts.ts";
import { noVersionCheck } from "./noVersionCheck.ts";

export const noInbox: Partial<Parts> = {
  ...noVersionCheck,
  admitEvent: () => Promise.resolve(true),
};
