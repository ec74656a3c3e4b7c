/**
 * The schema as single statements, in an order in which they can be carried out, and the names of what they make.
 * Nothing names a schema: everything goes into the first one of the session's search_path.
 */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** One file a module; `clock` first, since all others ask it for the time. */
const FILES = ["clock", "inventory", "order", "outbox", "fulfillment", "projection"] as const;

export interface Schema {
  /** Each holds exactly one SQL command. */
  readonly statements: readonly string[];
  /** In creation order: a table comes after those it refers to. */
  readonly tables: readonly string[];
  readonly sequences: readonly string[];
}

export function loadSchema(): Schema {
  const folder = join(packageRoot(), "src", "schema");
  const statements = FILES.flatMap((file) => splitStatements(readFileSync(join(folder, `${file}.sql`), "utf8")));
  return { statements, tables: named(statements, "TABLE"), sequences: named(statements, "SEQUENCE") };
}

/** Splits at semicolons outside dollar-quoted bodies and quotes; drops comments. */
export function splitStatements(sql: string): readonly string[] {
  const parts = sql.match(/\$\$[^]*?\$\$|'(?:[^']|'')*'|--[^\n]*|;|[^$'\-;]+|[^]/g) ?? [];
  const statements: string[] = [];
  let statement = "";
  for (const part of [...parts, ";"]) {
    if (part !== ";") {
      statement += part.startsWith("--") ? "" : part;
      continue;
    }
    if (statement.trim() !== "") statements.push(statement.trim());
    statement = "";
  }
  return statements;
}

function named(statements: readonly string[], kind: "TABLE" | "SEQUENCE"): readonly string[] {
  const pattern = new RegExp(`^CREATE ${kind} (\\w+)`);
  return statements.flatMap((statement) => pattern.exec(statement)?.[1] ?? []);
}

/** Compiled code runs one folder deeper than its source, so the root is found by its package.json. */
function packageRoot(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, "package.json"))) {
    const parent = dirname(folder);
    if (parent === folder) throw new Error("no package.json above the schema's folder");
    folder = parent;
  }
  return folder;
}
