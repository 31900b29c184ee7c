import { setProblem } from "../../archive/set-problem.ts";
import { nameProblem } from "../../archive/name-problem.ts";
import { type ArchivedKind, archiveLimits } from "../../model/archive.ts";
import { count, grouped, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { RefusedFile, SelectedFile } from "../../pack/select-files.ts";

/** Maximum number of large files that are listed. */
const named = 3;

/** Maximum number of bytes of a UTF-16 unit in UTF-8. */
const bytesOfUnit = 3;

/** Bytes of a file's two zip headers without its name (APPNOTE.TXT 4.3.7, 4.3.12); those of a tar are larger. */
const headerBytes = 76;

/**
 * Finds, before any file is read, why readers would refuse an archive of these files. `directory` is the directory in
 * the archive that contains the files; undefined if they are at its root.
 */
export function refuseFiles(
  files: readonly SelectedFile[],
  directory: string | undefined,
  kind: ArchivedKind = "skill",
): readonly RefusedFile[] {
  if (files.length >= archiveLimits.entries)
    return [
      {
        code: "entries",
        path: "",
        message: `the ${kind} has ${count(files.length, "file")} (maximum ${grouped(archiveLimits.entries)} with the manifest)`,
      },
    ];
  const paths = files.map(({ path }) => path);
  return [
    ...refuseNames(paths, directory, kind),
    ...refuseCollision(paths),
    ...(directory === undefined && kind === "skill" ? refuseNested(paths) : []),
    ...refuseSizes(files),
  ];
}

/** As `refuseFiles` for files at the root, if it has no objection to them in a directory. */
export function refuseAtRoot(files: readonly SelectedFile[]): readonly RefusedFile[] {
  return refuseNested(files.map(({ path }) => path));
}

/** An unpacked archive with two SKILL.md files would be ambiguous. */
function refuseNested(paths: readonly string[]): readonly RefusedFile[] {
  return paths
    .filter((path) => /^[^/]+\/SKILL\.md$/.test(path))
    .map((path) => ({
      code: "two-roots",
      path,
      message: `the archive has a SKILL.md at its root and ${quote(path)}; remove one of them`,
    }));
}

function refuseNames(
  paths: readonly string[],
  directory: string | undefined,
  kind: ArchivedKind,
): readonly RefusedFile[] {
  const outer = directory === undefined ? undefined : nameProblem(directory);
  if (outer) return [{ ...outer, path: "" }];
  const prefix = directory === undefined ? "" : `${directory}/`;
  return paths.flatMap((path) => {
    const problem = nameProblem(prefix + path, kind);
    return problem ? [{ ...problem, path }] : [];
  });
}

function refuseCollision(paths: readonly string[]): readonly RefusedFile[] {
  const problem = setProblem(paths, []);
  return problem ? [{ code: problem.code, message: problem.message, path: problem.entry }] : [];
}

function refuseSizes(files: readonly SelectedFile[]): readonly RefusedFile[] {
  const { fileBytes, bytes: most } = archiveLimits;
  const large = files.flatMap(({ path, size }): RefusedFile[] =>
    size > fileBytes
      ? [
          {
            code: "entry-size",
            path,
            message: `${quote(path)} has ${grouped(size)} bytes (maximum ${grouped(fileBytes)})`,
          },
        ]
      : [],
  );
  const bytesWith = (nameBytes: (path: string) => number): number =>
    files.reduce((sum, { path, size }) => sum + size + headerBytes + 2 * nameBytes(path), 0);
  // Almost every skill is far below the maximum, whatever its names are.
  if (large.length > 0 || bytesWith((path) => bytesOfUnit * path.length) <= most) return large;
  const bytes = bytesWith((path) => Buffer.byteLength(path));
  if (bytes <= most) return [];
  const largest = files
    .toSorted((a, b) => b.size - a.size)
    .map(({ path, size }) => `${quote(path)} (${grouped(size)})`);
  return [
    {
      code: "too-big",
      path: "",
      message: `the files have ${grouped(bytes)} bytes in total (maximum ${grouped(most)}); the largest are ${seriesAtMost(largest, named)}`,
    },
  ];
}
