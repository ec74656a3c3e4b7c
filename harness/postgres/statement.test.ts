import pg from "pg";
import { beforeEach, describe, expect, test } from "vitest";
import { Statement, type Phase } from "./statement.ts";

/** What was written to the server, message by message. */
class FakeWire {
  readonly sent: string[] = [];
  readonly parsedStatements: Record<string, string> = {};
  readonly submittedNamedStatements: Record<string, string> = {};
  readonly stream = {};

  parse({ text }: { text: string }): void {
    this.sent.push(`Parse ${text}`);
  }
  bind(): void {
    this.sent.push("Bind");
  }
  describe(): void {
    this.sent.push("Describe");
  }
  execute(): void {
    this.sent.push("Execute");
  }
  flush(): void {
    this.sent.push("Flush");
  }
  sync(): void {
    this.sent.push("Sync");
  }
}

const refused = (): Error => new pg.DatabaseError("duplicate key", 1, "error");
const complete = { text: "UPDATE 1" };

let wire: FakeWire;
let entered: Phase[];
beforeEach(() => {
  wire = new FakeWire();
  entered = [];
});

function sent(how: { hold?: boolean; begin?: string } = {}): Statement {
  const options = { name: "move", text: "UPDATE t", values: [], begin: how.begin, hold: how.hold ?? false };
  const statement = new Statement(options, () => entered.push(statement.phase));
  statement.submit(wire);
  return statement;
}

describe("a statement that succeeds", () => {
  test("sends Sync with it, and is done at ReadyForQuery", () => {
    const statement = sent();
    expect(wire.sent).toEqual(["Parse UPDATE t", "Bind", "Describe", "Execute", "Sync"]);
    statement.handleCommandComplete(complete, wire);
    expect(entered).toEqual([]);
    statement.handleReadyForQuery(wire);
    expect(entered).toEqual(["done"]);
    expect(statement.result?.command).toBe("UPDATE");
  });

  test("withholds Sync when it is held: executed first, committed only by sync()", () => {
    const statement = sent({ hold: true });
    expect(wire.sent.slice(-2)).toEqual(["Execute", "Flush"]);
    statement.handleCommandComplete(complete, wire);
    expect(entered).toEqual(["executed"]);
    expect(wire.sent).not.toContain("Sync");
    statement.sync();
    expect(wire.sent.at(-1)).toBe("Sync");
    expect(statement.phase).toBe("running");
    statement.handleReadyForQuery(wire);
    expect(entered).toEqual(["executed", "done"]);
  });

  test("carries its BEGIN along, whose end is not its own", () => {
    const statement = sent({ begin: "BEGIN", hold: true });
    expect(wire.sent.filter((message) => /^(Parse|Execute)/.test(message))).toEqual([
      "Parse BEGIN",
      "Execute",
      "Parse UPDATE t",
      "Execute",
    ]);
    statement.handleCommandComplete({ text: "BEGIN" }, wire);
    expect(entered).toEqual([]);
    statement.handleCommandComplete(complete, wire);
    expect(entered).toEqual(["executed"]);
  });
});

describe("a statement that fails", () => {
  test("is not done at its ErrorResponse, when the server still has its locks, but at ReadyForQuery", () => {
    const statement = sent();
    statement.handleError(refused());
    expect({ phase: statement.phase, entered }).toEqual({ phase: "running", entered: [] });
    statement.ready();
    expect(entered).toEqual(["done"]);
    expect(statement.error?.message).toBe("duplicate key");
  });

  test("sends the Sync that was withheld, so that ReadyForQuery can come", () => {
    const statement = sent({ hold: true });
    statement.handleError(refused());
    expect(wire.sent.filter((message) => message === "Sync")).toHaveLength(1);
    expect(entered).toEqual([]);
    statement.ready();
    expect(entered).toEqual(["done"]);
  });

  test("sends no second Sync when it fails at its commit (a deferred constraint)", () => {
    const statement = sent({ hold: true });
    statement.handleCommandComplete(complete, wire);
    statement.sync();
    statement.handleError(refused());
    expect(wire.sent.filter((message) => message === "Sync")).toHaveLength(1);
    expect(entered).toEqual(["executed"]);
    statement.ready();
    expect(entered).toEqual(["executed", "done"]);
  });

  test("is done at once when the connection is lost: nothing more will come", () => {
    const statement = sent();
    statement.handleError(new Error("Connection terminated unexpectedly"));
    expect(entered).toEqual(["done"]);
    statement.ready();
    expect(entered).toEqual(["done"]);
  });

  test("is not done by a ReadyForQuery of others while it has not failed", () => {
    sent().ready();
    expect(entered).toEqual([]);
  });
});
