import { isMarkdown, parentOf } from "../../core/paths.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Discovery } from "../../find/discover.ts";
import { pluginFinder } from "../../find/plugin-root.ts";
import { gatherPlaces, isWithin, meets, type Places } from "../../find/skill-places.ts";
import { repositoryOf } from "../../git/index-file.ts";
import { loadSkill } from "../../lint/load-skill.ts";
import { isDocumentNameInAnyCase } from "../../model/document-name.ts";
import { holdSource } from "../../model/held-source.ts";
import { outsidePath } from "../../model/outside-path.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import { toNativePath } from "../../read/label.ts";
import { isThere, placeOf } from "../../read/there.ts";

/**
 * The directories of skills that refer to one of these files, or to a directory above one, by a path or by a symlink,
 * and contain none of them. The files may be deleted. One in another skill, which is checked itself, matters only if it
 * is deleted: no finding depends on the content of a file outside the skill, and most changes then need no other skill
 * to be read.
 */
export function referringSkills({ sources, places }: Discovery, files: readonly string[]): readonly string[] {
  const skills = gatherPlaces(places.values());
  const outside = files.filter((file) => !isWithin(file, skills) || !isThere(file));
  if (outside.length === 0) return [];
  const changed = gatherPlaces(outside);
  const names = namesIn(changed);
  const pluginOf = pluginFinder();
  return sources.flatMap((source) => {
    const place = places.get(source);
    const directory = source.directory;
    if (place === undefined || directory === undefined || meets(place, changed)) return [];
    const roots = [repositoryOf(place)?.root, pluginOf(place)].filter((root) => root !== undefined);
    const starts = Array.from(new Set([place, directory]));
    const isChanged = (written: string): boolean =>
      (written.startsWith("..") ? starts : roots).some((from) =>
        changed.ways.has(toNativePath(from, written)),
      );
    const held = holdSource(source);
    const { entries } = held.list();
    const refers =
      entries.some((entry) => isChangedLink(entry, place, changed)) ||
      (mayRefer(held, entries, names) && outsidePaths(held).some(isChanged));
    return refers ? [place] : [];
  });
}

/** The names of the files and of the directories above them. */
function namesIn({ ways }: Places): ReadonlySet<string> {
  return new Set(Array.from(ways).flatMap((place) => place.split(/[\\/]/).at(-1) ?? []));
}

function isChangedLink({ path, link }: FileEntry, place: string, { ways }: Places): boolean {
  if (!link || link.leads === "file" || link.leads === "directory") return false;
  return ways.has(placeOf(link.target, toNativePath(place, parentOf(path))));
}

/** Whether a text has one of the names, determined before it is parsed. A name with an escape may be any. */
function mayRefer(source: SkillSource, entries: readonly FileEntry[], names: ReadonlySet<string>): boolean {
  return entries.some(({ path: file, kind }) => {
    if (kind !== "file" || !(isMarkdown(file) || isDocumentNameInAnyCase(file))) return false;
    const text = textOf(source, file);
    return (
      text === undefined ||
      (text.match(/[^\s/\\()<>[\]"'`#?]+/g) ?? []).some((word) => word.includes("%") || names.has(word))
    );
  });
}

/** Undefined if it cannot be read. */
function textOf(source: SkillSource, file: string): string | undefined {
  try {
    return Buffer.from(source.read(file)).toString();
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}

function outsidePaths(source: SkillSource): readonly string[] {
  const { skill } = loadSkill(source, []);
  return skill.references.flatMap((each) => outsidePath(each) ?? []);
}
