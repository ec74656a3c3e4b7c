/**
 * The reconciler reads each of the database's books as it is when its turn comes. The guard that is missing: one snapshot
 * for all of them.
 */
import type { Database } from "../../src/ports.ts";
import { shippedParts, type Parts } from "../../src/parts.ts";

export const booksReadApart: Partial<Parts> = {
  loadBooks: async (shop) => {
    const { database } = shop.ports;
    const apart: Database = {
      connect: async () => {
        const session = await database.connect();
        return {
          query: async (text, values) =>
            session.query(text.replace("REPEATABLE READ READ ONLY", "READ COMMITTED"), values),
          release: (broken) => session.release(broken),
        };
      },
    };
    return shippedParts.loadBooks({ ...shop, ports: { ...shop.ports, database: apart } });
  },
};
