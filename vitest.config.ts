/** Tests lie beside the file they test. Those that start a server need more than the default five seconds. */
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["{lint,src,harness,scenarios}/**/*.test.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The servers of several test files share the machine's cores: more workers than that only slow each other down.
    maxWorkers: 2,
    // A fresh process for each file would cost a quarter of the short tests' time.
    isolate: false,
    reporters: ["default"],
  },
});
