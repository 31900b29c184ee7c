import { SkillsError } from "../../core/errors.ts";
import { places } from "../../install/place-names.ts";
import type { Root } from "../../install/root.ts";
import { namesIn, readInstalled, stateOf } from "./installed-state.ts";

/**
 * The name of a skill's backup. It contains the content's digest, so that a later backup of another version does not
 * replace it.
 */
export function backupName(root: Root, name: string): string {
  const stem = `${name}-${digestOf(root, name)}`;
  const taken = new Set(backupsIn(root));
  for (let number = 2; taken.has(stem); number++)
    if (!taken.has(`${stem}-${number}`)) return `${stem}-${number}`;
  return stem;
}

function digestOf(root: Root, name: string): string {
  try {
    const { contentDigest } = stateOf(readInstalled(root, name).files);
    return Buffer.from(contentDigest.slice("h1:".length), "base64").toString("hex").slice(0, 12);
  } catch (error) {
    if (error instanceof SkillsError) return "unread";
    throw error;
  }
}

function backupsIn(root: Root): readonly string[] {
  if (!namesIn(root).some(({ text, kind }) => text === places.backups && kind === "directory")) return [];
  return namesIn(root, places.backups).map(({ text }) => text);
}
