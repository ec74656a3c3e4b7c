import { describe, expect, test } from "vitest";
import { KernelError, type Stuck } from "../kernel/failure.ts";
import { randomWalk } from "../kernel/randomWalk.ts";
import { Sleepers } from "../kernel/sleep.ts";
import { World } from "../kernel/world.ts";
import { messageFates, type Fate, type Target } from "./faults.ts";
import { Network, type App } from "./network.ts";

const charge: Target = { kind: "charge", about: "ord-0001", nth: 1 };

/** Two hosts: `shop` sends, `channel` answers 201 with the number of the request and notes what it received. */
function makeNetwork(seed = 1, slackMs = 0) {
  const world = new World({ strategy: randomWalk(seed), slackMs });
  const sleepers = new Sleepers(world);
  const network = new Network(world, (request) => ({
    kind: request.url.pathname.slice(1),
    about: request.body === "" ? "nothing" : request.body,
  }));
  const received: string[] = [];
  network.serve("channel", async (request) => {
    received.push(`${request.method} ${await request.text()} at ${world.nowMs}`);
    return new Response(`booked ${received.length}`, { status: 201 });
  });
  const heard: string[] = [];
  const send = async (timeoutMs = 300, url = "http://channel/charge"): Promise<void> => {
    const answer = await network.send("shop", new Request(url, { method: "POST", body: "ord-0001" }), timeoutMs);
    heard.push(`${typeof answer === "string" ? answer : `${answer.status} ${await answer.text()}`} at ${world.nowMs}`);
  };
  return { world, sleepers, network, received, heard, send };
}

/** One charge under these fates: what the channel received and what the shop heard, with the virtual time. */
async function chargeWith(fates: { readonly request?: Fate; readonly reply?: Fate }) {
  const parts = makeNetwork();
  const rule = parts.network.faults.rule(charge);
  Object.assign(rule.request, fates.request);
  Object.assign(rule.reply, fates.reply);
  parts.world.spawn("shop", "pays", () => parts.send());
  await parts.world.run();
  const { received, heard, network, world } = parts;
  return { received, heard, report: network.faults.report(), steps: world.trace.steps.map((step) => step.text) };
}

describe("a message", () => {
  test("is delivered, handled by a task of the other host, and its reply is delivered", async () => {
    const { heard, steps } = await chargeWith({});
    expect(heard).toEqual(["201 booked 1 at 0"]);
    expect(steps).toEqual([
      "0 shop pays: begins",
      "0 channel receives charge ord-0001 from shop",
      "0 shop receives the reply to charge ord-0001 -> 201 booked 1",
    ]);
  });

  test("carries method, headers, body and status unchanged", async () => {
    const { world, network } = makeNetwork();
    const app: App = async (request) =>
      new Response(request.headers.get("request-key"), { status: 409, headers: { "x-method": request.method } });
    network.serve("orders", app);
    let got: unknown;
    world.spawn("buyer", "orders", async () => {
      const request = new Request("http://orders/orders", { method: "PUT", headers: { "request-key": "k-1" } });
      const answer = await network.send("buyer", request, 100);
      if (typeof answer !== "string") got = [answer.status, answer.headers.get("x-method"), await answer.text()];
    });
    await world.run();
    expect(got).toEqual([409, "PUT", "k-1"]);
  });

  test("is counted where it is sent, and every copy where it arrives", async () => {
    const { world, network, send } = makeNetwork();
    network.faults.rule(charge).request.copies = 3;
    network.faults.rule({ ...charge, nth: 2 }).request.lost = true;
    world.spawn("shop", "pays twice", async () => {
      await send();
      await send();
    });
    await world.run();
    expect([network.sent("charge", "ord-0001"), network.arrived("charge", "ord-0001")]).toEqual([2, 3]);
  });

  test("is counted by what it is about", async () => {
    const { world, network, heard, send } = makeNetwork();
    network.faults.rule({ ...charge, nth: 2 }).request.lost = true;
    world.spawn("shop", "pays twice", async () => {
      await send();
      await send();
    });
    await world.run();
    expect(heard).toEqual(["201 booked 1 at 0", "timeout at 300"]);
    expect(network.faults.report().fired).toEqual(["charge ord-0001 #2 lost"]);
  });

  test("overtakes another under some seeds and not under others", async () => {
    const orders = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const { world, network, received } = makeNetwork(seed);
      for (const body of ["a", "b"]) {
        world.spawn("shop", body, async () => {
          await network.send("shop", new Request("http://channel/charge", { method: "POST", body }), 300);
        });
      }
      await world.run();
      orders.add(received.join(", "));
    }
    expect([...orders].sort()).toEqual(["POST a at 0, POST b at 0", "POST b at 0, POST a at 0"]);
  });

  test("to a host that nobody serves breaks the connection", async () => {
    const { world, heard, send } = makeNetwork();
    world.spawn("shop", "pays", () => send(300, "http://nowhere/charge"));
    await world.run();
    expect(heard).toEqual(["io error at 0"]);
  });

  test("sent outside a task ends the run", async () => {
    const { world, send } = makeNetwork();
    await expect(send()).rejects.toBeInstanceOf(KernelError);
    await expect(world.run()).rejects.toMatchObject({ rule: "effect outside a task" });
  });
});

