/** What comes in place of an answer when it is garbled. None of it says anything about what the one who was asked has done. */

import type { WirePayment } from "../../../src/channel/payment.ts";
import { usualCurrency } from "../../../src/currency.ts";
import type { Rule } from "../../network/faults.ts";
import type { WireReply, WireRequest } from "../../network/message.ts";
import { nameMessage } from "../names.ts";
import { objectOf, price } from "../verbs/teller.ts";
import type { Fate } from "./plan.ts";

/** A gateway's own page: the request has come no further. */
export const gatewayPage: WireReply = {
  status: 502,
  headers: [["content-type", "text/html"]],
  body: "<html>502 Bad Gateway</html>",
};

/** A 500 whose body reads as if all that was asked for had been done. */
export function errorLikeAnswer(kind: Fate["kind"]): NonNullable<Rule["request"]["instead"]> {
  return {
    status: 500,
    headers: [["content-type", "application/json"]],
    body: (asked) => JSON.stringify(asIfDone(paymentOf(asked))[kind]),
  };
}

/** What is paid for the order that was asked about. */
function paymentOf(asked: WireRequest): WirePayment {
  return { payment_object: objectOf(nameMessage(asked).about), amount: price, currency: usualCurrency };
}

function asIfDone(payment: WirePayment): Readonly<Record<Fate["kind"], Readonly<Record<string, unknown>>>> {
  const charged = { ...payment, txn: "txn-none" };
  return {
    order: { outcome: "CREATED" },
    pay: { status: "PAID" },
    cancel: { status: "CANCELLED" },
    charge: { result: "CHARGED", ...charged },
    query: { status: "CHARGED", ...charged },
    close: { status: "CLOSED" },
    refund: { result: "REFUNDED", ...payment },
    callback: { effect: "PAID" },
    event: { effect: "APPLIED" },
  };
}
