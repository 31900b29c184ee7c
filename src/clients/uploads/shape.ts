import type { ArchiveLayout } from "../../model/archive.ts";
import { count, series } from "../../core/sentence.ts";
import type { ArchiveExtension, UploadedFile, UploadInput, UploadRefusal } from "../../model/upload.ts";
import { largestFiles } from "./culprits.ts";
import { refusal, type Refused } from "./refusal.ts";

interface Said {
  readonly words?: string;
  readonly source: string;
}

/** Where the files stand in the archive. */
export function layoutIs(
  { layout }: UploadInput,
  wanted: ArchiveLayout,
  { words, source }: Said,
): readonly UploadRefusal[] {
  if (layout === wanted) return [];
  const detail =
    wanted === "wrapped"
      ? "the files stand at the archive's root, expected one directory around them"
      : "the files stand in a directory of their own, expected at the archive's root";
  return [refusal({ words, detail, remedy: `Pack with --layout ${wanted}.`, source })];
}

/** What the archive is. */
export function extensionIs(
  { extension }: UploadInput,
  taken: readonly ArchiveExtension[],
  { words, source }: Said,
): readonly UploadRefusal[] {
  if (taken.includes(extension)) return [];
  const detail = `the archive is a .${extension}, expected ${series(
    taken.map((each) => `.${each}`),
    "or",
  )}`;
  return [refusal({ words, detail, remedy: `Pack with --archive ${taken[0]}.`, source })];
}

interface About extends Omit<Refused, "words" | "detail" | "culprits"> {
  /** Fewer are none. */
  readonly atLeast?: number;
  readonly words?: (found: readonly UploadedFile[]) => string;
  /** Told "1 file" or "2 files". */
  readonly detail: (found: string) => string;
}

/** One refusal for all the files that `test` finds. */
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
