import { SkillsError } from "../../core/errors.ts";
import { compareText } from "../../core/order.ts";
import { joinLabel } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { expandPattern } from "../../find/glob.ts";
import { namedPlace } from "../../read/file-place.ts";
import { toNativePath } from "../../read/label.ts";
import { readWhole } from "../../read/open-file.ts";
import { leadsToDirectory } from "../../read/there.ts";
import { readBlob } from "./blob-text.ts";
import { mergeBlobs, type Merged } from "./merge-blobs.ts";

/** Maximum size of a blob in bytes: the answers about some 200,000 skills. */
const mostBytes = 1_073_741_824;

/** The files in a directory that are read as blobs. */
const blobPattern = "**/*.blob";

export interface MergeOptions {
  /** Blobs, and directories with files that end with ".blob". */
  readonly paths: readonly string[];
  readonly cwd: string;
}

/** Makes the result of a whole run of the blobs of its shards. Throws a SkillsError for what cannot be merged. */
export async function mergeReports({ paths, cwd }: MergeOptions): Promise<Merged> {
  const blobs = (await Promise.all(paths.map((path) => filesAt(path, cwd))))
    .flat()
    .map(({ absolute, label }) => ({
      file: label,
      blob: readBlob(readWhole(absolute, label, mostBytes), label),
    }));
  return mergeBlobs(blobs, cwd);
}

async function filesAt(written: string, cwd: string): Promise<readonly ReturnType<typeof namedPlace>[]> {
  const place = namedPlace(written, cwd);
  if (!leadsToDirectory(place.absolute)) return [place];
  const found = await expandPattern(blobPattern, place.absolute);
  if (found.length === 0)
    throw new SkillsError("not-found", `${quote(place.label)} contains no file that ends with ".blob"`);
  return found
    .toSorted(compareText)
    .map((file) => ({ absolute: toNativePath(place.absolute, file), label: joinLabel(place.label, file) }));
}
