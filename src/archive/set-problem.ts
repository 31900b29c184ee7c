import type { ArchiveCode } from "../model/archive.ts";
import { quote } from "../core/show.ts";

export interface SetProblem {
  readonly code: ArchiveCode;
  /** One lower-case sentence without a full stop, safe to print on a terminal. */
  readonly message: string;
  readonly entry: string;
}

interface Known {
  readonly path: string;
  readonly kind: "file" | "directory";
}

/**
 * Why these paths may not be in one archive: two of them are the same file on a system that ignores case or Unicode
 * form. Undefined if they may. `directories` are directories with their own entry; the parent directories of all
 * paths are compared too.
 */
export function setProblem(files: readonly string[], directories: readonly string[]): SetProblem | undefined {
  const listed = new Set<string>();
  const byFold = new Map<string, Known>();
  const entries = [
    ...files.map((path): Known => ({ path, kind: "file" })),
    ...directories.map((path): Known => ({ path, kind: "directory" })),
  ];
  for (const entry of entries) {
    if (listed.has(entry.path) && byFold.get(fold(entry.path))?.kind === entry.kind) return twice(entry);
    listed.add(entry.path);
    for (const each of withParents(entry, byFold)) {
      const problem = meet(each, byFold);
      if (problem) return problem;
    }
  }
  return undefined;
}

/** Yields the entry, and then its parents up to the first that is already known. */
function* withParents(entry: Known, byFold: ReadonlyMap<string, Known>): Iterable<Known> {
  yield entry;
  for (let end = entry.path.lastIndexOf("/"); end > 0; end = entry.path.lastIndexOf("/", end - 1)) {
    const path = entry.path.slice(0, end);
    const known = byFold.get(fold(path));
    if (known?.path === path && known.kind === "directory") return;
    yield { path, kind: "directory" };
  }
}

function meet(entry: Known, byFold: Map<string, Known>): SetProblem | undefined {
  const key = fold(entry.path);
  const other = byFold.get(key);
  if (!other) {
    byFold.set(key, entry);
    return undefined;
  }
  if (other.kind !== entry.kind) {
    const [file, directory] = entry.kind === "file" ? [entry, other] : [other, entry];
    return {
      code: "file-and-dir",
      message: `${quote(file.path)} is a file and ${quote(directory.path)} a directory of the same name; rename one`,
      entry: file.path,
    };
  }
  return other.path === entry.path
    ? undefined
    : {
        code: "collision",
        message: `${quote(other.path)} and ${quote(entry.path)} are the same ${entry.kind} on systems that ignore case or Unicode form`,
        entry: entry.path,
      };
}

function twice({ path, kind }: Known): SetProblem {
  return {
    code: "collision",
    message: `${kind} ${quote(path)} is in the archive twice`,
    entry: path,
  };
}

/**
 * Full case folding of the compatibility form: "ß", "ẞ" and "ss" are one name on APFS (CVE-2026-23950). Lower-casing
 * first maps capitals that upper-casing leaves alone, such as "ẞ".
 */
function fold(path: string): string {
  if (ascii.test(path)) return path.toLowerCase();
  return path.normalize("NFKC").toLowerCase().toUpperCase().toLowerCase().normalize("NFKC");
}

const ascii = /^[\0-\x7f]*$/;
