import { SkillsError } from "../../core/errors.ts";
import { systemCode } from "../../core/unreadable.ts";
import { documentName } from "../../model/document-name.ts";
import type { ReadInput } from "../../model/loader.ts";
import type { SkillSource } from "../../model/source.ts";

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
    return systemCode(error.cause) === "ENOENT"
      ? { loads: false, reason: `${documentName} is missing` }
      : { loads: "unknown", reason: error.message };
  }
}
