import { openMemory } from "../../model/memory-source.ts";
import type { SkillSource } from "../../model/source.ts";
import { limits } from "../../model/limits.ts";
import { readBlobs, type TreeFile } from "../../git/trees.ts";

/** The files of a commit that are in a folder, by their paths relative to it; "" is the repository's root. */
export function filesIn(files: readonly TreeFile[], folder: string): readonly TreeFile[] {
  const prefix = folder === "" ? "" : `${folder}/`;
  return files.flatMap((file) =>
    file.path.startsWith(prefix) ? [{ ...file, path: file.path.slice(prefix.length) }] : [],
  );
}

/** Whether a file of a commit is small enough to be read. */
export function isReadable({ size }: TreeFile): boolean {
  return size <= limits.textBytes;
}

/** The contents of all files of a commit that are small enough, by the id of their blob. */
export function readContents(
  cwd: string,
  files: readonly TreeFile[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  return readBlobs(cwd, Array.from(new Set(files.filter(isReadable).map(({ id }) => id))));
}

/** A skill as it is in a commit, without symlinks; larger files are only listed. */
export function openCommitted(
  name: string,
  files: readonly TreeFile[],
  contents: ReadonlyMap<string, Uint8Array>,
  label = name,
): SkillSource {
  const content = files.map(
    ({ path, id, size }) =>
      [path, contents.get(id) ?? { kind: "file" as const, size, executable: false }] as const,
  );
  return openMemory(name, Object.fromEntries(content), label);
}
