import { SkillsError } from "../core/errors.ts";
import { compareText } from "../core/order.ts";
import { joinLabel } from "../core/paths.ts";
import { grouped } from "../core/sentence.ts";
import { quote } from "../core/show.ts";
import { cannotRead } from "../core/unreadable.ts";
import { shownAt, type SkillRoot } from "../model/agent.ts";
import { openMemory } from "../model/memory-source.ts";
import type { FileEntry, Listing, SkillSource } from "../model/source.ts";
import type { Stage, StageChange } from "../model/stage.ts";

/** Starts a stage with the files of the user's project. */
export function openStage(project?: SkillSource): Stage {
  const changes = new Map<string, StageChange>();
  let version = 0;
  const cover: Stage["cover"] = (source, at) => coverSource(source, `${at}/`, changes, () => version);
  return {
    project: cover(project ?? openMemory("project", {}, shownAt.project), shownAt.project),
    hasProject: () => project !== undefined || changes.size > 0,
    cover,
    changes,
    change: (path, to) => {
      requireListable(path, changes);
      version++;
      changes.set(path, to);
    },
  };
}

/** Maximum depth of a changed path: twice that of a skill's listing. Each listing adds the directories of each. */
export const deepestChange = 64;

/** Maximum number of changed paths. */
const mostChanged = 5_000;

function requireListable(path: string, changes: ReadonlyMap<string, StageChange>): void {
  if (path.split("/").length > deepestChange)
    throw new SkillsError("too-large", `${quote(path, 60)} is below more than ${deepestChange} directories`);
  if (changes.size >= mostChanged && !changes.has(path))
    throw new SkillsError("too-large", `the session changes more than ${grouped(mostChanged)} files`);
}

/** The roots with their skills as the session changed them. */
export function coverRoots(roots: readonly SkillRoot[], { cover }: Stage): readonly SkillRoot[] {
  return roots.map((root) => ({
    ...root,
    skills: root.skills.map((skill) => ({ ...skill, source: cover(skill.source, skill.path) })),
  }));
}

function coverSource(
  source: SkillSource,
  prefix: string,
  changes: ReadonlyMap<string, StageChange>,
  version: () => number,
): SkillSource {
  const revision = (): number => version() + (source.revision?.() ?? 0);
  let known: { readonly revision: number; readonly listing: Listing } | undefined;
  const changed = (file: string): Uint8Array | undefined => {
    const change = changes.get(prefix + file);
    if (!change) return undefined;
    if (change.kind === "file") return change.bytes;
    throw cannotRead(
      joinLabel(source.label, file),
      change.kind === "directory" ? "a directory" : "no such file or directory",
    );
  };
  const { name, label, directory, mark, alone } = source;
  return {
    name,
    label,
    ...(directory !== undefined && { directory }),
    ...(mark && { mark }),
    ...(alone && { alone }),
    revision,
    list: () => {
      if (known?.revision !== revision())
        known = { revision: revision(), listing: listChanged(source.list(), prefix, changes) };
      return known.listing;
    },
    read: (file) => changed(file) ?? source.read(file),
    readHead: (file, limit) => changed(file)?.subarray(0, limit) ?? source.readHead(file, limit),
  };
}

function listChanged(listing: Listing, prefix: string, changes: ReadonlyMap<string, StageChange>): Listing {
  if (!Array.from(changes.keys()).some((path) => path.startsWith(prefix))) return listing;
  const { entries, unread } = listing;
  const merged = new Map(entries.map((entry) => [entry.path, entry]));
  for (const [path, change] of changes) {
    if (!path.startsWith(prefix)) continue;
    const file = path.slice(prefix.length);
    if (change.kind === "removed") {
      merged.delete(file);
      continue;
    }
    // A script may write a file without its directories having been listed before.
    for (let slash = file.indexOf("/"); slash !== -1; slash = file.indexOf("/", slash + 1)) {
      const above = file.slice(0, slash);
      if (!merged.has(above)) merged.set(above, toEntry(above, { kind: "directory" }));
    }
    merged.set(file, toEntry(file, change));
  }
  return { entries: Array.from(merged.values()).sort((a, b) => compareText(a.path, b.path)), unread };
}

function toEntry(path: string, change: Exclude<StageChange, { readonly kind: "removed" }>): FileEntry {
  return change.kind === "directory"
    ? { path, kind: "directory", size: 0, executable: false }
    : { path, kind: "file", size: change.bytes.length, executable: change.executable };
}
