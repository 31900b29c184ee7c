import { defineConfig } from "vitest/config";
import { closingLine } from "./test/support/closing-line.ts";

/** It compares with skills that are no part of the repository. */
const exclude = process.env["SKILLS_CORPUS"] === undefined ? ["test/corpus.test.ts"] : [];

export default defineConfig({ test: { include: ["test/**/*.test.ts"], exclude, testTimeout: 60_000, reporters: ["default", closingLine] } });
