import { expect, test } from "vitest";
import { Errors } from "./errors.ts";

/** As it arrives in another process. */
const sent = <T>(told: T): T => structuredClone(told);

/** As pg's client throws it: the name is a plain field. */
const refused = Object.assign(new Error("duplicate key"), {
  name: "error",
  code: "23505",
  constraint: "once",
  line: undefined,
});

test("an error: what code reads of it goes along, its cause too", () => {
  const [lab, child] = [new Errors(), new Errors()];
  const heard = lab.hear(sent(child.tell(new Error("no order", { cause: refused }))));
  expect(heard).toMatchObject({ name: "Error", message: "no order" });
  expect(heard.cause).toMatchObject({ name: "error", message: "duplicate key", code: "23505", constraint: "once" });
});

test("an error that comes back is the one that was sent, also as a cause", () => {
  const [lab, child] = [new Errors(), new Errors()];
  const there = child.receive(sent(lab.send(refused)));
  expect(there).toMatchObject({ message: "duplicate key", code: "23505" });
  expect(lab.hear(sent(child.tell(there)))).toBe(refused);
  expect(lab.hear(sent(child.tell(new Error("unknown", { cause: there })))).cause).toBe(refused);
});

test("what is thrown without being an error is told in its own words", () => {
  expect(new Errors().hear(sent(new Errors().tell({ left: 0 }))).message).toBe('{"left":0}');
});

test("errors within a value are told, and come back, as those that are thrown", () => {
  const [lab, child] = [new Errors(), new Errors()];
  const failed = [{ orderId: "ord-0001", error: child.receive(sent(lab.send(refused))) }, { orderId: "ord-0002" }];
  const heard = lab.hearIn(sent(child.tellIn({ failed, orders: 2 }))) as {
    failed: { error?: Error }[];
    orders: number;
  };
  expect(heard).toEqual({ failed: [{ orderId: "ord-0001", error: refused }, { orderId: "ord-0002" }], orders: 2 });
  expect(heard.failed[0]?.error).toBe(refused);
});
