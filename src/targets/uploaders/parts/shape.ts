import type { ArchiveLayout } from "../../../model/archive.ts";
import { count, series } from "../../../core/sentence.ts";
import type { ArchiveExtension, UploadedFile, UploadInput, UploadRefusal } from "../../../model/upload.ts";
import { largestFiles } from "./culprits.ts";
import { refusal, type Refused } from "./refusal.ts";

interface Said {
  readonly words?: string;
  readonly source: string;
}

/** Requires a layout of the archive. */
export function layoutIs(
  { layout }: UploadInput,
  wanted: ArchiveLayout,
  { words, source }: Said,
): readonly UploadRefusal[] {
  if (layout === wanted) return [];
  const detail =
    wanted === "wrapped"
      ? "the files are at the archive's root, not in a top-level directory"
      : "the files are in a top-level directory, not at the archive's root";
  return [refusal({ words, detail, remedy: `Pack with --layout ${wanted}.`, source })];
}

/** Requires a format of the archive. */
export function extensionIs(
  { extension }: UploadInput,
  taken: readonly ArchiveExtension[],
  { words, source }: Said,
): readonly UploadRefusal[] {
  if (taken.includes(extension)) return [];
  const detail = `the archive is a .${extension}, not a ${series(
    taken.map((each) => `.${each}`),
    "or",
  )}`;
  return [refusal({ words, detail, remedy: `Pack with --archive ${taken[0]}.`, source })];
}

interface About extends Omit<Refused, "words" | "detail" | "culprits"> {
  /** Minimum number of matching files for a refusal. */
  readonly atLeast?: number;
  readonly words?: (found: readonly UploadedFile[]) => string;
  /** Called with the number of files, such as "1 file" or "2 files". */
  readonly detail: (found: string) => string;
}

/** One refusal for all files that match `test`. */
export function filesWhere(
  { files }: UploadInput,
  test: (file: UploadedFile) => boolean,
  { atLeast = 1, words, detail, ...about }: About,
): readonly UploadRefusal[] {
  const found = files.filter(test);
  if (found.length < atLeast) return [];
  return [
    refusal({
      ...about,
      words: words?.(found),
      detail: detail(count(found.length, "file")),
      culprits: largestFiles(found),
    }),
  ];
}