describe("fates", () => {
  const rows: readonly (readonly [string, Parameters<typeof chargeWith>[0], readonly string[], readonly string[]])[] = [
    ["request lost", { request: { lost: true } }, [], ["timeout at 300"]],
    ["reply lost", { reply: { lost: true } }, ["POST ord-0001 at 0"], ["timeout at 300"]],
    ["request broken", { request: { broken: true } }, [], ["io error at 0"]],
    ["reply broken", { reply: { broken: true } }, ["POST ord-0001 at 0"], ["io error at 0"]],
    ["request delayed", { request: { delayMs: 200 } }, ["POST ord-0001 at 200"], ["201 booked 1 at 200"]],
    ["reply delayed", { reply: { delayMs: 200 } }, ["POST ord-0001 at 0"], ["201 booked 1 at 200"]],
    [
      "both delayed past the bound",
      { request: { delayMs: 200 }, reply: { delayMs: 200 } },
      ["POST ord-0001 at 200"],
      ["timeout at 300"],
    ],
    [
      "request answered by another",
      { request: { instead: { status: 502, headers: [], body: "<html>" } } },
      [],
      ["502 <html> at 0"],
    ],
    ["reply cut short", { reply: { cut: true } }, ["POST ord-0001 at 0"], ["201 book at 0"]],
    ["request stalled", { request: { delayMs: 1500 } }, ["POST ord-0001 at 1500"], ["timeout at 300"]],
  ];
  test.each(rows)("%s", async (_, fates, received, heard) => {
    const outcome = await chargeWith(fates);
    expect(outcome.received).toEqual(received);
    expect(outcome.heard).toEqual(heard);
    expect(outcome.report.never).toEqual([]);
    expect(outcome.report.fired).toHaveLength(Object.keys(fates).length);
  });

  test("request duplicated: handled twice, answered once", async () => {
    const { received, heard, steps } = await chargeWith({ request: { copies: 2 } });
    expect(received).toHaveLength(2);
    expect(heard).toHaveLength(1);
    expect(steps.filter((text) => text.endsWith("(nobody waits)"))).toHaveLength(1);
  });

  test("reply duplicated: handled once, the second reply resumes nobody", async () => {
    const { received, heard, steps } = await chargeWith({ reply: { copies: 2 } });
    expect(received).toHaveLength(1);
    expect(heard).toEqual(["201 booked 1 at 0"]);
    expect(steps.at(-1)).toBe("0 shop receives the reply to charge ord-0001 -> 201 booked 1 (nobody waits)");
  });

  test("a garbled reply is heard by whoever waits, and is no answer of the one who was asked", async () => {
    const { world, network, heard, send } = makeNetwork();
    network.faults.rule(charge).reply.cut = true;
    network.faults.rule({ ...charge, nth: 2 }).request.instead = { status: 502, headers: [], body: "<html>" };
    world.spawn("shop", "pays", async () => {
      for (let nth = 1; nth <= 3; nth++) await send();
    });
    await world.run();
    expect(heard).toEqual(["201 book at 0", "502 <html> at 0", "201 booked 2 at 0"]);
    expect(network.heard.map(({ reply }) => reply.body)).toEqual(["booked 2"]);
    expect([...network.faults.struck.keys()].every((name) => messageFates.includes(name))).toBe(true);
  });

  test("a reply that comes after the timeout resumes nobody", async () => {
    const { heard, steps } = await chargeWith({ reply: { delayMs: 1200 } });
    expect(heard).toEqual(["timeout at 300"]);
    expect(steps.at(-1)).toBe("1200 shop receives the reply to charge ord-0001 -> 201 booked 1 (nobody waits)");
  });

  test("a reply due together with the bound comes first under some seeds", async () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 20; seed++) {
      const { world, network, heard, send } = makeNetwork(seed);
      network.faults.rule(charge).reply.delayMs = 300;
      world.spawn("shop", "pays", () => send());
      await world.run();
      outcomes.add(heard.join());
    }
    expect(outcomes).toEqual(new Set(["timeout at 300", "201 booked 1 at 300"]));
  });

  test("slack lets the bound pass although the reply lies there", async () => {
    const outcomes = new Set<string>();
    for (let seed = 0; seed < 40; seed++) {
      const { world, heard, send } = makeNetwork(seed, 300);
      world.spawn("shop", "pays", () => send());
      await world.run();
      outcomes.add(heard.join());
    }
    expect(outcomes).toEqual(new Set(["timeout at 300", "201 booked 1 at 0"]));
  });

  test("a fate that never met its message is told apart from one that fired", async () => {
    const { world, network, send } = makeNetwork();
    network.faults.rule(charge).reply.lost = true;
    network.faults.rule({ ...charge, about: "ord-0002" }).request.delayMs = 400;
    world.spawn("shop", "pays", () => send());
    await world.run();
    expect(network.faults.report()).toEqual({
      fired: ["reply to charge ord-0001 lost"],
      never: ["charge ord-0002 delayed 400 ms"],
      count: 2,
    });
  });
});

