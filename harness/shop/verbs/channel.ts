/** What the channel does, and what befalls the messages of everybody. */

import type { Notice } from "../../../src/channel/contract.ts";
import { toWirePayment, type Payment } from "../../../src/channel/payment.ts";
import { anybody, type Fate, type Rule as NetworkRule } from "../../network/faults.ts";
import type { MessageKind } from "../names.ts";
import type { Step } from "../step.ts";
import { answer, get, idOf, objectOf, post, price, type Answer, type OrderRef, type Teller } from "./teller.ts";

/** The fate of one leg of one message. */
export interface Leg {
  lose(): Leg;
  /** The connection breaks; the caller learns it at once. */
  breakOff(): Leg;
  delay(ms: number): Leg;
  duplicate(copies: number): Leg;
}

export interface Rule {
  readonly request: Leg & {
    /** Whoever stands in between answers so, and it never arrives. */
    answerInstead(status: number, body: string): void;
    /** The same, with a 500 that reads like the channel's answer, to the last field. */
    answerInError(said: "CHARGED" | "DECLINED" | "REFUNDED"): void;
  };
  readonly reply: Leg & {
    /** Half of its body is missing. */
    cutShort(): void;
    /** It names another payment when it comes than the channel has sent. */
    misname(other: Partial<Payment>): void;
  };
  /** The request waits at its sender until it is let go; only then does the sender's patience begin to run. */
  hold(): Held;
}

export interface Held {
  /** Lets it go; the step ends when its answer has arrived. Its short form is the effect: "DUPLICATE PAID". */
  release(): Step<Answer>;
  /** Lets so many copies go at once. */
  releaseCopies(copies: number): readonly Step<Answer>[];
}

