import { describe, expect, it } from "vitest";
import { OutcomeUnknown, query, RolledBack, transaction, undoable, whyUnusable } from "./database.ts";
import { limits } from "./limits.ts";
import type { Database, Session } from "./ports.ts";

/** What the server does with one statement: refuse it, lose its reply, or answer with this command. */
type Script = (text: string, nth: number) => { readonly throws: unknown } | { readonly command: string };

const sqlError = (code: string) => Object.assign(new Error(code), { code });
const connectionLost = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });

/** A database that plays a script and writes down every statement and release. */
function scripted(script: Script = (text) => ({ command: text })): { database: Database; log: string[] } {
  const log: string[] = [];
  const seen = new Map<string, number>();
  const session: Session = {
    query: async (text) => {
      const name = text.startsWith("BEGIN") ? "BEGIN" : text;
      log.push(name);
      const nth = (seen.get(name) ?? 0) + 1;
      seen.set(name, nth);
      const played = script(name, nth);
      if ("throws" in played) throw played.throws;
      return { command: played.command, rowCount: 0, rows: [] };
    },
    release: (broken = false) => log.push(broken ? "close" : "release"),
  };
  return { database: { connect: async () => session }, log };
}

const failing =
  (statement: string, throws: unknown, times = Infinity): Script =>
  (text, nth) =>
    text === statement && nth <= times ? { throws } : { command: text };

const body = async (tx: { query(text: string): Promise<unknown> }) => {
  await tx.query("WORK");
  return "done";
};

describe("transaction: the ways it ends", () => {
  it("commits what the body did", async () => {
    const { database, log } = scripted();
    await expect(transaction(database, body)).resolves.toBe("done");
    expect(log).toEqual(["BEGIN", "WORK", "COMMIT", "release"]);
  });

  it("rolls back when the body throws, and hands on its error", async () => {
    const { database, log } = scripted();
    const refusal = new Error("sold out");
    await expect(transaction(database, async () => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(log).toEqual(["BEGIN", "ROLLBACK", "release"]);
  });

  it("closes a session on which even ROLLBACK fails", async () => {
    const { database, log } = scripted((text) => (text === "BEGIN" ? { command: text } : { throws: connectionLost }));
    await expect(transaction(database, body)).rejects.toBe(connectionLost);
    expect(log).toEqual(["BEGIN", "WORK", "ROLLBACK", "close"]);
  });

  it("closes a session on which BEGIN fails", async () => {
    const { database, log } = scripted(failing("BEGIN", connectionLost));
    await expect(transaction(database, body)).rejects.toBe(connectionLost);
    expect(log).toEqual(["BEGIN", "close"]);
  });

  it("takes a ROLLBACK in answer to COMMIT for what it is", async () => {
    const { database, log } = scripted((text) => ({ command: text === "COMMIT" ? "ROLLBACK" : text }));
    await expect(transaction(database, body)).rejects.toBeInstanceOf(RolledBack);
    expect(log).toEqual(["BEGIN", "WORK", "COMMIT", "release"]);
  });

  it("hands on a refused COMMIT: that is a definite no", async () => {
    const { database, log } = scripted(failing("COMMIT", sqlError("23503")));
    await expect(transaction(database, body)).rejects.toMatchObject({ code: "23503" });
    expect(log).toEqual(["BEGIN", "WORK", "COMMIT", "release"]);
  });
});

describe("transaction: an unknown outcome", () => {
  it.each([
    ["the connection broke", connectionLost],
    ["the server was shut down after it may have committed", sqlError("57P01")],
    ["the connection failed as the server tells it", sqlError("08006")],
  ])("%s: thrown, never repeated, the session closed", async (_what, error) => {
    const { database, log } = scripted(failing("COMMIT", error));
    await expect(transaction(database, body)).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(log).toEqual(["BEGIN", "WORK", "COMMIT", "close"]);
  });
});

describe("transaction: another try", () => {
  it.each(["40001", "40P01"])("%s in the body runs all of it again", async (code) => {
    const { database, log } = scripted(failing("WORK", sqlError(code), 1));
    await expect(transaction(database, body)).resolves.toBe("done");
    expect(log).toEqual(["BEGIN", "WORK", "ROLLBACK", "release", "BEGIN", "WORK", "COMMIT", "release"]);
  });

  it("40001 at COMMIT runs all of it again", async () => {
    const { database, log } = scripted(failing("COMMIT", sqlError("40001"), 1));
    await expect(transaction(database, body)).resolves.toBe("done");
    expect(log.filter((line) => line === "WORK")).toHaveLength(2);
  });

  it("gives up after its limit", async () => {
    const { database, log } = scripted(failing("WORK", sqlError("40P01")));
    await expect(transaction(database, body)).rejects.toMatchObject({ code: "40P01" });
    expect(log.filter((line) => line === "WORK")).toHaveLength(limits.transactionAttemptsMax);
  });

  it("is made for nothing else", async () => {
    const { database, log } = scripted(failing("WORK", sqlError("23505"), 1));
    await expect(transaction(database, body)).rejects.toMatchObject({ code: "23505" });
    expect(log).toEqual(["BEGIN", "WORK", "ROLLBACK", "release"]);
  });
});

describe("query: one statement by itself", () => {
  it("may be unknown, and then closes its session", async () => {
    const { database, log } = scripted(failing("WORK", connectionLost));
    await expect(query(database, "WORK")).rejects.toBeInstanceOf(OutcomeUnknown);
    expect(log).toEqual(["WORK", "close"]);
  });

  it("hands on a refusal and keeps its session", async () => {
    const { database, log } = scripted(failing("WORK", sqlError("23505")));
    await expect(query(database, "WORK")).rejects.toMatchObject({ code: "23505" });
    expect(log).toEqual(["WORK", "release"]);
  });
});

describe("undoable: a part of a transaction", () => {
  it.each([
    [true, "RELEASE SAVEPOINT undoable"],
    [false, "ROLLBACK TO SAVEPOINT undoable"],
  ])("kept %s", async (keep, end) => {
    const { database, log } = scripted();
    await transaction(database, async (tx) =>
      undoable(
        tx,
        async () => body(tx),
        () => keep,
      ),
    );
    expect(log).toEqual(["BEGIN", "SAVEPOINT undoable", "WORK", end, "COMMIT", "release"]);
  });
});

describe("why a database is of no use", () => {
  const refused = (code: string, syscall: string) => Object.assign(new Error(`${syscall} ${code}`), { code, syscall });
  it.each([
    [refused("ENOENT", "connect"), "away"],
    [refused("ENOENT", "open"), undefined],
    [refused("ECONNREFUSED", "connect"), "away"],
    [connectionLost, "away"],
    [sqlError("42704"), "no such role"],
    [sqlError("23505"), undefined],
  ])("%s", (error, why) => {
    expect(whyUnusable(error)).toBe(why);
  });
});
