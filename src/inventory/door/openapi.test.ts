import { expect, test } from "vitest";
import { viewQuestions } from "../../projection/questions.ts";
import { commands } from "./commands.ts";
import { openApiText } from "./openapi.ts";
import { questions } from "./questions.ts";

test("openapi: docs/openapi.json is what the schemas give (npx vitest run src/inventory/door/openapi.test.ts -u makes it)", async () => {
  await expect(`${openApiText()}\n`).toMatchFileSnapshot("../../../docs/openapi.json");
});

test("openapi: every endpoint is in it, and whatever it refers to", () => {
  const document = JSON.parse(openApiText()) as {
    readonly paths: Readonly<Record<string, unknown>>;
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  const paths = [
    ...commands.map(({ name }) => name),
    ...[...questions, ...viewQuestions].map(({ path }) => path.slice(1)),
  ];
  expect(Object.keys(document.paths)).toEqual(paths.map((path) => `/inventory/${path}`));
  const referred = [...openApiText().matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
  expect(new Set(referred)).toEqual(new Set(Object.keys(document.components.schemas)));
});
