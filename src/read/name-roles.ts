import { documentName, isDocumentNameInAnyCase } from "./document-name.ts";
import type { Name } from "./listing-names.ts";

/** The last two are what `skills install` keeps beside installed skills: such as are no longer there, or not yet. */
const skipped: ReadonlySet<string> = new Set([
  ".git",
  "node_modules",
  ".skills-backup",
  ".skills-transaction",
]);

export function isDocument({ text }: Name): boolean {
  return text === documentName;
}

export function isMisspelt({ text, kind }: Name): boolean {
  return kind !== "directory" && isDocumentNameInAnyCase(text);
}

export function isIgnoreFile({ text }: Name): boolean {
  return text === ".gitignore";
}

/** Whether a skill could lie behind a name. */
export function isWay({ text, kind, foreign }: Name): boolean {
  return (kind === "directory" || kind === "symlink" || foreign !== undefined) && !skipped.has(text);
}