export function channel(teller: Teller) {
  const { network, declined, refused, forgotten, config } = teller.hosts;
  let extra = 0;

  /** What is paid for an order in most stories, but for what is said to be otherwise. */
  const paymentOf = (id: string, otherwise: Partial<Payment>): Payment => ({
    paymentObject: objectOf(id),
    amount: price,
    currency: config.currency,
    ...otherwise,
  });

  const rule = (kind: MessageKind, about: string, nth: number | "every"): Rule => {
    const made = network.faults.rule({ kind, about, nth });
    const release = (copies: number): readonly Step<Answer>[] =>
      network.release(made.target, copies).map((op, i) => {
        const what = `${kind} of ${about}${copies === 1 ? "" : `, copy ${i + 1}`}`;
        return teller.step(what, op.map(answer), ({ text }) => text);
      });
    const answerInstead = (status: number, body: string): void => {
      made.request.instead = { status, headers: [["content-type", "application/json"]], body };
    };
    return {
      request: {
        ...leg(made, "request"),
        answerInstead,
        answerInError: (said) => {
          const named = { ...toWirePayment(paymentOf(about, {})), txn: "txn-none" };
          answerInstead(500, JSON.stringify({ [channelAnswerField(kind)]: said, ...named }));
        },
      },
      reply: {
        ...leg(made, "reply"),
        cutShort: () => {
          made.reply.cut = true;
        },
        misname: (other) => {
          const { paymentObject: payment_object, ...rest } = other;
          made.reply.altered = { ...rest, ...(payment_object === undefined ? {} : { payment_object }) };
        },
      },
      hold: () => {
        made.request.held = true;
        return { release: () => release(1)[0] as Step<Answer>, releaseCopies: release };
      },
    };
  };

  return {
    /** The fate of the nth message of a kind about an order, or of every one. */
    on: (kind: MessageKind, order: OrderRef, nth: number | "every" = 1): Rule => rule(kind, idOf(order), nth),
    /** The fate of the nth message of a kind, whichever order it is about. */
    onAny: (kind: MessageKind, nth: number): Rule => rule(kind, anybody, nth),
    /** The channel will decline this order's charge. */
    decline: (order: OrderRef): void => {
      declined.add(idOf(order));
    },
    /** The channel will refuse this order's next refund, for good as far as its key goes. */
    refuseRefund: (order: OrderRef): void => {
      refused.add(idOf(order));
    },
    /** The channel keeps the key of this order's refund no longer: asked again, it gives the money back again. */
    forgetRefund: (order: OrderRef): void => {
      forgotten.add(idOf(order));
    },
    /** A notice that the channel's own bookkeeping would not have sent: late, wrong, or one more. */
    notify: (
      order: OrderRef,
      kind: "CHARGED" | "DECLINED" | "REFUNDED",
      otherwise: Partial<Payment> = {},
    ): Step<Answer> => {
      const id = idOf(order);
      const notify_id = `ntf-extra-${++extra}`;
      const payment = toWirePayment(paymentOf(id, otherwise));
      const body = { notify_id, merchant_order: id, kind, ...payment, txn: `txn-extra-${extra}` };
      const request = post(`${config.ordersUrl}/callbacks/payment`, body);
      return teller.askAnswer(`notice ${kind} for ${id}`, "channel", `notifies ${notify_id}`, request);
    },
    /** The notice of an order's charge that the shop has answered, once more and under its own id. */
    repeat: (order: OrderRef): Step<Answer> => {
      const id = idOf(order);
      const sent = network.heard
        .filter(({ name }) => name.kind === "callback" && name.about === id)
        .map(({ request }) => JSON.parse(request.body) as Notice)
        .find(({ kind }) => kind === "CHARGED");
      if (sent === undefined) throw new Error(`no notice of a charge of ${id} was answered`);
      const request = post(`${config.ordersUrl}/callbacks/payment`, sent);
      return teller.askAnswer(`callback of ${id}, repeated`, "channel", `repeats a notice of ${id}`, request);
    },
    /** One more charge under the same number. */
    charge: (order: OrderRef, otherwise: Partial<Payment> = {}): Step<Answer> => {
      const id = idOf(order);
      const payment = toWirePayment(paymentOf(id, otherwise));
      const body = { merchant_order: id, ...payment, notify_url: `${config.ordersUrl}/callbacks/payment` };
      const request = post(`${config.channelUrl}/charge`, body);
      return teller.askAnswer(`a further charge of ${id}`, "visitor", `charges ${id}`, request);
    },
    /** Somebody at the channel's counter gives an order's money back by hand, under a key of their choice. */
    refundByHand: (order: OrderRef, key: string, otherwise: Partial<Payment> = {}): Step<Answer> => {
      const id = idOf(order);
      const body = { merchant_order: id, refund_key: key, ...toWirePayment(paymentOf(id, otherwise)) };
      const request = post(`${config.channelUrl}/refund`, body);
      return teller.askAnswer(`a refund of ${id} by hand`, "counter", `refunds ${id}`, request);
    },
    /** Somebody closes an order at the channel's counter: it can be charged no more. */
    close: (order: OrderRef): Step<Answer> => {
      const id = idOf(order);
      const request = post(`${config.channelUrl}/close`, { merchant_order: id });
      return teller.askAnswer(`the close of ${id} by hand`, "counter", `closes ${id}`, request);
    },
    /** What the channel knows of this order. */
    query: (order: OrderRef): Step<Answer> => {
      const id = idOf(order);
      const request = get(`${config.channelUrl}/charges/${id}`);
      return teller.askAnswer(`the channel's record of ${id}`, "visitor", `queries ${id}`, request);
    },
  };
}

/** Which field of the channel's answer says what became of it. */
function channelAnswerField(kind: MessageKind): "result" | "status" {
  return kind === "query" || kind === "close" ? "status" : "result";
}

function leg(rule: NetworkRule, name: "request" | "reply"): Leg {
  const suffer = (fate: Fate): Leg => {
    Object.assign(rule[name], fate);
    return made;
  };
  const made: Leg = {
    lose: () => suffer({ lost: true }),
    breakOff: () => suffer({ broken: true }),
    delay: (ms) => suffer({ delayMs: ms }),
    duplicate: (copies) => suffer({ copies }),
  };
  return made;
}
