/** What the owner of the tables does to the inventory's ledger. */
import type { Flow } from "../../harness/shop/grid/flow.ts";

/** A month, and a little of the next one, ms. */
const monthMs = 31 * 86_400_000;

const archive: Flow = {
  name: "archive",
  says: "a month of the ledger that is over moves to the archive",
  host: "archivist",
  stock: 2,
  shown: true,
  async before({ inventory, ledger: book, process, time }) {
    process("projector").start();
    const kept = await inventory.reserve({ id: "kept", user: "user-0001" });
    await inventory.confirm(kept, { id: "sold" });
    await time.pass(monthMs);
    return (nth) => [book.archive("2026-01", { on: archive.host }), ...(nth === "repeated" ? [book.replay()] : [])];
  },
};

export const ledger: readonly Flow[] = [archive];
