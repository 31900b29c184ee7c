import { count, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { FileEntry } from "../../model/source.ts";
import { defineRule } from "../define.ts";
import { uploadedFiles } from "./parts/uploaded-files.ts";

/** claude.ai refuses more: "Zip contains too many files (maximum 200)". */
const most = 200;

/** Maximum number of directories listed. */
const named = 3;

export default defineRule({
  meta: {
    id: "upload-files",
    category: "files",
    origin: "client:claude-api",
    source: "https://github.com/OWASP/secure-agent-playbook/issues/23",
    summary: "Reports a skill with more than 200 files.",
    why: "claude.ai refuses an upload with more files; other clients may accept it.",
    remedy: "Leave out files that the agent never reads, join small files, or split the skill.",
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
        message: `skill has ${count(files.length, "file")} (maximum of an upload ${most}): ${seriesAtMost(fullest(files), named)}`,
      },
    ];
  },
});

/** The number of files in each top-level directory, starting with the largest. */
function fullest(files: readonly FileEntry[]): readonly string[] {
  const counts = new Map<string, number>();
  for (const { path } of files) {
    const directory = path.slice(0, path.indexOf("/") + 1);
    counts.set(directory, (counts.get(directory) ?? 0) + 1);
  }
  return Array.from(counts)
    .sort(([, a], [, b]) => b - a)
    .map(
      ([directory, amount]) => `${amount} ${directory === "" ? "in its root" : `in ${quote(directory, 60)}`}`,
    );
}
