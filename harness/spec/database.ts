/**
 * The server and the databases of specs. Each run of a spec has an empty database, always of the same name. Both are set up
 * as PostgreSQL's own isolation suite has them, so that its specs come out as it expects; whatever acts by itself stays off.
 */
import { openEmbedded } from "../postgres/cluster/embedded.ts";
import type { Major } from "../postgres/cluster/binaries.ts";
import { withSettings } from "../postgres/cluster/settings.ts";
import type { Address, Server } from "../postgres/server.ts";
import { Watcher } from "../postgres/watcher.ts";

const serverSettings = {
  // Switched off altogether, CREATE INDEX would leave the table's statistics alone, and plans would differ. It sleeps all the same.
  autovacuum: "on",
  autovacuum_naptime: "2147483",
  max_prepared_transactions: "2",
  max_worker_processes: "8",
  max_parallel_maintenance_workers: "2",
  wal_level: "logical",
  max_wal_senders: "10",
};

const name = "isolation_regression";
const sessionSettings = {
  plan_cache_mode: "auto",
  max_parallel_workers_per_gather: "2",
  timezone: "America/Los_Angeles",
  datestyle: "Postgres, MDY",
  intervalstyle: "postgres_verbose",
};

export function openSpecServer(major: Major): Promise<Server> {
  return openEmbedded(major, serverSettings);
}

export async function withEmptyDatabase<T>(server: Server, use: (address: Address) => Promise<T>): Promise<T> {
  const door = await Watcher.open(server.address);
  try {
    await door.ask(`CREATE DATABASE ${name} STRATEGY file_copy`);
    try {
      return await use(withSettings({ ...server.address, database: name }, sessionSettings));
    } finally {
      // One that holds a replication slot, of a spec that was stopped, would not be forced out.
      await door.ask("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = $1", [name]);
      await door.ask(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    await door.close();
  }
}
