import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { usableBinaries } from "../../harness/postgres/cluster/binaries.ts";
import { openServer } from "../../harness/postgres/cluster/open.ts";
import type { Server } from "../../harness/postgres/server.ts";
import { withEmptyDatabase } from "../../harness/spec/database.ts";
import { parseSpec } from "../../harness/spec/parse.ts";
import { runSpec } from "../../harness/spec/run.ts";
import { firstDifference, runStock } from "../../harness/spec/stock.ts";

const folder = fileURLToPath(new URL(".", import.meta.url));
const files = readdirSync(folder).filter((file) => file.endsWith(".spec"));

let server: Server;

beforeAll(async () => {
  server = await openServer({ kind: "embedded", major: 18 });
});

afterAll(() => server.close());

test("specs: there are more than twenty", () => {
  expect(files.length).toBeGreaterThan(20);
});

test.each(files)("specs: %s comes out as from the stock tester, to the byte", async (file) => {
  const text = readFileSync(join(folder, file), "utf8");
  const name = basename(file, ".spec");
  let ours = "";
  const options = { name, all: false, out: (more: string) => void (ours += more), complain: () => undefined };
  const ran = await withEmptyDatabase(server, (address) => runSpec(parseSpec(text, file), address, options));
  expect(ran).toMatchObject({ cancelled: [], stopped: false });
  const binaries = await usableBinaries(18);
  const stock = await withEmptyDatabase(server, (address) => runStock(text, binaries, address, name));
  expect(firstDifference(ours, stock.out)).toBeUndefined();
});
