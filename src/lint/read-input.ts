import { SkillsError } from "../core/errors.ts";
import { documentName } from "../model/document-name.ts";
import type { ReadInput } from "../model/loader.ts";
import type { FileEntry, SkillSource } from "../model/source.ts";

/**
 * Reads SKILL.md in exactly this case, as not every client looks for another one. A file that exists but cannot be
 * read here, because of its size or a permission, is no answer about any client. `known`: its bytes, if it has been
 * read.
 */
export function readInput(source: SkillSource, known?: Uint8Array): ReadInput {
  try {
    return { directory: source.name, bytes: known ?? source.read(documentName) };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return source.list().entries.some(isThere)
      ? { loads: "unknown", reason: error.message }
      : { loads: false, reason: `${documentName} is missing` };
  }
}

function isThere({ path, kind, link }: FileEntry): boolean {
  return path === documentName && (kind === "file" || link?.leads === "file");
}
