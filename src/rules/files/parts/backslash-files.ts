import type { Finding, Rule } from "../../../model/rule.ts";
import type { Skill } from "../../../model/skill.ts";
import type { FileEntry } from "../../../model/source.ts";

/** The files whose names contain backslashes, which a program wrote as separators. */
export function backslashFiles(files: readonly FileEntry[]): readonly string[] {
  return files.flatMap(({ path, kind }) => (kind === "file" && path.includes("\\") ? [path] : []));
}

/**
 * Removes findings of a rule that only follow from file names with backslashes, which file-name-backslash reports: an
 * unreferenced file, or a reference to a missing file.
 */
export function withoutBackslashFollowUps(rule: Rule): Rule {
  return {
    ...rule,
    check(context) {
      const found = rule.check(context);
      if (Array.isArray(found) && found.length === 0) return found;
      const paths = backslashFiles(context.subject.files);
      if (paths.length === 0) return found;
      const meant = new Set(paths.map((path) => path.replaceAll("\\", "/")));
      return Array.from(found).filter(
        (finding) => !isAboutNames(finding) && !isMeant(context.subject, meant, finding),
      );
    },
  };
}

function isAboutNames({ file, related = [] }: Finding): boolean {
  return related.length > 0 ? related.every((place) => place.file.includes("\\")) : file.includes("\\");
}

/** Whether the finding is about a reference to a file that would exist with "/" in its name. */
function isMeant({ references }: Skill, meant: ReadonlySet<string>, { file, range }: Finding): boolean {
  return references.some(
    ({ from, reference, resolution }) =>
      from === file &&
      reference.range === range &&
      resolution.status === "missing" &&
      [reference.target, `${from.slice(0, from.lastIndexOf("/") + 1)}${reference.target}`].some((path) =>
        meant.has(path.replace(/^(?:\.\/)+/, "")),
      ),
  );
}
