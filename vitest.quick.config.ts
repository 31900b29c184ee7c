import { defineConfig, mergeConfig } from "vitest/config";
import { notQuick } from "./test/support/not-quick.ts";
import whole from "./vitest.config.ts";

/** The tests that take a minute, for the loop while working: no corpus, no build, no program started. */
export default mergeConfig(
  whole,
  defineConfig({
    // By default, Vitest leaves one core free, which is half of two cores.
    test: { exclude: notQuick, setupFiles: ["test/support/no-processes.ts"], maxWorkers: "100%" },
  }),
);
