/** An anomaly at an isolation level as a story of sessions, which goes wrong when the anomaly happens. */

import type { Ask, Course, SqlStory } from "../sql/story.ts";
import { control, type Anomaly, type Isolation, type Seen, type Session } from "./anomaly.ts";

const schema = {
  setup: ["CREATE TABLE test (id int PRIMARY KEY, value int NOT NULL)"],
  tables: ["test"],
  sequences: [],
  initial: ["INSERT INTO test VALUES (1, 10), (2, 20)"],
};

export function storyOf(anomaly: Anomaly, level: Isolation): SqlStory {
  const { id, name, sessions, happened } = anomaly;
  const where = level === control ? "with each statement by itself" : `at ${level}`;
  return {
    name: `${id} ${level}`.toLowerCase().replaceAll(" ", "-"),
    title: `${id}, ${name}, ${where}`,
    says: `${name} ${where}`,
    schema,
    sessions: sessions.map((session) => (ask) => performs(session, level, ask)),
    question: "SELECT id, value FROM test ORDER BY id",
    amiss: (course) => (happened(seenIn(course, anomaly, level)) ? [`${name} does not happen ${where}: it did`] : []),
  };
}

/** What the server refuses did not happen. */
async function performs({ steps, end }: Session, level: Isolation, ask: Ask): Promise<void> {
  try {
    if (level !== control) await ask(`BEGIN ISOLATION LEVEL ${level}`);
    for (const text of steps) await ask(text);
    if (level !== control) await ask(end ?? "COMMIT");
  } catch {
    if (level !== control) await ask("ROLLBACK");
  }
}

function seenIn({ sessions, left }: Course, anomaly: Anomaly, level: Isolation): Seen {
  const first = level === control ? 0 : 1; // BEGIN stands before.
  return {
    committed: (session) => {
      return anomaly.sessions[session]?.end === undefined && sessions[session]!.every(({ rows }) => rows !== undefined);
    },
    values: (session, step) => sessions[session]?.[first + step]?.rows?.map(({ value }) => Number(value)),
    left: new Map(left.map(({ id, value }) => [Number(id), Number(value)])),
  };
}
