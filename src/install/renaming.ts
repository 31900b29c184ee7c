import { isObject } from "../core/is-object.ts";
import { createHash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync, type Stats } from "node:fs";
import path from "node:path";
import { leadsIntoGit } from "../core/paths.ts";
import { toNativePath } from "../read/label.ts";
import { attempt, cannotWrite } from "../write/cannot-write.ts";
import { fill } from "../write/replace-file.ts";
import type { Hold } from "./hold.ts";
import { parts } from "./place-names.ts";
import { nameIn, type Root } from "./root.ts";
import { syncDirectory } from "./sync.ts";

/**
 * A directory to rename, with the files and symlinks that refer to it. Paths are relative to the root, with "/", as
 * they are before the rename.
 */
export interface Renaming {
  readonly from: string;
  /** A name in the same directory. */
  readonly to: string;
  readonly edits: readonly {
    readonly path: string;
    readonly before: Uint8Array;
    readonly after: Uint8Array;
  }[];
  readonly links: readonly LinkChange[];
}

export interface LinkChange {
  readonly from: string;
  readonly to: string;
  /** The link's target as written. */
  readonly before: string;
  readonly after: string;
}

/** The part that is stored in the journal; the contents are in numbered files next to it. */
export interface RenamingSteps extends Pick<Renaming, "from" | "to" | "links"> {
  readonly edits: readonly { readonly path: string; readonly after: string }[];
}

/**
 * Stores the old and new content of every file next to the journal, after checking that the files are unchanged. Throws
 * a SkillsError ("unwritable").
 */
export function stageRenaming(hold: Hold, { from, to, edits, links }: Renaming): RenamingSteps {
  requireSteps(hold.root, [from, to, ...links.flatMap((link) => [link.from, link.to])]);
  for (const [at, { path: file, before, after }] of edits.entries()) {
    const { absolute, stats } = requireFile(hold.root, file);
    if (Buffer.compare(readFileSync(absolute), before) !== 0)
      throw cannotWrite(nameIn(hold.root, file), "it has changed since it was read");
    attempt(nameIn(hold.root, file), () => {
      fill(path.join(hold.directory, parts.fresh, String(at)), after, stats);
      fill(path.join(hold.directory, parts.old, String(at)), before, stats);
    });
  }
  attempt(nameIn(hold.root, from), () =>
    [parts.fresh, parts.old].forEach((part) => syncDirectory(path.join(hold.directory, part))),
  );
  return {
    from,
    to,
    links,
    edits: edits.map(({ path: file, after }) => ({ path: file, after: digestOf(after) })),
  };
}

/**
 * The location of a regular file in the root. Its path may not contain a symlink, which could point outside the root.
 * Throws a SkillsError ("unwritable").
 */
export function requireFile(root: Root, file: string): { readonly absolute: string; readonly stats: Stats } {
  const absolute = placeOf(root, file);
  const stats = attempt(nameIn(root, file), () => lstatSync(absolute));
  if (!stats.isFile()) throw cannotWrite(nameIn(root, file), "it is no longer a plain file");
  return { absolute, stats };
}

/**
 * The absolute path of a file or directory in the root. Throws a SkillsError ("unwritable") for a path through a
 * symlink or into ".git".
 */
export function placeOf(root: Root, inner: string): string {
  if (leadsIntoGit(inner)) throw cannotWrite(nameIn(root, inner), 'it is inside ".git"');
  const absolute = toNativePath(root.directory, inner);
  const above = path.dirname(absolute);
  if (attempt(nameIn(root, inner), () => realpathSync.native(above)) !== above)
    throw cannotWrite(nameIn(root, inner), "its path contains a symlink");
  return absolute;
}

function requireSteps(root: Root, inner: readonly string[]): void {
  for (const each of inner) placeOf(root, each);
}

export function digestOf(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

export type Loose = Readonly<Record<string, unknown>>;

/** Whether a value from a journal is valid: in an untrusted root it may be anything. */
export function isRenaming(value: unknown): value is RenamingSteps {
  if (!isObject(value)) return false;
  const { from, to, edits, links } = value;
  return (
    isInner(from) &&
    isInner(to) &&
    path.posix.dirname(from) === path.posix.dirname(to) &&
    isListOf(edits, (each) => isInner(each["path"]) && typeof each["after"] === "string") &&
    isListOf(links, isLinkChange)
  );
}

function isLinkChange({ from, to, before, after }: Loose): boolean {
  return isInner(from) && isInner(to) && typeof before === "string" && typeof after === "string";
}

function isInner(value: unknown): value is string {
  return (
    typeof value === "string" &&
    value.split("/").every((step) => step !== "" && step !== "." && step !== ".." && !/[\\\0]/.test(step)) &&
    !leadsIntoGit(value)
  );
}

/** Whether a value from a journal is a list of objects that are all valid. */
export function isListOf(value: unknown, isItem: (item: Loose) => boolean): boolean {
  return Array.isArray(value) && value.every((item: unknown) => isObject(item) && isItem(item));
}
