import { SkillsError } from "../../core/errors.ts";
import type { LockedSkill } from "../../model/lock.ts";
import type { FileBytes } from "../../model/archive.ts";
import { compareText } from "../../core/order.ts";
import { quote } from "../../core/show.ts";
import { nameIn, type Root } from "../../install/root.ts";
import { contentDigest, describeFiles } from "../../manifest/digest.ts";
import { junkReason } from "../../pack/junk.ts";
import { readEveryFile, type EveryFile } from "../../read/every-file.ts";
import { joinNative } from "../../read/label.ts";
import { readNames, type Name } from "../../read/listing-names.ts";
import { cannotRead, systemReason } from "../../core/unreadable.ts";

/** The digest and modes of a skill's files, as a lock records them. */
export function stateOf(files: readonly FileBytes[]): Pick<LockedSkill, "contentDigest" | "executable"> {
  const executable = files.filter((file) => file.executable).map((file) => file.path);
  return { contentDigest: contentDigest(describeFiles(files)), executable: executable.sort(compareText) };
}

/** Windows has no executable bits. */
export function isSameState(
  a: Pick<LockedSkill, "contentDigest" | "executable">,
  b: Pick<LockedSkill, "contentDigest" | "executable">,
): boolean {
  return (
    a.contentDigest === b.contentDigest &&
    (process.platform === "win32" || JSON.stringify(a.executable) === JSON.stringify(b.executable))
  );
}

/** The entries of a root, or of one of its directories. Throws a SkillsError if it cannot be read. */
export function namesIn(root: Root, ...inner: readonly string[]): readonly Name[] {
  try {
    return readNames(inner.reduce(joinNative, root.directory));
  } catch (cause) {
    throw cannotRead(inner.length === 0 ? root.label : nameIn(root, ...inner), systemReason(cause), {
      cause,
    });
  }
}

/** All entries in the directory of an installed skill. Throws a SkillsError if it cannot be read. */
export function readInstalled(root: Root, name: string): EveryFile {
  return readEveryFile(joinNative(root.directory, name), nameIn(root, name));
}

/** Leaves out files that running or viewing the skill creates, such as Python's compiled modules. */
export function withoutTraces(files: readonly FileBytes[]): readonly FileBytes[] {
  return files.filter(({ path: file }) => !isTrace(file));
}

function isTrace(file: string): boolean {
  const names = file.split("/");
  return names.some((_, at) => {
    const reason = junkReason(`${names.slice(0, at + 1).join("/")}${at + 1 < names.length ? "/" : ""}`);
    return reason === "cache" || reason === "system";
  });
}

/**
 * Whether a skill with this name is installed in a root. Throws a SkillsError ("unwritable") if the entry is not a
 * directory.
 */
export function isInstalled(root: Root, name: string, entries: readonly Name[]): boolean {
  const there =
    entries.find(({ text }) => text === name) ?? entries.find(({ text }) => text.toLowerCase() === name);
  if (!there) return false;
  const shown = quote(nameIn(root, there.text));
  if (there.text !== name)
    throw new SkillsError(
      "unwritable",
      `${shown} already exists, and its name differs from ${quote(name)} only by case`,
      { hint: "many file systems treat them as the same name; rename or remove it first" },
    );
  if (there.kind === "directory") return true;
  throw new SkillsError(
    "unwritable",
    `${shown} is ${there.kind === "symlink" ? "a symlink" : "not a directory"}`,
    { hint: "move it away first" },
  );
}
