import { SkillsError } from "../../core/errors.ts";
import { joinLabel, parentOf } from "../../core/paths.ts";
import { cannotRead } from "../../core/unreadable.ts";
import { openGitIndex } from "../../git/index-file.ts";
import { archiveLimits, type FileBytes } from "../../model/archive.ts";
import type { HeldSource } from "../../model/held-source.ts";
import type { LeftOut } from "../../model/left-out.ts";
import { limits } from "../../model/limits.ts";
import type { Listing, SkillSource } from "../../model/source.ts";
import { type AuthorsWord, ignoreFileName, parseIgnoreFile } from "../../pack/ignore-file.ts";
import { leaveOutOfPlugin, type PluginPatterns } from "../../pack/leave-out-of-plugin.ts";
import {
  type LeaveOut,
  leaveOut,
  type RefusedFile,
  type SelectedFile,
  selectFiles,
  type Selection,
} from "../../pack/select-files.ts";
import { toNativePath } from "../../read/label.ts";
import { linkedPath } from "../../read/listing-link.ts";
import { listDirectory } from "../../read/listing.ts";
import { readFileIfThere } from "../../read/open-file.ts";
import { changed, type ReadFile, readSnapshot } from "../../read/snapshot.ts";
import { refuseFiles } from "./refuse-files.ts";

export interface FilesToPack {
  /** Empty if a file is refused; then no file was read. */
  readonly files: readonly FileBytes[];
  readonly selected: readonly SelectedFile[];
  readonly leftOut: readonly LeftOut[];
  readonly refused: readonly RefusedFile[];
}

interface Options {
  /** Pack the targets of symlinks inside the skill. */
  readonly followInternal?: boolean;
  /** The directory in the archive that contains the files. */
  readonly wrappedIn?: string | undefined;
  /** The skill as it was read for other work: what it holds is not read again. For results that are not written. */
  readonly held?: HeldSource;
  /** Set if the directory is a plugin: the directories of its skills, and where it has manifests. */
  readonly plugin?: Pick<PluginPatterns, "inGithub"> & { readonly skills: readonly string[] };
  /** How git's index is opened; by default for this skill alone. */
  readonly openIndex?: typeof openGitIndex;
  readonly platform?: string;
}

/**
 * Reads the files that `skills pack` packs, each once, in a consistent state. Throws a SkillsError if a file cannot
 * be read or changes meanwhile, or if the skill is not in a directory.
 */
export async function readFilesToPack(
  { directory, label }: SkillSource,
  {
    followInternal = false,
    wrappedIn,
    held,
    plugin,
    openIndex = openGitIndex,
    platform = process.platform,
  }: Options = {},
): Promise<FilesToPack> {
  if (directory === undefined)
    throw new SkillsError("bad-usage", "a SKILL.md on standard input has no directory to pack");
  const own = await (heldIgnoreFile(held) ?? readIgnoreFile(directory, label));
  const leave = plugin
    ? leaveOutOfPlugin({ ...plugin, own, skills: await patternsOf(plugin.skills, directory, label) })
    : leaveOut(own);
  const select = (): Selection =>
    selectFrom(listFor(directory, leave, held), { directory, label, leave, followInternal });
  const { files: selected, leftOut, refused: unfit } = select();
  const refused = [...unfit, ...refuseFiles(selected, wrappedIn, plugin ? "plugin" : "skill")];
  if (refused.length > 0) return { files: [], selected, leftOut, refused };
  const known = heldFiles(selected, held);
  const wanted = selected.flatMap(({ from, size }) => (known.has(from) ? [] : [{ path: from, size }]));
  const read = held && wanted.length === 0 ? known : readSnapshot(directory, label, wanted);
  // Files that were added, removed or replaced by symlinks after the listing would be missing from the archive.
  if (!held && namesIn(select()) !== namesIn({ files: selected })) throw changed(label);
  const tracked = openIndex(directory);
  const files = selected.map(({ path, from }): FileBytes => {
    const { bytes, executable } = known.get(from) ?? read.get(from)!;
    return {
      path,
      bytes,
      executable:
        platform === "win32" ? (tracked(from) ?? hasShebang(bytes)) : executable || tracked(from) === true,
    };
  });
  return { files, selected, leftOut, refused };
}

/** As `readFilesToPack`, of a skill in memory, whose files have the modes that were given. Throws a SkillsError. */
export async function filesInMemory(
  source: SkillSource,
  { wrappedIn }: Pick<Options, "wrappedIn">,
): Promise<FilesToPack> {
  const listing = source.list();
  const bytesOf = (path: string): Uint8Array => source.readHead(path, archiveLimits.fileBytes);
  const authorsWord: AuthorsWord = listing.entries.some(({ path }) => path === ignoreFileName)
    ? await parseIgnoreFile(bytesOf(ignoreFileName), joinLabel(source.label, ignoreFileName))
    : () => undefined;
  const { files: selected, leftOut, refused: unfit } = selectFiles(listing, { leave: leaveOut(authorsWord) });
  const refused = [...unfit, ...refuseFiles(selected, wrappedIn)];
  const files = refused.length > 0 ? [] : selected;
  return {
    files: files.map(({ path, from, executable }) => ({ path, bytes: bytesOf(from), executable })),
    selected,
    leftOut,
    refused,
  };
}

