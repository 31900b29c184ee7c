import type { ArchiveNote, FileBytes } from "../../model/archive.ts";
import { limits } from "../../model/limits.ts";
import { quote } from "../../core/show.ts";
import { parseSkillMd } from "../../parse/skill-md.ts";
import { decodeText } from "../../parse/decode.ts";
import type { OpenedSkill } from "./open-verified.ts";

/**
 * A commit id (SHA-1 or SHA-256), which `git archive` writes as the archive's comment, also in GitHub's "Download ZIP".
 */
const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The directory name to compare a skill's name with: if git named the directory, the skill's own name. */
export function chooseDirectoryName(
  { contents, skill: { directory, files }, alone }: OpenedSkill,
  path: string,
): { readonly name: string; readonly notes: readonly ArchiveNote[] } {
  // `git archive` puts everything into one directory, whose name comes from git and not from the skill's author.
  const ofCommit = alone && contents.comment !== undefined && commit.test(contents.comment);
  if (directory !== undefined && !ofCommit) return { name: directory, notes: [] };
  const name = declaredName(files) ?? stemOf(path);
  if (directory === undefined || directory === name) return { name, notes: [] };
  return {
    name,
    notes: [
      {
        message: `git named the directory ${quote(directory)} after a commit, so it is not compared with the skill's name`,
      },
    ],
  };
}

/** The name in the frontmatter; undefined if it cannot be read. */
function declaredName(files: readonly FileBytes[]): string | undefined {
  const document = files.find(({ path }) => path === "SKILL.md");
  if (!document || document.bytes.length > limits.textBytes) return undefined;
  const { source, facts } = decodeText(document.bytes);
  const name = parseSkillMd("SKILL.md", source, facts).frontmatter?.fields.get("name")?.value;
  return typeof name === "string" ? name : undefined;
}

function stemOf(path: string): string {
  return (path.split("/").at(-1) ?? path).replace(/\.(?:zip|skill|tgz|tar\.gz)$/i, "");
}
