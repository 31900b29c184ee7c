import { defineConfig } from "vitest/config";
import { ClosingLine } from "./test/support/closing-line.ts";

/** It compares with skills that are no part of the repository. */
const exclude = process.env["SKILLS_CORPUS"] === undefined ? ["test/corpus.test.ts"] : [];

/** It imports JSON as Vite takes it, and Node does not. That its maps of sources name none is nothing to be warned of. */
const inline = [/@actions\/workflow-parser/];

export default defineConfig({
  logLevel: "error",
  test: {
    include: ["test/**/*.test.ts"],
    exclude,
    testTimeout: 60_000,
    server: { deps: { inline } },
    reporters: ["default", new ClosingLine()],
  },
});
