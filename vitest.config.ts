import { defineConfig } from "vitest/config";
import { ClosingLine } from "./test/support/closing-line.ts";

/** It compares with skills that are no part of the repository. */
const exclude = process.env["SKILLS_CORPUS"] === undefined ? ["test/corpus.test.ts"] : [];

/** It imports JSON as Vite takes it, and Node does not. That its maps of sources name none is nothing to be warned of. */
const inline = [/@actions\/workflow-parser/];

/** For what hangs, in milliseconds: no test takes a tenth of it, and none has a limit of its own. */
const patience = 300_000;

export default defineConfig({
  logLevel: "error",
  test: {
    include: ["test/**/*.test.ts"],
    exclude,
    testTimeout: patience,
    hookTimeout: patience,
    expect: { poll: { timeout: patience } },
    server: { deps: { inline } },
    reporters: ["default", new ClosingLine()],
  },
});
