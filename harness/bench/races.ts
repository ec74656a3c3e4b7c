/**
 * Ten classic races, each as two or three actors over two rows: what the bench lets both the lab and a plain loop look for,
 * and what can be explored as stories of sessions.
 */

import type { Schema } from "../postgres/lab.ts";
import type { Ask, SqlStory } from "../sql/story.ts";

export interface Race {
  readonly name: string;
  readonly actors: readonly ((ask: Ask) => Promise<void>)[];
  /** Selects something when the race was lost. */
  readonly lost: string;
}

export const schema: Schema = {
  setup: [
    "CREATE TABLE item (id int PRIMARY KEY, value int NOT NULL, owner text, open boolean NOT NULL DEFAULT true)",
    "CREATE TABLE line (item int NOT NULL, amount int NOT NULL)",
  ],
  tables: ["item", "line"],
  sequences: [],
  initial: ["INSERT INTO item (id, value) VALUES (1, 10), (2, 10)"],
};

const read = "SELECT value, open FROM item WHERE id = $1";
const write = "UPDATE item SET value = $2 WHERE id = $1";
const note = "INSERT INTO line VALUES ($1, $2)";

async function valueOf(ask: Ask, id: number): Promise<number> {
  return Number((await ask(read, [id]))[0]?.["value"]);
}

function transaction(body: (ask: Ask) => Promise<void>, level = "READ COMMITTED"): Race["actors"][number] {
  return async (ask) => {
    await ask(`BEGIN ISOLATION LEVEL ${level}`);
    try {
      await body(ask);
      await ask("COMMIT");
    } catch {
      await ask("ROLLBACK");
    }
  };
}

/** The same actor, so often. */
const times = (count: number, actor: Race["actors"][number]): Race["actors"] =>
  Array.from({ length: count }, () => actor);

/** It has six other things to do first, as code in a service has: left alone, it is always the later one. */
function later(actor: Race["actors"][number]): Race["actors"][number] {
  return async (ask) => {
    for (let i = 0; i < 6; i++) await ask(read, [2]);
    await actor(ask);
  };
}

/** The same actor twice, the second time later. */
const staggered = (actor: Race["actors"][number]): Race["actors"] => [actor, later(actor)];

/** Five in which all meet at once, and five in which somebody comes later. */
export const races: readonly Race[] = [
  {
    name: "lost update",
    actors: times(2, async (ask) => {
      await ask(write, [1, (await valueOf(ask, 1)) + 1]);
    }),
    lost: "SELECT 1 FROM item WHERE id = 1 AND value < 12",
  },
  {
    name: "check, then insert",
    actors: times(2, async (ask) => {
      if ((await ask("SELECT 1 FROM line WHERE item = 1")).length === 0) await ask(note, [1, 1]);
    }),
    lost: "SELECT 1 FROM line GROUP BY item HAVING count(*) > 1",
  },
  {
    name: "write skew",
    actors: [1, 2].map((id) =>
      transaction(async (ask) => {
        const open = await ask("SELECT id FROM item WHERE open");
        if (open.length === 2) await ask("UPDATE item SET open = false WHERE id = $1", [id]);
      }, "REPEATABLE READ"),
    ),
    lost: "SELECT 1 FROM item HAVING bool_and(NOT open)",
  },
  {
    name: "double claim, staggered",
    actors: staggered(async (ask) => {
      const [free] = await ask("SELECT id FROM item WHERE owner IS NULL ORDER BY id LIMIT 1");
      await ask("UPDATE item SET owner = 'me' WHERE id = $1", [free?.["id"]]);
      await ask(note, [free?.["id"], 1]);
    }),
    lost: "SELECT 1 FROM line GROUP BY item HAVING count(*) > 1",
  },
  {
    name: "deadline after a lock wait",
    actors: [
      transaction(async (ask) => {
        if ((await ask(read, [1]))[0]?.["open"] === true) await ask("UPDATE item SET owner = 'late' WHERE id = 1");
      }),
      transaction(async (ask) => {
        await ask("UPDATE item SET open = false, value = CASE WHEN owner IS NULL THEN 0 ELSE 1 END WHERE id = 1");
      }),
    ],
    lost: "SELECT 1 FROM item WHERE id = 1 AND owner = 'late' AND value = 0",
  },
  {
    name: "read skew in a report, staggered",
    actors: [
      transaction(async (ask) => {
        await ask(write, [1, 5]);
        await ask(write, [2, 15]);
      }),
      later(
        transaction(async (ask) => {
          await ask(note, [0, (await valueOf(ask, 1)) + (await valueOf(ask, 2))]);
        }),
      ),
    ],
    lost: "SELECT 1 FROM line WHERE amount <> 20",
  },
  {
    name: "overdrawn, staggered",
    actors: staggered(async (ask) => {
      if ((await valueOf(ask, 1)) >= 10) await ask("UPDATE item SET value = value - 10 WHERE id = 1");
    }),
    lost: "SELECT 1 FROM item WHERE value < 0",
  },
  {
    name: "paid and cancelled, staggered",
    actors: [
      async (ask) => {
        if ((await ask(read, [1]))[0]?.["open"] === true) await ask(note, [1, 10]);
      },
      later(async (ask) => {
        if ((await ask("SELECT 1 FROM line WHERE item = 1")).length > 0) return;
        await ask("UPDATE item SET open = false WHERE id = 1");
      }),
    ],
    lost: "SELECT 1 FROM item JOIN line ON item.id = line.item WHERE NOT open",
  },
  {
    name: "handled twice, staggered",
    actors: staggered(async (ask) => {
      if ((await ask("SELECT 1 FROM line WHERE item = 7")).length > 0) return;
      await ask("UPDATE item SET value = value + 1 WHERE id = 1");
      await ask(note, [7, 0]);
    }),
    lost: "SELECT 1 FROM item WHERE id = 1 AND value > 11",
  },
  {
    name: "a window in a window",
    actors: [
      async (ask) => {
        await ask(write, [1, 11]);
        await ask(write, [1, 10]);
      },
      async (ask) => {
        if ((await valueOf(ask, 1)) !== 11) return;
        await ask(write, [2, 11]);
        await ask(write, [2, 10]);
      },
      async (ask) => {
        await ask(read, [2]);
        if ((await valueOf(ask, 2)) === 11) await ask(note, [2, 11]);
      },
    ],
    lost: "SELECT 1 FROM line",
  },
];

/** The races as stories: `race-lost-update`. */
export const raceStories: readonly SqlStory[] = races.map(({ name, actors, lost }) => ({
  name: `race ${name}`.replace(/[^a-z]+/g, "-"),
  title: `the race "${name}"`,
  says: name,
  schema,
  sessions: actors,
  question: lost,
  amiss: ({ left }) => (left.length > 0 ? [`nobody loses the race "${name}": it was lost`] : []),
}));
