import { count, grouped } from "../../core/sentence.ts";
import type { UploadInput, UploadRefusal, UploadRefusalKind } from "../../model/upload.ts";
import { fullestDirectories, largestFiles } from "./culprits.ts";
import { refusal } from "./refusal.ts";

export interface Limit {
  readonly most: number;
  readonly kind?: UploadRefusalKind;
  /** What the uploader says of more. */
  readonly words?: string;
  readonly source: string;
}

const smaller = "Make the largest files smaller, or have a script fetch them when they are needed.";

/** How many files. */
export function filesAtMost({ files }: UploadInput, { most, ...said }: Limit): readonly UploadRefusal[] {
  if (files.length <= most) return [];
  const detail = `the archive holds ${count(files.length, "file")}, expected at most ${grouped(most)}`;
  return [
    refusal({
      ...said,
      reason: "file-count",
      detail,
      culprits: fullestDirectories(files),
      remedy: "Leave out what the agent never reads, join small files, or make several skills of it.",
    }),
  ];
}

/** How many bytes all files have together, unpacked. */
export function totalAtMost({ files }: UploadInput, { most, ...said }: Limit): readonly UploadRefusal[] {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total <= most) return [];
  const detail = `the files have ${count(total, "byte")} together, expected at most ${grouped(most)}`;
  return [refusal({ ...said, reason: "total-size", detail, culprits: largestFiles(files), remedy: smaller })];
}

/** How many bytes the archive has. */
export function archiveAtMost(
  { archiveBytes, files }: UploadInput,
  { most, ...said }: Limit,
): readonly UploadRefusal[] {
  if (archiveBytes <= most) return [];
  const detail = `the archive has ${count(archiveBytes, "byte")}, expected at most ${grouped(most)}`;
  return [refusal({ ...said, reason: "total-size", detail, culprits: largestFiles(files), remedy: smaller })];
}

/** How many bytes one file has, unpacked; `say` gives the words about the first that has more. */
export function eachAtMost(
  { files }: UploadInput,
  { most, ...said }: Limit,
  say?: (path: string) => string,
): readonly UploadRefusal[] {
  const larger = files.filter(({ size }) => size > most);
  const [first] = larger;
  if (!first) return [];
  const culprits = largestFiles(larger);
  const detail = `${larger.length === 1 ? "a file has" : `${count(larger.length, "file")} have up to`} ${count(culprits[0]?.size ?? 0, "byte")}, expected at most ${grouped(most)}`;
  return [refusal({ ...said, words: say?.(first.path), detail, culprits, remedy: smaller })];
}

/** How long a path is, in UTF-16 units. */
export function pathsAtMost({ files }: UploadInput, { most, ...said }: Limit): readonly UploadRefusal[] {
  const longer = files.filter(({ path }) => path.length > most);
  if (longer.length === 0) return [];
  const longest = longer.reduce((length, { path }) => Math.max(length, path.length), 0);
  const detail = `${longer.length === 1 ? "a path has" : `${count(longer.length, "path")} have up to`} ${count(longest, "character")}, expected at most ${grouped(most)}`;
  return [
    refusal({
      ...said,
      detail,
      culprits: largestFiles(longer),
      remedy: "Shorten the names, or nest the files less deeply.",
    }),
  ];
}
