import { archiveLimits, type FileBytes } from "../../model/archive.ts";
import { SkillsError } from "../../core/errors.ts";
import type { LeftOut } from "../../model/left-out.ts";
import { limits } from "../../model/limits.ts";
import type { Listing, SkillSource } from "../../model/source.ts";
import { ignoreFileName, parseIgnoreFile, type AuthorsWord } from "../../pack/ignore-file.ts";
import {
  leaveOut,
  selectFiles,
  type RefusedFile,
  type SelectedFile,
  type Selection,
} from "../../pack/select-files.ts";
import { openGitIndex } from "../../git/index-file.ts";
import type { HeldSource } from "../../model/held-source.ts";
import { toNativePath } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import { linkedPath } from "../../read/listing-link.ts";
import { listDirectory } from "../../read/listing.ts";
import { readFileIfThere } from "../../read/open-file.ts";
import { changed, readSnapshot } from "../../read/snapshot.ts";
import { cannotRead } from "../../core/unreadable.ts";
import { heldFiles, heldIgnoreFile, listHeld } from "./held-skill.ts";
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
  /** How git's index is opened; by default for this skill alone. */
  readonly openIndex?: typeof openGitIndex;
  readonly platform?: NodeJS.Platform;
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
    openIndex = openGitIndex,
    platform = process.platform,
  }: Options = {},
): Promise<FilesToPack> {
  if (directory === undefined)
    throw new SkillsError("bad-usage", "a SKILL.md on standard input has no directory to pack");
  const authorsWord = await (heldIgnoreFile(held) ?? readIgnoreFile(directory, label));
  const select = (): Selection =>
    selectFrom(listFor(directory, leaveOut(authorsWord), held), {
      directory,
      label,
      authorsWord,
      followInternal,
    });
  const { files: selected, leftOut, refused: unfit } = select();
  const refused = [...unfit, ...refuseFiles(selected, wrappedIn)];
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

type Leave = ReturnType<typeof leaveOut>;

function listFor(directory: string, leave: Leave, held: HeldSource | undefined): Listing {
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
  readonly authorsWord: AuthorsWord;
  readonly followInternal: boolean;
}

function selectFrom(
  listing: Listing,
  { directory, label, authorsWord, followInternal }: Selecting,
): Selection {
  const links = followInternal
    ? { linkedPath: (path: string) => linkedPath(toNativePath(directory, path), directory) }
    : {};
  const selection = selectFiles(listing, { authorsWord, ...links });
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
