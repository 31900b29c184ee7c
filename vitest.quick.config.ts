import { defineConfig, mergeConfig } from "vitest/config";
import { notQuick } from "./test/support/not-quick.ts";
import whole from "./vitest.config.ts";

/** The tests that take a minute, for the loop while working: no corpus, no build, no program started. */
export default mergeConfig(
  whole,
  defineConfig({
    // Vitest leaves a core free, which on two cores is half of them.
    test: { exclude: notQuick, setupFiles: ["test/support/no-processes.ts"], maxWorkers: "100%" },
  }),
);
