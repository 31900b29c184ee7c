import { count, grouped, series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { defineRule } from "../define.ts";
import { uploadedFiles } from "./parts/uploaded-files.ts";

/** 30 MB in the larger reading, as MiB: "total upload size must be under 30 MB", uncompressed. */
const limit = 30 * 1_048_576;

/** Maximum number of files listed. */
const named = 3;

export default defineRule({
  meta: {
    id: "upload-size",
    category: "files",
    origin: "client:claude-api",
    source: "https://platform.claude.com/docs/en/build-with-claude/skills-guide",
    summary: "Reports a skill with 30 MiB or more of files.",
    why: "The Skills API and claude.ai refuse an upload of 30 MB or more, measured before compression.",
    remedy: "Let a script download large files when they are needed, or make the files smaller.",
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
        message: `skill has ${count(total, "byte")}, but an upload must have fewer than ${grouped(limit)}; largest: ${listed}`,
      },
    ];
  },
});
