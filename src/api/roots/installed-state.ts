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

/** What a skill's files come to, in the words of a lock. */
export function stateOf(files: readonly FileBytes[]): Pick<LockedSkill, "contentDigest" | "executable"> {
  const executable = files.filter((file) => file.executable).map((file) => file.path);
  return { contentDigest: contentDigest(describeFiles(files)), executable: executable.sort(compareText) };
}

/** Windows keeps no right to run a file. */
export function isSameState(
  a: Pick<LockedSkill, "contentDigest" | "executable">,
  b: Pick<LockedSkill, "contentDigest" | "executable">,
): boolean {
  return (
    a.contentDigest === b.contentDigest &&
    (process.platform === "win32" || JSON.stringify(a.executable) === JSON.stringify(b.executable))
  );
}

/** What stands in a root, or in one of its directories. Throws a SkillsError where it cannot be read. */
export function namesIn(root: Root, ...inner: readonly string[]): readonly Name[] {
  try {
    return readNames(inner.reduce(joinNative, root.directory));
  } catch (cause) {
    throw cannotRead(inner.length === 0 ? root.label : nameIn(root, ...inner), systemReason(cause), {
      cause,
    });
  }
}

/** All that stands in the directory of an installed skill. Throws a SkillsError where it cannot be read. */
export function readInstalled(root: Root, name: string): EveryFile {
  return readEveryFile(joinNative(root.directory, name), nameIn(root, name));
}

/** The files but for those that running the skill and looking at it leave behind, such as Python's compiled modules. */
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

/** What stands under a skill's name in a root. Throws a SkillsError ("unwritable") for anything that neither is nor could become its directory. */
export function isInstalled(root: Root, name: string, entries: readonly Name[]): boolean {
  const there =
    entries.find(({ text }) => text === name) ?? entries.find(({ text }) => text.toLowerCase() === name);
  if (!there) return false;
  const shown = quote(nameIn(root, there.text));
  if (there.text !== name)
    throw new SkillsError(
      "unwritable",
      `${shown} is there already, and its name differs from ${quote(name)} by case only`,
      { hint: "many file systems take the two for one; rename or remove it first" },
    );
  if (there.kind === "directory") return true;
  throw new SkillsError(
    "unwritable",
    `${shown} is ${there.kind === "symlink" ? "a symbolic link" : "no directory"}, expected a skill's directory or nothing`,
    { hint: "move it away first" },
  );
}
