import { count, grouped } from "../../../core/sentence.ts";
import type { UploadInput, UploadRefusal, UploadRefusalKind } from "../../../model/upload.ts";
import { fullestDirectories, largestFiles } from "./culprits.ts";
import { refusal } from "./refusal.ts";

export interface Limit {
  readonly most: number;
  readonly kind?: UploadRefusalKind;
  /** The uploader's message if the limit is exceeded. */
  readonly words?: string;
  readonly source: string;
}

const smaller = "Make the largest files smaller, or let a script download them when needed.";

/** Limits the number of files. */
export function filesAtMost({ files }: UploadInput, { most, ...limit }: Limit): readonly UploadRefusal[] {
  if (files.length <= most) return [];
  const detail = `the archive has ${count(files.length, "file")} (maximum ${grouped(most)})`;
  return [
    refusal({
      ...limit,
      reason: "file-count",
      detail,
      culprits: fullestDirectories(files),
      remedy: "Leave out files that agents never read, merge small files, or split the skill.",
    }),
  ];
}

/** Limits the unpacked size of all files together, in bytes. */
export function totalAtMost({ files }: UploadInput, { most, ...limit }: Limit): readonly UploadRefusal[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= most) return [];
  const detail = `the files have ${count(total, "byte")} in total (maximum ${grouped(most)})`;
  return [
    refusal({ ...limit, reason: "total-size", detail, culprits: largestFiles(files), remedy: smaller }),
  ];
}

/** Limits the size of the archive, in bytes. */
export function archiveAtMost(
  { archiveBytes, files }: UploadInput,
  { most, ...limit }: Limit,
): readonly UploadRefusal[] {
  if (archiveBytes <= most) return [];
  const detail = `the archive has ${count(archiveBytes, "byte")} (maximum ${grouped(most)})`;
  return [
    refusal({ ...limit, reason: "total-size", detail, culprits: largestFiles(files), remedy: smaller }),
  ];
}

/**
 * Limits the unpacked size of each file, in bytes; `say` returns the uploader's message about the first file over the
 * limit.
 */
export function eachAtMost(
  { files }: UploadInput,
  { most, ...limit }: Limit,
  say?: (path: string) => string,
): readonly UploadRefusal[] {
  const larger = files.filter(({ size }) => size > most);
  const [first] = larger;
  if (!first) return [];
  const culprits = largestFiles(larger);
  const detail = `${larger.length === 1 ? "a file has" : `${count(larger.length, "file")} have up to`} ${count(culprits[0]?.size ?? 0, "byte")} (maximum ${grouped(most)})`;
  return [refusal({ ...limit, words: say?.(first.path), detail, culprits, remedy: smaller })];
}

/** Limits the length of a path, in UTF-16 units. */
export function pathsAtMost({ files }: UploadInput, { most, ...limit }: Limit): readonly UploadRefusal[] {
  const longer = files.filter(({ path }) => path.length > most);
  if (longer.length === 0) return [];
  const longest = longer.reduce((length, { path }) => Math.max(length, path.length), 0);
  const detail = `${longer.length === 1 ? "a path has" : `${count(longer.length, "path")} have up to`} ${count(longest, "character")} (maximum ${grouped(most)})`;
  return [
    refusal({
      ...limit,
      detail,
      culprits: largestFiles(longer),
      remedy: "Shorten the names or reduce the nesting of directories.",
    }),
  ];
}
