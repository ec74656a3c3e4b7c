/**
 * A server of the user's own, named by HOLDFAST_DATABASE_URL. The lab works only inside a home that it makes there and
 * drops at the end, configures its own connections and nothing else, and says what it could not have.
 */
import pg from "pg";
import { LabError } from "../../verdict/failure.ts";
import type { Address, Server, Signals } from "../server.ts";
import { beforeExit, whileOpen } from "./ending.ts";
import { dropHome, makeHome, sweepHomes, type Home } from "./home.ts";
import { sessionSettingsFor, withSettings } from "./settings.ts";
import { isPostgresProcess, localSignals, send } from "./signals.ts";

const MAJOR_MIN = 16;
const MAJOR_MAX = 18;
const CONNECT_WITHIN_MS = 10_000;

export async function openUrl(url: string): Promise<Server> {
  refuseOtherUrls(url);
  const door = await connectUrl(url);
  try {
    const major = await usableMajor(door);
    const outside = addressOf(door);
    const signals = await signalsTo(door, outside.host);
    await sweepHomes(door, signals !== undefined);
    const home = await makeHome(door);
    if (home === undefined) throw noHome(outside);
    const dropIt = async (): Promise<void> => {
      const last = await connectUrl(url);
      await dropHome(last, home).finally(() => last.end());
    };
    try {
      return await moveIn({ outside, home, major, signals, dropIt });
    } catch (error) {
      await dropIt();
      throw error;
    }
  } finally {
    await door.end();
  }
}

/** Nothing of it is repeated: a password may be anywhere in what is no URL. */
function refuseOtherUrls(url: string): void {
  if (/^postgres(ql)?:\/\//i.test(url)) return;
  throw new LabError("HOLDFAST_DATABASE_URL is no postgresql:// URL.", {
    why: "It begins neither with postgresql:// nor with postgres://.",
    next: "Write postgresql://user:password@host:port/database, or leave it out: the lab then starts a server of its own.",
    exitCode: 2,
  });
}

interface Arrival {
  readonly outside: Address;
  readonly home: Home;
  readonly major: number;
  readonly signals: Signals | undefined;
  readonly dropIt: () => Promise<void>;
}

/** Keeps one connection for as long as the lab lives, by which labs on other machines see that it does. */
async function moveIn({ outside, home, major, signals, dropIt }: Arrival): Promise<Server> {
  const inside: Address = home.kind === "database" ? { ...outside, database: home.name } : outside;
  const keeper = await connect({ ...inside, application_name: home.name });
  try {
    const { settings, warnings } = await settleSession(keeper, major);
    const own = { application_name: home.name, ...(home.kind === "schema" ? { search_path: home.name } : {}) };
    const tracked = signals === undefined ? undefined : trackStopped(signals);
    return whileOpen({
      kind: "url",
      major,
      address: withSettings(inside, { ...settings, ...own }),
      signals: tracked?.signals,
      warnings: [
        ...(signals === undefined
          ? [`no gate: backends on ${outside.host} cannot be signalled, so waiters may race`]
          : []),
        ...(home.kind === "schema"
          ? [`a schema of a shared database: whatever else happens in it is not in the lab's hands`]
          : []),
        ...(await serverWarnings(keeper)),
        ...warnings,
      ],
      crash: undefined,
      async close() {
        tracked?.release();
        await keeper.end();
        await dropIt();
      },
    });
  } catch (error) {
    await keeper.end();
    throw error;
  }
}

async function connect(config: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on("error", () => undefined); // A connection that breaks shows itself at its next statement.
  await client.connect();
  return client;
}

async function connectUrl(url: string): Promise<pg.Client> {
  try {
    return await connect({ connectionString: url });
  } catch (cause) {
    throw new LabError("The server named by HOLDFAST_DATABASE_URL cannot be reached.", {
      why: cause instanceof Error ? cause.message || String(cause) : String(cause),
      next: "Check the URL (postgresql://user:password@host:port/database), or leave it out: the lab then starts a server of its own.",
      exitCode: 2,
      cause,
    });
  }
}

/** As the driver understood the URL, its environment variables included. */
function addressOf(client: pg.Client): Address {
  const { host, port, user, password, database, ssl } = client as pg.Client & { readonly ssl: Address["ssl"] };
  return {
    host,
    port,
    user: user ?? "",
    database: database ?? "",
    ...(password ? { password } : {}),
    ...(ssl ? { ssl } : {}),
  };
}

async function usableMajor(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ version: string; standby: boolean }>(
    "select current_setting('server_version_num') as version, pg_is_in_recovery() as standby",
  );
  const major = Math.floor(Number(rows[0]?.version) / 10_000);
  if (major < MAJOR_MIN || major > MAJOR_MAX) {
    throw new LabError(`PostgreSQL ${major} is not supported.`, {
      why: `The gate was measured on ${MAJOR_MIN} to ${MAJOR_MAX}; on others its promises are not known to hold.`,
      next: "Point HOLDFAST_DATABASE_URL at one of these, or leave it out.",
      exitCode: 2,
    });
  }
  if (rows[0]?.standby === true) {
    throw new LabError("This server is a standby.", {
      why: "Nothing can be written there, so the lab cannot make a database of its own.",
      next: "Point HOLDFAST_DATABASE_URL at the primary.",
      exitCode: 2,
    });
  }
  return major;
}

