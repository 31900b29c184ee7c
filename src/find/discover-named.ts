import { lstatSync, realpathSync, statSync, type Stats } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { quote } from "../core/show.ts";
import { hintForArchive, meantAsRepository, meantBy } from "./absent-hint.ts";
import { whyLinkAsText } from "./link-as-text.ts";
import type { NamedDirectory } from "./search.ts";
import { isNearMiss } from "../model/document-name.ts";
import { namedPlace, type FilePlace } from "../read/file-place.ts";
import { parentLabel, toLabel } from "../read/label.ts";
import { joinLabel } from "../core/paths.ts";
import { byName, readNames } from "../read/listing-names.ts";
import { kindOf } from "../read/open-file.ts";
import { cannotRead, systemCode, systemReason } from "../core/unreadable.ts";

/** The directory that a path refers to. */
interface Found extends NamedDirectory {
  /** Whether the path is that of a SKILL.md. */
  readonly certain: boolean;
}

/** Maximum number of names that are compared to suggest one. */
const comparedNames = 1_000;

/**
 * Error codes for a path that does not exist: nothing can be below a file or a symlink loop, and a name can be too long
 * or contain a NUL.
 */
const absent: ReadonlySet<string | undefined> = new Set([
  "ELOOP",
  "ENAMETOOLONG",
  "ENOENT",
  "ENOTDIR",
  "ERR_INVALID_ARG_VALUE",
]);

const remedy = "pass a skill directory, a directory above one or a SKILL.md";

/**
 * Looks up a path from the user; undefined if nothing exists there. Throws a SkillsError if the path cannot be a
 * skill.
 */
export function lookUp(written: string, cwd: string): Found | undefined {
  // An empty path usually comes from an unset shell variable, so it must not mean the working directory.
  if (written === "") throw new SkillsError("bad-usage", `the path is empty; ${remedy}`);
  const absolute = path.resolve(cwd, written);
  const itself = statsOf(absolute, written, lstatSync);
  if (!itself) return undefined;
  const stats = itself.isSymbolicLink() ? statsOf(absolute, written, statSync) : itself;
  if (stats?.isDirectory()) return { ...nameDirectory(absolute, toLabel(written)), certain: false };
  const kind = stats ? kindOf(stats) : undefined;
  if (kind) throw new SkillsError("unreadable", `${quote(written)} is ${kind}; ${remedy}`);
  const directory = nameDirectory(path.dirname(absolute), parentLabel(written));
  if (isNearMiss(path.basename(absolute), path.basename(directory.absolute)))
    return { ...directory, certain: true };
  if (!stats) throw new SkillsError("not-found", `${quote(written)} is a dangling symlink; ${remedy}`);
  const asText = whyLinkAsText(absolute, written);
  if (asText !== undefined)
    throw new SkillsError("not-a-skill", `${quote(written)} is a file, not a directory of skills`, {
      hint: asText,
    });
  const hint = hintForArchive(written);
  throw new SkillsError(
    "not-a-skill",
    `${quote(written)} is ${hint === undefined ? "not a SKILL.md" : "an archive"}; ${remedy}`,
    hint === undefined ? {} : { hint },
  );
}

/**
 * The error for a path that does not exist, with a hint: what the user may have meant, or the name most similar to
 * the first missing part.
 */
export function notFound(written: string, cwd: string): SkillsError {
  if (statsOf(path.resolve(cwd, written), written, lstatSync)?.isSymbolicLink())
    return new SkillsError("not-found", `${quote(written)} is a dangling symlink`);
  const hint = meantBy(written, cwd) ?? hintNearest(written, cwd) ?? meantAsRepository(written, cwd);
  return new SkillsError("not-found", `there is no ${quote(written)}`, hint === undefined ? {} : { hint });
}

/**
 * Looks up a file that the user passed, such as a config or a list. Throws the same error as `notFound` if it does
 * not exist.
 */
export function lookUpFile(written: string, cwd: string): FilePlace {
  if (written === "") throw new SkillsError("bad-usage", "the path is empty; pass a file");
  const place = namedPlace(written, cwd);
  if (!statsOf(place.absolute, written, lstatSync)) throw notFound(written, cwd);
  return place;
}

/** What is at a path from the user; undefined if nothing is. Throws a SkillsError if it may not be inspected. */
export function statsOf(
  absolute: string,
  written: string,
  look: (path: string, options: { throwIfNoEntry: false }) => Stats | undefined,
): Stats | undefined {
  try {
    return look(absolute, { throwIfNoEntry: false });
  } catch (cause) {
    if (absent.has(systemCode(cause))) return undefined;
    throw cannotRead(written, systemReason(cause), { cause });
  }
}

/**
 * Names the directory as it is spelled on disk, which may differ from the user's spelling on a case-insensitive file
 * system. A symlink keeps its name.
 */
function nameDirectory(absolute: string, label: string): NamedDirectory {
  try {
    const real = realpathSync.native(absolute);
    const name = path.basename(lstatSync(absolute).isSymbolicLink() ? absolute : real);
    return { absolute: path.join(path.dirname(absolute), name), real, label };
  } catch (cause) {
    throw cannotRead(label, systemReason(cause), { cause });
  }
}

function hintNearest(written: string, cwd: string): string | undefined {
  const near = nearestPath(toLabel(written), cwd);
  return near === undefined ? undefined : `did you mean ${quote(near)}?`;
}

function nearestPath(label: string, cwd: string): string | undefined {
  const parts = label.split("/");
  for (let end = parts.length - 1; end >= 0; end--) {
    const above = end === 0 ? "." : parts.slice(0, end).join("/") || "/";
    try {
      const names = readNames(path.resolve(cwd, above)).sort(byName).slice(0, comparedNames);
      const name = nearest(
        parts[end]!,
        names.map(({ text }) => text),
      );
      return name === undefined ? undefined : joinLabel(above, name);
    } catch {
      // If this directory does not exist either, its parent is tried.
    }
  }
  return undefined;
}
