/** What comes in place of an answer when it is garbled. None of it says anything about what the one who was asked has done. */

import type { WireReply } from "../../network/message.ts";
import { price } from "../verbs/teller.ts";
import type { Fate } from "./plan.ts";

/** A gateway's own page: the request has come no further. */
export const gatewayPage: WireReply = {
  status: 502,
  headers: [["content-type", "text/html"]],
  body: "<html>502 Bad Gateway</html>",
};

/** A 500 whose body reads as if all that was asked for had been done. */
export function errorLikeAnswer(kind: Fate["kind"]): WireReply {
  return { status: 500, headers: [["content-type", "application/json"]], body: JSON.stringify(asIfDone[kind]) };
}

const charged = { amount: price, txn: "txn-none" };
const asIfDone: Readonly<Record<Fate["kind"], Readonly<Record<string, unknown>>>> = {
  order: { outcome: "CREATED" },
  pay: { status: "PAID" },
  cancel: { status: "CANCELLED" },
  charge: { result: "CHARGED", ...charged },
  query: { status: "CHARGED", ...charged },
  close: { status: "CLOSED" },
  refund: { result: "REFUNDED" },
  callback: { effect: "PAID" },
  event: { effect: "APPLIED" },
};
