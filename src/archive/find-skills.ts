import { ArchiveRefused, type ArchiveContents, type ArchivedSkill } from "../model/archive.ts";
import { seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";

/**
 * The only skill of an archive, with SKILL.md at the root or in the only top-level directory. A deeper SKILL.md is
 * treated as an ordinary file.
 */
export function findSkill(contents: ArchiveContents): ArchivedSkill {
  const found = skillFiles(contents);
  if (found.length > 1)
    throw new ArchiveRefused(
      "two-roots",
      `archive has more than one skill: ${seriesAtMost(
        found.map((path) => quote(path)),
        3,
      )}; pack each separately`,
      { entry: found[1]! },
    );
  return skillAt(contents, found[0]!);
}

/** The skills of an archive with one directory per skill, or its only skill. */
export function findSkills(contents: ArchiveContents): readonly ArchivedSkill[] {
  const found = skillFiles(contents);
  if (found.length === 1 || found.includes("SKILL.md")) return [findSkill(contents)];
  const byDirectory = new Map(found.map((path) => [parent(path), [] as ArchivedSkill["files"][number][]]));
  const filesBeside = (path: string, shown: string): ArchivedSkill["files"][number][] => {
    const files = byDirectory.get(path.split("/", 1)[0] ?? "");
    if (!files) throw outside(shown, "a skill's directory");
    return files;
  };
  for (const file of contents.files)
    filesBeside(file.path, file.path).push({ ...file, path: file.path.slice(file.path.indexOf("/") + 1) });
  for (const directory of contents.directories) filesBeside(directory, `${directory}/`);
  return Array.from(byDirectory, ([directory, files]) => ({ layout: "wrapped", directory, files }));
}

/** Paths of all SKILL.md files at the root or in a top-level directory; at least one. */
function skillFiles(contents: ArchiveContents): readonly string[] {
  const paths = contents.files.map(({ path }) => path);
  const found = paths.filter((path) => /^(?:[^/]+\/)?SKILL\.md$/.test(path));
  if (found.length === 0) throw absent(paths);
  return found;
}

function skillAt(contents: ArchiveContents, path: string): ArchivedSkill {
  const directory = parent(path);
  if (directory === "") return { layout: "root", files: contents.files };
  const prefix = `${directory}/`;
  const astray = [
    ...contents.files.map((file) => file.path),
    ...contents.directories.map((each) => `${each}/`),
  ].find((each) => !each.startsWith(prefix));
  if (astray !== undefined) throw outside(astray, quote(prefix));
  return {
    layout: "wrapped",
    directory,
    files: contents.files.map((file) => ({ ...file, path: file.path.slice(prefix.length) })),
  };
}

function parent(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

function outside(path: string, required: string): ArchiveRefused {
  const message = /^(?:__MACOSX\/|\._)/.test(path)
    ? `${quote(path)} is macOS metadata outside the skill; leave it out`
    : `${quote(path)} is outside the skill; leave it out or move it into ${required}`;
  return new ArchiveRefused("two-roots", message, { entry: path });
}

/** The refusal of an archive without a SKILL.md in the right location, with a fix if there is an obvious one. */
function absent(paths: readonly string[]): ArchiveRefused {
  const misnamed = paths.find((path) => /^(?:[^/]+\/)?skill\.(?:md|markdown)$/i.test(path));
  if (misnamed !== undefined) {
    const right = `${misnamed.slice(0, misnamed.lastIndexOf("/") + 1)}SKILL.md`;
    return new ArchiveRefused(
      "skill-md",
      `${quote(misnamed)} is misnamed; rename it to ${quote(right)} and pack again`,
      { entry: misnamed },
    );
  }
  const deep = paths.find((path) => path.endsWith("/SKILL.md"));
  if (deep !== undefined) {
    return new ArchiveRefused(
      "skill-md",
      `${quote(deep)} is too deep for a skill's SKILL.md; unpack the archive and pack ${quote(parent(deep))} by itself`,
      { entry: deep },
    );
  }
  return new ArchiveRefused("skill-md", "archive has no SKILL.md at its root or in its only directory");
}
