import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { committedVerdicts, markdownTable } from "../harness/cli/listing.ts";
import { suite } from "../harness/shop/lab.ts";
import { experiments } from "./experiments.ts";
import { flows } from "./grid/flows.ts";

test("scenarios/README.md: its table is what the experiments and the committed evidence say", () => {
  const root = fileURLToPath(new URL("..", import.meta.url));
  const readme = readFileSync(`${root}/scenarios/README.md`, "utf8");
  const table = markdownTable(
    suite({ experiments, flows, pairs: [], workloads: [] }).experiments,
    committedVerdicts(root),
  );
  expect(readme.endsWith(table), `put the output of ./run.sh list --markdown at its end:\n${table}`).toBe(true);
});
