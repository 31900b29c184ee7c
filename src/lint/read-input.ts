import { SkillsError } from "../core/errors.ts";
import { documentName } from "../model/document-name.ts";
import type { ClientVersion, LoadInput, ReadInput } from "../model/loader.ts";
import type { FileEntry, SkillSource } from "../model/source.ts";

/**
 * Reads SKILL.md in exactly this case, as not every client looks for another one. A file that exists but cannot be
 * read here, because of its size or a permission, is no answer about any client. `known`: its bytes, if it has been
 * read. `versions`: of the clients that are asked, which say what else they read.
 */
export function readInput(
  source: SkillSource,
  versions: readonly Pick<ClientVersion, "sidecars">[],
  known?: Uint8Array,
): ReadInput {
  const { entries } = source.list();
  const { kind, link } = entries.find(({ path }) => path === documentName) ?? {};
  const isLink = link && ({ isLink: true } as const);
  if (link?.leads === "outside") return { isLink: true };
  try {
    const bytes = known ?? source.read(documentName);
    return { directory: source.name, bytes, ...isLink, ...readSidecars(source, entries, versions) };
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    if (kind === "file" || link?.leads === "file") return { loads: "unknown", reason: error.message };
    return { loads: false, reason: `${documentName} is ${isLink ? "a symlink to no file" : "missing"}` };
  }
}

function readSidecars(
  source: SkillSource,
  entries: readonly FileEntry[],
  versions: readonly Pick<ClientVersion, "sidecars">[],
): Pick<LoadInput, "sidecars"> {
  const names = new Set(versions.flatMap(({ sidecars = [] }) => sidecars));
  const found = entries.filter(({ path, kind }) => names.has(path) && kind !== "directory");
  return found.length === 0
    ? {}
    : { sidecars: new Map(found.map(({ path }) => [path, readSidecar(source, path)])) };
}

function readSidecar(source: SkillSource, path: string): Uint8Array | "unread" {
  try {
    return source.read(path);
  } catch (error) {
    if (error instanceof SkillsError) return "unread";
    throw error;
  }
}
