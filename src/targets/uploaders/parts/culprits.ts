import { archiveLimits } from "../../../model/archive.ts";
import { manifestName } from "../../../model/manifest.ts";
import { compareText } from "../../../core/order.ts";
import { parentOf } from "../../../core/paths.ts";
import type { UploadCulprit, UploadedFile } from "../../../model/upload.ts";

/** Maximum number of files or directories to list. */
const most = 20;

/** The largest files first, without the manifest, which is not the author's file. */
export function largestFiles(files: readonly UploadedFile[]): readonly UploadCulprit[] {
  const written = files.filter(({ path }) => path !== manifestName);
  const sorted = written.sort((a, b) => b.size - a.size || compareText(a.path, b.path));
  return sorted.slice(0, most).map(({ path, size }) => ({ path, size }));
}

/** The directories with the most files first; of two that contain the same files, the inner one. */
export function fullestDirectories(files: readonly UploadedFile[]): readonly UploadCulprit[] {
  const totals = totalsOf(files);
  const covered = new Set<string>();
  for (const [path, { files: amount }] of totals) {
    const parent = parentOf(path);
    if (totals.get(parent)?.files === amount) covered.add(parent);
  }
  const culprits = Array.from(totals, ([path, total]) => ({ path, ...total })).filter(
    ({ path }) => !covered.has(path),
  );
  return culprits.sort((a, b) => b.files - a.files || compareText(a.path, b.path)).slice(0, most);
}

interface Total {
  files: number;
  size: number;
}

/**
 * Totals of all files below each directory. A path deeper than an archive allows counts only for its outer directories.
 */
function totalsOf(files: readonly UploadedFile[]): ReadonlyMap<string, Total> {
  const totals = new Map<string, Total>();
  for (const { path, size } of files) {
    let slash = path.indexOf("/");
    for (let depth = 1; slash !== -1 && depth < archiveLimits.depth; depth++) {
      const total = totals.get(path.slice(0, slash)) ?? { files: 0, size: 0 };
      total.files++;
      total.size += size;
      totals.set(path.slice(0, slash), total);
      slash = path.indexOf("/", slash + 1);
    }
  }
  return totals;
}
