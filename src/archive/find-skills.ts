import { ArchiveRefused, type ArchiveContents, type ArchivedSkill } from "../model/archive.ts";
import { seriesAtMost } from "../core/sentence.ts";
import { quote } from "../core/show.ts";

/** The one skill of an archive: its SKILL.md stands at the root or in the one directory that holds everything; deeper ones are files like others. */
export function findSkill(contents: ArchiveContents): ArchivedSkill {
  const found = skillFiles(contents);
  if (found.length > 1)
    throw new ArchiveRefused(
      "two-roots",
      `${seriesAtMost(
        found.map((path) => quote(path)),
        3,
      )} are there, expected one SKILL.md`,
      { entry: found[1]! },
    );
  return skillAt(contents, found[0]!);
}

/** The skills of an archive that has a directory for each, or its one skill. */
export function findSkills(contents: ArchiveContents): readonly ArchivedSkill[] {
  const found = skillFiles(contents);
  if (found.length === 1 || found.includes("SKILL.md")) return [findSkill(contents)];
  const byDirectory = new Map(found.map((path) => [parent(path), [] as ArchivedSkill["files"][number][]]));
  const filesBeside = (path: string, shown: string): ArchivedSkill["files"][number][] => {
    const files = byDirectory.get(path.split("/", 1)[0] ?? "");
    if (!files) throw outside(shown, "the directory of a skill");
    return files;
  };
  for (const file of contents.files)
    filesBeside(file.path, file.path).push({ ...file, path: file.path.slice(file.path.indexOf("/") + 1) });
  for (const directory of contents.directories) filesBeside(directory, `${directory}/`);
  return Array.from(byDirectory, ([directory, files]) => ({ layout: "wrapped", directory, files }));
}

/** Every SKILL.md at the root or one directory down; at least one. */
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

function outside(path: string, expected: string): ArchiveRefused {
  const cause = /^(?:__MACOSX\/|\._)/.test(path) ? ", where macOS puts what it keeps beside files" : "";
  return new ArchiveRefused(
    "two-roots",
    `${quote(path)} stands outside the skill${cause}, expected everything in ${expected}`,
    { entry: path },
  );
}

/** Why there is none, with what to change where that can be told. */
function absent(paths: readonly string[]): ArchiveRefused {
  const spelled = paths.find((path) => /^(?:[^/]+\/)?skill\.(?:md|markdown)$/i.test(path));
  if (spelled !== undefined) {
    const right = `${spelled.slice(0, spelled.lastIndexOf("/") + 1)}SKILL.md`;
    return new ArchiveRefused(
      "skill-md",
      `${quote(spelled)} is spelled otherwise, expected ${quote(right)}: rename it and pack again`,
      { entry: spelled },
    );
  }
  const deep = paths.find((path) => path.endsWith("/SKILL.md"));
  if (deep !== undefined) {
    return new ArchiveRefused(
      "skill-md",
      `the first SKILL.md is ${quote(deep)}, expected one at the root or in the one directory there: unpack the archive, and take ${quote(parent(deep))} by itself`,
      { entry: deep },
    );
  }
  return new ArchiveRefused(
    "skill-md",
    "no SKILL.md is there, expected one at the root or in the one directory there",
  );
}
