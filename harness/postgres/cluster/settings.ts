/**
 * How the lab's server is configured. Two runs may differ in nothing but their decisions, so whatever acts by itself
 * (vacuum, timed checkpoints, plans that change, timeouts) is off.
 */
import type { Address } from "../server.ts";

/** What can also be set for one connection, so that it holds on a server that the lab did not start. */
export const sessionSettings: Readonly<Record<string, string>> = {
  jit: "off",
  max_parallel_workers_per_gather: "0",
  synchronize_seqscans: "off", // A scan that joins another one begins in the middle of the table.
  plan_cache_mode: "force_generic_plan", // A named statement would change its plan, and its row order, on its 6th use.
  synchronous_commit: "on", // Off, an immediate stop loses commits that were acknowledged.
  deadlock_timeout: "1s", // A waiter has to be stopped before its detector runs; a lab may ask for another.
  lock_timeout: "0",
  statement_timeout: "0",
  idle_in_transaction_session_timeout: "0",
  idle_session_timeout: "0",
  client_connection_check_interval: "0", // When the server notices a dead client is a decision, never a timer.
  timezone: "UTC",
  datestyle: "ISO, MDY",
  intervalstyle: "postgres",
  extra_float_digits: "1",
  bytea_output: "hex",
  lc_messages: "C",
};

/** Since which major a session setting exists, where that is not all of them. */
const sessionSettingsSince: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  17: { transaction_timeout: "0" },
};

export function sessionSettingsFor(major: number): Readonly<Record<string, string>> {
  const later = Object.entries(sessionSettingsSince).filter(([since]) => major >= Number(since));
  return Object.fromEntries(
    [sessionSettings, ...later.map(([, settings]) => settings)].flatMap(Object.entries<string>),
  );
}

/** What only the server as a whole can be given. */
export function serverSettings(major: number): Readonly<Record<string, string>> {
  return {
    autovacuum: "off",
    checkpoint_timeout: "1d",
    max_wal_size: "4GB",
    fsync: "off", // Kills of processes are survived all the same; power loss is another claim.
    full_page_writes: "off",
    max_connections: "200",
    shared_buffers: "32MB",
    huge_pages: "off",
    dynamic_shared_memory_type: "mmap", // Its files then lie in the data directory and go with it.
    max_wal_senders: "0",
    max_worker_processes: "0",
    max_logical_replication_workers: "0",
    max_parallel_maintenance_workers: "0",
    ...(major >= 18 ? { io_method: "sync" } : {}),
    listen_addresses: "",
    logging_collector: "off",
    log_destination: "stderr",
    log_timezone: "UTC",
  };
}

/** The text of a configuration file. */
export function configurationText(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`);
  return `${lines.join("\n")}\n`;
}

/** The same server, with further settings for every connection; the last one given of a name holds. */
export function withSettings(address: Address, settings: Readonly<Record<string, string>>): Address {
  return { ...address, options: [address.options ?? "", connectionOptions(settings)].join(" ").trim() };
}

/** Settings as the `options` of one connection. */
function connectionOptions(settings: Readonly<Record<string, string>>): string {
  const escape = (value: string): string => value.replace(/([\\ ])/g, "\\$1");
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${escape(value)}`)
    .join(" ");
}
