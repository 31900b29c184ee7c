import { SkillsError } from "../core/errors.ts";
import { documentName } from "../model/document-name.ts";
import type { ReadInput } from "../model/loader.ts";
import type { SkillSource } from "../model/source.ts";

/**
 * Reads SKILL.md in exactly this case, as not every client looks for another one. A file that exists but cannot be
 * read here, because of its size or a permission, is no answer about any client. `known`: its bytes, if it has been
 * read.
 */
export function readInput(source: SkillSource, known?: Uint8Array): ReadInput {
  const { kind, link } = source.list().entries.find(({ path }) => path === documentName) ?? {};
  const isLink = link && ({ isLink: true } as const);
  if (link?.leads === "outside") return { isLink: true };
  try {
    return { directory: source.name, bytes: known ?? source.read(documentName), ...isLink };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    if (kind === "file" || link?.leads === "file") return { loads: "unknown", reason: error.message };
    return { loads: false, reason: `${documentName} is ${isLink ? "a symlink to no file" : "missing"}` };
  }
}
