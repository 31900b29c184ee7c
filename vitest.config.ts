import { spawnSync } from "node:child_process";
import { defineConfig } from "vitest/config";
import { ClosingLine } from "./test/support/closing-line.ts";
import { filesOf, isRun } from "./test/support/runs.ts";

/** It imports JSON as Vite takes it, and Node does not. That its maps of sources name none is nothing to be warned of. */
const inline = [/@actions\/workflow-parser/];

/** For what hangs, in milliseconds: no test takes a tenth of it, and none has a limit of its own. */
const patience = 300_000;

/**
 * The same for each run of a commit, so that what passes here passes in CI, and another for the next commit. Outside a
 * clone, another each time.
 */
function seedOfCommit(): number {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { cwd: import.meta.dirname, encoding: "utf8" });
  return stdout ? Number.parseInt(stdout.slice(0, 7), 16) : Date.now() % 2 ** 31;
}

/** `vitest run` runs everything, `--mode short` what `npm test` runs, `--mode rest` the rest. */
export default defineConfig(({ mode }) => {
  const run = isRun(mode) ? mode : "all";
  const seed = run === "short" ? 1 : Number(process.env["SAMPLES_SEED"] ?? seedOfCommit());
  const { shared, own } = filesOf(run);
  const each = {
    testTimeout: patience,
    hookTimeout: patience,
    expect: { poll: { timeout: patience } },
    server: { deps: { inline } },
    provide: { samples: { isFull: run !== "short", seed } },
  };
  return {
    logLevel: "error",
    test: {
      // By default, Vitest leaves one core free, which is half of two cores.
      maxWorkers: "100%",
      reporters: ["default", new ClosingLine({ run, seed })],
      projects: [
        { test: { ...each, name: "shared", include: shared, isolate: false } },
        { test: { ...each, name: "own process", include: own, sequence: { groupOrder: 1 } } },
      ],
    },
  };
});