/** The patterns in the .skillignore of each skill of a plugin. */
async function patternsOf(
  skills: readonly string[],
  directory: string,
  label: string,
): Promise<ReadonlyMap<string, AuthorsWord>> {
  const each = skills.map(
    async (skill) =>
      [skill, await readIgnoreFile(toNativePath(directory, skill), joinLabel(label, skill))] as const,
  );
  return new Map(await Promise.all(each));
}

function listFor(directory: string, leave: LeaveOut, held: HeldSource | undefined): Listing {
  const passesOver = (path: string): boolean => leave({ path, kind: "directory" }) !== undefined;
  return (held && listHeld(held, passesOver)) ?? listDirectory(directory, undefined, passesOver);
}

async function readIgnoreFile(directory: string, label: string): Promise<AuthorsWord> {
  const shown = joinLabel(label, ignoreFileName);
  const bytes = readFileIfThere(toNativePath(directory, ignoreFileName), shown);
  return bytes ? parseIgnoreFile(bytes, shown) : () => undefined;
}

interface Selecting {
  readonly directory: string;
  readonly label: string;
  readonly leave: LeaveOut;
  readonly followInternal: boolean;
}

function selectFrom(listing: Listing, { directory, label, leave, followInternal }: Selecting): Selection {
  const links = followInternal
    ? { linkedPath: (path: string) => linkedPath(toNativePath(directory, path), directory) }
    : {};
  const selection = selectFiles(listing, { leave, ...links });
  return { ...selection, refused: [...selection.refused, ...refuseUnlisted(listing, selection, label)] };
}

/**
 * Refuses unlisted paths, which would silently be missing from the archive. Throws a SkillsError for a system error.
 */
function refuseUnlisted(
  { entries, unread }: Listing,
  { leftOut, refused }: Selection,
  label: string,
): readonly RefusedFile[] {
  const isSpokenOf = (path: string): boolean =>
    [...leftOut, ...refused].some((each) => path === each.path || path.startsWith(`${each.path}/`));
  return unread
    .filter(({ path }) => !isSpokenOf(path))
    .map(({ path, reason }): RefusedFile => {
      if (path === "." && entries.length >= limits.files)
        return { code: "entries", path: "", message: reason };
      if (path.split("/").length > archiveLimits.depth) return { code: "name-deep", path, message: reason };
      throw cannotRead(joinLabel(label, path), reason);
    });
}

function namesIn({ files }: Pick<Selection, "files">): string {
  return JSON.stringify(files.map(({ path, from }) => [path, from]));
}

function hasShebang(bytes: Uint8Array): boolean {
  return bytes[0] === 0x23 && bytes[1] === 0x21;
}

/** The author's patterns; undefined if the skill is not held, or if reading its .skillignore may fail. */
function heldIgnoreFile(held: HeldSource | undefined): AuthorsWord | Promise<AuthorsWord> | undefined {
  if (!held) return undefined;
  const { entries, unread } = held.list();
  if (unread.some(({ path }) => path === "." || path === ignoreFileName)) return undefined;
  if (!entries.some(({ path }) => path === ignoreFileName)) return () => undefined;
  const bytes = held.held(ignoreFileName);
  return bytes && parseIgnoreFile(bytes, joinLabel(held.label, ignoreFileName));
}

/**
 * The listing without what is below the directories that `passesOver`. Undefined if it was cut off, as it would not
 * have been cut off there without those directories.
 */
function listHeld(held: HeldSource, passesOver: (directory: string) => boolean): Listing | undefined {
  const { entries, unread } = held.list();
  if (unread.some(({ path }) => path === ".")) return undefined;
  // A directory comes before what is in it.
  const closed = new Set<string>();
  const kept = entries.filter(({ path, kind }) => {
    const isBelow = closed.has(parentOf(path));
    if (kind === "directory" && (isBelow || passesOver(path))) closed.add(path);
    return !isBelow;
  });
  return {
    entries: kept,
    unread: unread.filter(({ path }) => !closed.has(path) && !closed.has(parentOf(path))),
  };
}

/** The selected files that were read whole, as they were listed. */
function heldFiles(
  selected: readonly SelectedFile[],
  held: HeldSource | undefined,
): ReadonlyMap<string, ReadFile> {
  return new Map(
    selected.flatMap(({ from, size, executable }) => {
      const bytes = held?.held(from);
      return bytes?.length === size ? [[from, { bytes, executable }] as const] : [];
    }),
  );
}
