import { afterAll, beforeAll, expect, test } from "vitest";
import { departing, readDepartures } from "../explore/departures.ts";
import type { LabDatabase } from "../postgres/lab.ts";
import { openStories } from "./database.ts";
import { inStock, type StockShown } from "./inStock.ts";
import { playStory, type Played } from "./play.ts";
import type { Ask, SqlStory } from "./story.ts";

/** Adds one to what it has read, by itself or in a serializable transaction. */
const adds =
  (level?: string) =>
  async (ask: Ask): Promise<void> => {
    try {
      if (level !== undefined) await ask(`BEGIN ISOLATION LEVEL ${level}`);
      const [row] = await ask("SELECT n FROM t");
      await ask("UPDATE t SET n = $1", [Number(row?.["n"]) + 1]);
      if (level !== undefined) await ask("COMMIT");
    } catch {
      await ask("ROLLBACK");
    }
  };

function story(name: string, level?: string): SqlStory {
  return {
    ...{ name, title: name, says: name, schema, sessions: [adds(level), adds(level)] },
    question: "SELECT n FROM t",
    amiss: ({ sessions, left: [row] }) => {
      const added = sessions.filter((asked) => asked.every(({ rows }) => rows !== undefined)).length;
      return Number(row?.["n"]) === added ? [] : [`${added} added, and n is ${String(row?.["n"])}`];
    },
  };
}
const schema = {
  setup: ["CREATE TABLE t (n int)"],
  ...{ tables: ["t"], sequences: [], initial: ["INSERT INTO t VALUES (0)"] },
};

let lab: LabDatabase;
beforeAll(async () => {
  lab = await openStories([story("t")], { kind: "embedded", major: 18 });
});
afterAll(() => lab.close());

async function both(one: SqlStory, departures: string): Promise<{ played: Played; stock: StockShown }> {
  const played = await playStory(lab, one, departing(readDepartures(departures)!));
  return { played, stock: await inStock(lab.server, one, played) };
}

test("stock: what is lost in the lab is lost under the stock tester as well", async () => {
  const lost = story("by-itself");
  const { played, stock } = await both(lost, "3:1");
  expect(lost.amiss(played.course)).toEqual(["2 added, and n is 1"]);
  expect(stock.amiss).toEqual(["2 added, and n is 1"]);
  expect(stock.output).toContain("step check: SELECT n FROM t;\nn\n-\n1\n(1 row)\n");
});

test("stock: what the server refuses there counts as refused, and what is kept is kept", async () => {
  const kept = story("serializable", "serializable");
  const { played, stock } = await both(kept, "3:1");
  expect(kept.amiss(played.course)).toEqual([]);
  expect(stock.output).toContain("ERROR:  could not serialize access due to concurrent update");
  expect(stock.amiss).toEqual([]);
});

test("stock: a spec that does not come to its end shows nothing", async () => {
  const bad = { ...story("bad"), question: "SELECT nothing FROM t" };
  const played = await playStory(lab, story("good"), departing([]));
  const { amiss, output } = await inStock(
    lab.server,
    { ...bad, schema: { ...schema, setup: ["CREATE TABEL t ()"] } },
    played,
  );
  expect(amiss).toEqual([]);
  expect(output).toContain("setup failed: ERROR:  syntax error");
});
