/**
 * Databases for specs: each run of a spec has an empty one on the lab's own server, always of the same name, and with the
 * settings under which PostgreSQL runs its own isolation suite.
 */
import { withSettings } from "../postgres/cluster/settings.ts";
import type { Address, Server } from "../postgres/server.ts";
import { Watcher } from "../postgres/watcher.ts";

const name = "isolation_regression";
const settings = {
  plan_cache_mode: "auto",
  timezone: "America/Los_Angeles",
  datestyle: "Postgres, MDY",
  intervalstyle: "postgres_verbose",
};

export async function withEmptyDatabase<T>(server: Server, use: (address: Address) => Promise<T>): Promise<T> {
  const door = await Watcher.open(server.address);
  try {
    await door.ask(`CREATE DATABASE ${name} STRATEGY file_copy`);
    try {
      return await use(withSettings({ ...server.address, database: name }, settings));
    } finally {
      await door.ask(`DROP DATABASE ${name} WITH (FORCE)`);
    }
  } finally {
    await door.close();
  }
}
