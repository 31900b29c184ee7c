import { count, seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import type { FileEntry } from "../model/source.ts";
import { defineRule } from "./define.ts";
import { uploadedFiles } from "./parts/uploaded-files.ts";

/** claude.ai says of more: "Zip contains too many files (maximum 200)". */
const most = 200;

/** Of the directories, how many are named. */
const named = 3;

export default defineRule({
  meta: {
    id: "upload-files",
    category: "files",
    origin: "client:claude-api",
    source: "https://github.com/OWASP/secure-agent-playbook/issues/23",
    summary: "Reports a skill of more than 200 files.",
    why: "claude.ai accepts no upload with more files; other clients may.",
    remedy: "Leave out what the agent never reads, join small files, or make several skills of it.",
    severity: "info",
    since: "0.1.0",
  },
  check({ subject: skill }) {
    const files = uploadedFiles(skill);
    if (files.length <= most) return [];
    return [
      {
        file: skill.document?.file ?? "SKILL.md",
        refusals: [{ reason: "file-count" }],
        message: `the skill has ${count(files.length, "file")}, ${seriesAtMost(fullest(files), named)}, of which claude.ai takes ${most}`,
      },
    ];
  },
});

/** The directories at the root, and how many files each has; the fullest first. */
function fullest(files: readonly FileEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const directory = path.slice(0, path.indexOf("/") + 1);
    counts.set(directory, (counts.get(directory) ?? 0) + 1);
  }
  return Array.from(counts)
    .sort(([, a], [, b]) => b - a)
    .map(
      ([directory, amount]) => `${amount} ${directory === "" ? "at its root" : `in ${quote(directory, 60)}`}`,
    );
}
