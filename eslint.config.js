/**
 * The lint rules: strict typed TypeScript, the bans that keep a run a function of its seed, and the one direction of
 * imports (scenarios → harness → src). `lint/bans.test.ts` shows that each ban fires.
 */
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";
import { lazyImportBan, seedBans, sqlInTextBans, worldBans } from "./lint/bans.js";

const srcAlone = "src imports neither harness nor scenarios: what it needs of the world comes through src/ports.ts.";
const inventoryAlone = "src/inventory knows no order: it keeps pieces for whoever asks, under the asker's own key.";
const harnessGeneral = "harness imports src only from harness/shop: the rest is a lab for any code on pg.";
const noScenarios = "harness never imports scenarios: scenarios/main.ts hands them in.";
const kernelPure = "harness/kernel imports neither server nor network: both are sources of actions handed to it.";

/** @typedef {{ readonly folders: string, readonly message: string }} ImportBan */

/** @param {readonly ImportBan[]} bans @param {...import("./lint/bans.js").SyntaxBan} more @returns {import("eslint").Linter.RulesRecord} */
const restricted = (bans, ...more) => ({
  "no-restricted-imports": [
    "error",
    { patterns: bans.map(({ folders, message }) => ({ regex: `(^|/)(${folders})/`, message })) },
  ],
  "no-restricted-syntax": ["error", ...bans.map(({ folders, message }) => lazyImportBan(folders, message)), ...more],
});
/** @param {...ImportBan} bans */
const direction = (...bans) => restricted(bans);
/** What a run may not depend on is banned as well. @param {...ImportBan} bans */
const service = (...bans) => restricted(bans, ...worldBans, ...seedBans, ...sqlInTextBans);

export default defineConfig(
  { ignores: ["dist/", "node_modules/", "evidence/", "failures/", ".mutants/", "**/*.mjs"] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true } },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/consistent-type-exports": "error",
      "@typescript-eslint/no-import-type-side-effects": "error",
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-floating-promises": ["error", { ignoreVoid: false }],
      "@typescript-eslint/no-misused-promises": "error",
      "@typescript-eslint/return-await": ["error", "in-try-catch"],
      "@typescript-eslint/switch-exhaustiveness-check": ["error", { considerDefaultExhaustiveForUnions: true }],
      // Numbers in messages read well and are safe; objects and undefined are not.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true }],
      // `noUncheckedIndexedAccess` already makes the compiler ask; a loop over a known length may answer with `!`.
      "@typescript-eslint/no-non-null-assertion": "off",
      // The ports promise promises: an adapter that has its answer at once is still an async function.
      "@typescript-eslint/require-await": "off",
      // `() => session.release()` says what it does without a block.
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      // A type parameter that appears once is how pg-like ports let the caller name its row: query<OrderRow>(…).
      "@typescript-eslint/no-unnecessary-type-parameters": "off",
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: service({ folders: "harness|scenarios", message: srcAlone }),
  },
  {
    files: ["src/inventory/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: service({ folders: "harness|scenarios", message: srcAlone }, { folders: "order", message: inventoryAlone }),
  },
  {
    files: ["src/main.ts", "src/adapters.ts"],
    rules: {
      "no-console": "off",
      "no-restricted-syntax": ["error", lazyImportBan("harness|scenarios", srcAlone), ...seedBans, ...sqlInTextBans],
    },
  },
  {
    files: ["harness/**/*.ts"],
    rules: direction({ folders: "src", message: harnessGeneral }, { folders: "scenarios", message: noScenarios }),
  },
  {
    files: ["harness/shop/**/*.ts", "harness/bench/**/*.ts"],
    rules: direction({ folders: "scenarios", message: noScenarios }),
  },
  {
    // The kernel's tests may run it over the real server; the kernel itself may not.
    files: ["harness/kernel/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: direction(
      { folders: "src", message: harnessGeneral },
      { folders: "scenarios", message: noScenarios },
      { folders: "postgres|network", message: kernelPure },
    ),
  },
  {
    files: ["harness/kernel/**/*.ts"],
    ignores: ["**/*.test.ts"],
    rules: {
      "@typescript-eslint/no-restricted-imports": [
        "error",
        { paths: ["pg", "hono", "node:net", "node:http"].map((name) => ({ name, message: kernelPure })) },
      ],
    },
  },
  { files: ["**/*.js"], ...tseslint.configs.disableTypeChecked },
);
