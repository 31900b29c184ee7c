import type { Uploader, UploadId } from "../../model/upload.ts";
import { claudeAi } from "./claude-ai.ts";
import { claudeApiUpload } from "./claude-api.ts";
import { clawhub } from "./clawhub.ts";
import { gemini } from "./gemini.ts";
import { langfuse } from "./langfuse.ts";
import { openai } from "./openai.ts";
import { wellKnown } from "./well-known.ts";

/** Every modeled uploader, in display order. */
export const uploaders: readonly Uploader[] = [
  claudeAi,
  claudeApiUpload,
  openai,
  gemini,
  clawhub,
  langfuse,
  wellKnown,
];

/** The main requirements of each uploader, on one line. */
const limits: Readonly<Record<UploadId, string>> = {
  "claude-ai": "200 files, 30 MiB unpacked, one SKILL.md",
  "claude-api": "30 MiB, directory named like the skill",
  openai: "50 MiB, 500 files of 25 MiB, one SKILL.md",
  gemini: "description on one line, no TODO:",
  clawhub: "50 MiB, 10 MiB per file; drops hidden files",
  langfuse: "3 MiB, 1,000,000 bytes unpacked, 200 files",
  "well-known": "ASCII name; up to 1,000 files, 50 MiB",
};

/** A table for `skills pack --help`: target, layout, archive formats with the default first, limits. */
export const uploadNotes: string = tableOf([
  ["target", "layout", "archive", "limits"],
  ...uploaders.map(({ id, layout, extensions }) => [id, layout, extensions.join(", "), limits[id]]),
]);

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
