import { count, grouped, series } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { defineRule } from "./define.ts";
import { uploadedFiles } from "./parts/uploaded-files.ts";

/** 30 MB, where a megabyte is the larger of the two that go by that name: "total upload size must be under 30 MB", uncompressed. */
const limit = 30 * 1_048_576;

/** Of the files, how many are named. */
const named = 3;

export default defineRule({
  meta: {
    id: "upload-size",
    category: "files",
    origin: "client:claude-api",
    source: "https://platform.claude.com/docs/en/build-with-claude/skills-guide",
    summary: "Reports a skill whose files have 30 MiB or more together.",
    why: "The Skills API and claude.ai refuse an upload of 30 MB or more, measured before compression.",
    remedy: "Have a script fetch the large files when they are needed, or make them smaller.",
    severity: "warning",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const files = uploadedFiles(skill);
    const total = files.reduce((sum, { size }) => sum + size, 0);
    if (total < limit) return [];
    const largest = [...files].sort((a, b) => b.size - a.size).slice(0, named);
    const listed = series(largest.map(({ path, size }) => `${quote(path, 80)} (${grouped(size)})`));
    return [
      {
        file: skill.document?.file ?? "SKILL.md",
        refusals: [{ target: "claude-api", reason: "total-size" }],
        message: `the skill's files have ${count(total, "byte")} together, most of them ${listed}, expected fewer than ${grouped(limit)}`,
      },
    ];
  },
});
