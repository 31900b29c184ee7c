import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { series, seriesAtMost } from "../../core/sentence.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";

/** What to tell of the files that a script changed in its copy; undefined where it changed none. */
export function treeDifference(
  before: SkillSource,
  copied: ReadonlyMap<string, FileEntry>,
  after: SkillSource,
): string | undefined {
  const now = new Map(
    after
      .list()
      .entries.filter(({ kind }) => kind !== "directory")
      .map((entry) => [entry.path, entry]),
  );
  const added = [...now.keys()].filter((path) => !copied.has(path));
  const removed = [...copied.keys()].filter((path) => !now.has(path));
  const changed = [...copied.values()]
    .filter((entry) => differs(entry, now.get(entry.path), before, after))
    .map(({ path }) => path);
  const parts = Object.entries({ added, changed, removed }).flatMap(([verb, paths]) =>
    paths.length === 0
      ? []
      : [
          `${verb} ${seriesAtMost(
            paths.map((path) => quote(path)),
            10,
          )}`,
        ],
  );
  return parts.length === 0 ? undefined : `in its copy of the skill the script ${series(parts)}`;
}

function differs(
  old: FileEntry,
  now: FileEntry | undefined,
  before: SkillSource,
  after: SkillSource,
): boolean {
  if (!now) return false;
  if (now.kind !== "file" || now.size !== old.size || now.executable !== old.executable) return true;
  try {
    return Buffer.compare(before.read(old.path), after.read(old.path)) !== 0;
  } catch (error) {
    if (error instanceof SkillsError) return true;
    throw error;
  }
}