describe("a held message", () => {
  test("is let go in so many copies, and each copy's reply is an end of its own", async () => {
    const { world, sleepers, network, received, heard, send } = makeNetwork();
    network.faults.rule(charge).request.held = true;
    world.spawn("shop", "pays", () => send());
    const arrived: string[] = [];
    world.spawn("story", "tells", async () => {
      await sleepers.sleep(1_000);
      for (const reply of await Promise.all(network.release(charge, 3))) arrived.push(reply.body);
      expect(() => network.release(charge)).toThrow("let go already");
    });
    await world.run();
    expect(heard).toEqual([expect.stringMatching(/^201 booked . at 1000$/)]);
    expect(received).toEqual(Array<string>(3).fill("POST ord-0001 at 1000"));
    expect(arrived.sort()).toEqual(["booked 1", "booked 2", "booked 3"]);
  });

  test("waits at its sender, whose bound begins when it is let go", async () => {
    const { world, sleepers, network, heard, send } = makeNetwork();
    network.faults.rule(charge).request.held = true;
    world.spawn("shop", "pays", () => send());
    world.spawn("story", "tells", async () => {
      await sleepers.sleep(5_000);
      network.release(charge);
    });
    await world.run();
    expect(heard).toEqual(["201 booked 1 at 5000"]);
  });

  test("goes on its way when the network is calm, and nothing befalls a message any more", async () => {
    const { world, sleepers, network, heard, send } = makeNetwork();
    network.faults.rule(charge).request.held = true;
    network.faults.rule({ ...charge, nth: 2 }).reply.lost = true;
    world.spawn("shop", "pays", () => send());
    world.spawn("story", "tells", async () => {
      await sleepers.sleep(1_000);
      network.calm();
      await send();
    });
    await world.run();
    expect(heard.sort()).toEqual(["201 booked 1 at 1000", "201 booked 2 at 1000"]);
  });

  test("cannot be let go twice, nor before it was sent", () => {
    const { network } = makeNetwork();
    expect(() => network.release(charge)).toThrow("no charge of ord-0001 is held");
  });

  test("is named when the run is stuck on it", async () => {
    const { world, network, send } = makeNetwork();
    network.faults.rule(charge).request.held = true;
    const never = world.expect<string>("an answer");
    world.spawn("shop", "pays", () => send());
    world.spawn("story", "tells", async () => {
      await never;
    });
    const error = await world.run().catch((thrown: unknown) => thrown);
    expect((error as Stuck).waiting).toEqual(["charge ord-0001 is held"]);
  });
});
