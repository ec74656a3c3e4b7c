/**
 * The lab's own corner of somebody else's server: a database that it makes, or, where it may not make one, a schema. A
 * comment marks it as made by the lab and names the lab; nothing without that mark is ever written to or dropped.
 */
import { randomBytes } from "node:crypto";
import pg from "pg";
import { LabError } from "../../verdict/failure.ts";
import { isGone, thisProcess, type Owner } from "./owner.ts";
import { processState } from "./processes.ts";
import { isPostgresProcess, send } from "./signals.ts";

export interface Home {
  readonly kind: "database" | "schema";
  readonly name: string;
}

const MARK = "holdfast: made by the lab, which drops it when it ends ";
const DROP_WITHIN_MS = 5_000;
const PERMISSION_DENIED = "42501";

/** Shown in the comment's place of both kinds. */
const mark = (): string => MARK + JSON.stringify(thisProcess());

export const quoted = (home: Home): string => pg.escapeIdentifier(home.name);

/** Makes a home; undefined when this user may make neither kind. */
export async function makeHome(client: pg.Client): Promise<Home | undefined> {
  const random = randomBytes(6).toString("hex");
  const database: Home = { kind: "database", name: `holdfast_${random}` };
  // The lab's own server has these too: then text sorts alike.
  const like = "template template0 encoding 'UTF8' locale_provider libc locale 'C'";
  if (await allowed(client, `create database ${quoted(database)} ${like}`)) return marked(client, database);
  const schema: Home = { kind: "schema", name: `holdfast_lab_${random}` };
  if (await allowed(client, `create schema ${quoted(schema)}`)) return marked(client, schema);
  return undefined;
}

async function allowed(client: pg.Client, text: string): Promise<boolean> {
  try {
    await client.query(text);
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === PERMISSION_DENIED) return false;
    throw error;
  }
}

async function marked(client: pg.Client, home: Home): Promise<Home> {
  await client.query(`comment on ${home.kind} ${quoted(home)} is ${pg.escapeLiteral(mark())}`);
  return home;
}

/** Drops a home with everything in it, after its mark was read. One that is not there any more is fine. */
export async function dropHome(client: pg.Client, home: Home): Promise<void> {
  const found = (await homes(client)).find(({ kind, name }) => kind === home.kind && name === home.name);
  if (found === undefined) return;
  if (found.owner === undefined) {
    throw new LabError(`The ${home.kind} ${home.name} is not dropped.`, {
      why: "It does not carry the mark of the lab, so it may be somebody else's.",
      next: "Look at it, and drop it by hand if it is of no use.",
      exitCode: 2,
    });
  }
  // Another lab's stopped backend holds up the drop until that lab lets it go on: usually within milliseconds.
  await client.query(`set statement_timeout = '${DROP_WITHIN_MS}ms'`);
  if (home.kind === "database") {
    await client.query(`drop database if exists ${quoted(home)} with (force)`);
  } else {
    await client.query(`select pg_terminate_backend(pid, 1000) from (${SESSIONS}) as session`, [home.name]);
    await client.query(`drop schema if exists ${quoted(home)} cascade`);
  }
}

/** A stopped backend can neither leave its home nor let another database be dropped. */
async function wakeSessions(client: pg.Client, { name }: Home): Promise<void> {
  const { rows } = await client.query<{ pid: number }>(SESSIONS, [name]);
  for (const { pid } of rows) {
    if (isPostgresProcess(pid) && processState(pid)?.state === "T") send(pid, "SIGCONT");
  }
}

/** Drops the homes of labs that have ended without doing so. One that cannot be dropped is left for another time. */
export async function sweepHomes(client: pg.Client, onThisHost: boolean): Promise<void> {
  const boot = thisProcess().boot;
  const abandoned: Home[] = [];
  for (const { owner, ...home } of await homes(client)) {
    if (owner === undefined) continue;
    // Of a lab on another machine only this can be seen: as long as it lives it keeps a connection.
    const known = owner.boot === boot ? isGone(owner) : undefined;
    if (known ?? (await client.query(SESSIONS, [home.name])).rowCount === 0) abandoned.push(home);
  }
  if (onThisHost) for (const home of abandoned) await wakeSessions(client, home);
  for (const home of abandoned) await dropHome(client, home).catch(() => undefined);
}

/** Every connection of a lab calls itself by its home's name. */
const SESSIONS = `select pid from pg_stat_activity
  where (datname = $1 or application_name = $1) and pid <> pg_backend_pid() order by pid`;

async function homes(client: pg.Client): Promise<readonly (Home & { readonly owner: Owner | undefined })[]> {
  const { rows } = await client.query<{ kind: Home["kind"]; name: string; comment: string | null }>(
    `select 'database' as kind, datname as name, shobj_description(oid, 'pg_database') as comment
       from pg_database where datname ~ '^holdfast_[0-9a-f]{12}$'
     union all
     select 'schema', nspname, obj_description(oid, 'pg_namespace')
       from pg_namespace where nspname ~ '^holdfast_lab_[0-9a-f]{12}$'
     order by name`,
  );
  return rows.map(({ kind, name, comment }) => ({ kind, name, owner: ownerIn(comment) }));
}

function ownerIn(comment: string | null): Owner | undefined {
  if (!comment?.startsWith(MARK)) return undefined;
  try {
    return JSON.parse(comment.slice(MARK.length)) as Owner;
  } catch {
    return undefined;
  }
}
