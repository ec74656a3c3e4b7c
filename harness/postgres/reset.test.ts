import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { randomWalk } from "../kernel/randomWalk.ts";
import { World } from "../kernel/world.ts";
import { openServer } from "./cluster/open.ts";
import { LabDatabase, type Schema } from "./lab.ts";
import type { Server } from "./server.ts";

const schema: Schema = {
  setup: [
    "CREATE TABLE note (id int PRIMARY KEY)",
    `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'notes stay' USING ERRCODE = 'restrict_violation'; END $$`,
    "CREATE TRIGGER notes_stay BEFORE UPDATE OR DELETE OR TRUNCATE ON note FOR EACH STATEMENT EXECUTE FUNCTION refuse()",
  ],
  tables: ["note"],
  sequences: [],
  service: {
    role: "writer",
    grants: ["GRANT USAGE ON SCHEMA holdfast_lab TO writer", "GRANT SELECT, INSERT ON note TO writer"],
  },
};

/** Stands for the server of a user of the lab. */
let theirs: Server;

beforeAll(async () => {
  theirs = await openServer({ kind: "embedded", major: 18 });
  const admin = new pg.Client(theirs.address);
  await admin.connect();
  await admin.query("CREATE ROLE ordinary LOGIN CREATEDB");
  await admin.end();
});

afterAll(() => theirs.close());

/** What a run finds, what happens when it takes away what it wrote, and as whom it works. */
async function write(lab: LabDatabase, afresh: boolean): Promise<unknown> {
  const world = new World({ strategy: randomWalk(1) });
  const run = await lab.begin(world, { afresh });
  const pool = run.pool("host", 1);
  let found: unknown;
  world.spawn("host", "writes", async () => {
    const session = await pool.connect();
    const { rows } = await session.query("SELECT count(*)::int AS notes, current_user::text AS as FROM note");
    await session.query("INSERT INTO note VALUES (1)");
    const taken = await session.query("DELETE FROM note").then(
      () => "done",
      (error: unknown) => (error as pg.DatabaseError).code,
    );
    found = { ...rows[0], taken };
    session.release();
  });
  await world.run();
  await run.end(false);
  return found;
}

test("reset: a table that only grows is empty again, for a user who may not switch off what a session's triggers say", async () => {
  const url = `postgresql://ordinary@/postgres?host=${encodeURIComponent(theirs.address.host)}`;
  const lab = await LabDatabase.open(await openServer({ kind: "url", url }), schema);
  const found = [await write(lab, true), await write(lab, false), await write(lab, true), await write(lab, false)];
  await lab.close();
  const refused = { notes: 0, as: "ordinary", taken: "23001" }; // by the trigger, which is on again
  expect(found).toEqual([refused, refused, refused, refused]);
});

test("role: on a server of the lab's own the system works as its own role, which is refused what it was not granted", async () => {
  const lab = await LabDatabase.open(await openServer({ kind: "embedded", major: 18 }), schema);
  const found = [await write(lab, true), await write(lab, false)];
  await lab.close();
  const refused = { notes: 0, as: "writer", taken: "42501" };
  expect(found).toEqual([refused, refused]);
});
