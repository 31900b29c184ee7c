import { SkillsError } from "../../core/errors.ts";
import type { PackedContent } from "../../model/reports/inspect.ts";
import type { DigestedContent } from "../../model/reports/digest.ts";
import type { FileBytes } from "../../model/archive.ts";
import type { SkillSource } from "../../model/source.ts";
import { contentDigest, describeFiles } from "../../manifest/digest.ts";
import { readFilesToPack } from "./files-to-pack.ts";

/** The content digest of a directory's skill, or why it cannot be packed. */
export async function packedContent(source: SkillSource): Promise<PackedContent> {
  try {
    const { files, leftOut, refused } = await readFilesToPack(source, { wrappedIn: source.name });
    const [first] = refused;
    return first ? { refused: first.message, leftOut } : { content: digestContent(files), leftOut };
  } catch (error) {
    if (error instanceof SkillsError) return { refused: error.message, leftOut: [] };
    throw error;
  }
}

/** The content digest of files, from a directory or an archive. */
export function digestContent(files: readonly FileBytes[]): DigestedContent {
  const resources = describeFiles(files);
  return {
    contentDigest: contentDigest(resources),
    files: resources.length,
    bytes: resources.reduce((sum, { size = 0 }) => sum + size, 0),
  };
}