function noHome({ user, database }: Address): LabError {
  return new LabError("The lab has no place of its own on this server.", {
    why: `${user} may create neither databases nor a schema in ${database}, and the lab never works in what it did not make.`,
    next: `As an administrator: ALTER ROLE "${user}" CREATEDB; or GRANT CREATE ON DATABASE "${database}" TO "${user}";`,
    exitCode: 2,
  });
}

/** Only on this host, and only when its backends are proven to be processes here that this user may signal. */
async function signalsTo(client: pg.Client, host: string): Promise<Signals | undefined> {
  if (!host.startsWith("/") && !["localhost", "127.0.0.1", "::1"].includes(host)) return undefined;
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  const pid = rows[0]?.pid;
  // In a container behind a local port the pid means another process here, or none.
  if (pid === undefined || !isPostgresProcess(pid, addressOf(client).database)) return undefined;
  try {
    process.kill(pid, 0);
  } catch {
    return undefined;
  }
  return localSignals();
}

/** Whoever ends this process may leave no backend of the user's server stopped. */
function trackStopped(signals: Signals): { readonly signals: Signals; release(): void } {
  const stopped = new Set<number>();
  const release = (): void => {
    for (const pid of stopped) send(pid, "SIGCONT");
    stopped.clear();
  };
  const forget = beforeExit(release);
  return {
    signals: {
      stop(pid) {
        stopped.add(pid);
        return signals.stop(pid);
      },
      cont(pid) {
        stopped.delete(pid);
        return signals.cont(pid);
      },
      asleep: (pid) => signals.asleep(pid),
    },
    release() {
      release();
      forget();
    },
  };
}

/** Tries each setting: one that needs more rights than this user has would refuse the whole connection. */
async function settleSession(
  client: pg.Client,
  major: number,
): Promise<{ readonly settings: Readonly<Record<string, string>>; readonly warnings: readonly string[] }> {
  const settings: Record<string, string> = {};
  const warnings: string[] = [];
  for (const [name, value] of Object.entries(sessionSettingsFor(major))) {
    try {
      await client.query("select set_config($1, $2, false)", [name, value]);
      settings[name] = value;
    } catch (error) {
      const { rows } = await client.query<{ is: string }>("select current_setting($1) as is", [name]);
      const why = error instanceof Error ? error.message : String(error);
      if (rows[0]?.is !== value) warnings.push(`${name} is ${rows[0]?.is ?? "unknown"}, not ${value}: ${why}`);
    }
  }
  return { settings, warnings };
}

async function serverWarnings(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ autovacuum: string; connections: number; collation: string }>(
    `select current_setting('autovacuum') as autovacuum, current_setting('max_connections')::int as connections,
       datcollate as collation from pg_database where datname = current_database()`,
  );
  const found = rows[0];
  if (found === undefined) return [];
  const warnings: string[] = [];
  if (found.autovacuum !== "off")
    warnings.push("autovacuum is on: it may change the order of rows, and wait for locks");
  if (!["C", "POSIX"].includes(found.collation)) warnings.push(`text sorts by ${found.collation}, not by C`);
  if (found.connections < 100) warnings.push(`only ${found.connections} connections: large experiments need up to 100`);
  return warnings;
}
