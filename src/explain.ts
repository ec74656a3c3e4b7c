/** What is told to whoever started a process that could not do its work. */
import { z } from "zod";
import { Unusable } from "./adapters.ts";
import { StatementUnread } from "./channel/client.ts";
import { whyUnusable } from "./database.ts";

/** What went wrong, why and what to do; and the exit code that says so. */
export function explain(error: unknown, usage: string): Unusable | undefined {
  if (error instanceof Unusable) return error;
  if (error instanceof z.ZodError) {
    return new Unusable(
      2,
      `an argument is missing or wrong: ${error.issues.map(({ message }) => message).join("; ")}\n\n${usage}`,
    );
  }
  if (error instanceof StatementUnread) {
    return new Unusable(
      3,
      `nothing was compared: ${error.message}. Start the channel, or set CHANNEL_URL (http://127.0.0.1:8081).`,
    );
  }
  const said = databaseWords(error);
  switch (whyUnusable(error)) {
    case "away":
      return new Unusable(
        3,
        `the database cannot be used: ${said}. Start it, or set DATABASE_URL (postgresql://user@host/name).`,
      );
    case "no tables":
      return new Unusable(3, `the database has not the tables: ${said}. Make them with: main.js schema [role]`);
    case "made already":
      return new Unusable(
        3,
        `nothing was made: ${said}. The tables are there. A role is granted what it needs of them with: main.js grant <role>`,
      );
    case "no such role":
      return new Unusable(2, `nothing was done: ${said}. A role is made with: createuser <role>`);
    case "not allowed":
      return new Unusable(
        3,
        `the database refuses: ${said}. Run it as the tables' owner, or have the owner grant it with: main.js grant <role>`,
      );
    case undefined:
      return undefined;
  }
}

export function databaseWords(error: unknown): string {
  const { code = "", message = "" } = error as { readonly code?: string; readonly message?: string };
  const [cause, why] = [(error as Error).cause, message || code];
  return cause instanceof Error ? `${why}: ${databaseWords(cause)}` : why;
}
