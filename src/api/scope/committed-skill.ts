import { openMemory } from "../../model/memory-source.ts";
import type { SkillSource } from "../../model/source.ts";
import { limits } from "../../model/limits.ts";
import { filesAt, findCommits, readBlobs, type TreeFile } from "../../git/trees.ts";
import { toInnerPath, toNativePath } from "../../read/label.ts";
import { realDirectory } from "../../read/there.ts";

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
  const content = files.map(({ path, id, size, executable }) => {
    const bytes = contents.get(id);
    return [path, { kind: "file" as const, size, executable, ...(bytes && { content: bytes }) }] as const;
  });
  return openMemory(name, Object.fromEntries(content), label);
}

/** Maximum size in bytes of a skill's files in a commit; a larger skill is as if it were not there. */
const mostBytes = 16 * 1_048_576;

/** Skills as they are in a commit, by their directories; those that are not in it are left out. */
export async function committedSources(
  sources: readonly SkillSource[],
  ref: string,
): Promise<readonly SkillSource[]> {
  const [first] = sources;
  const found = first?.directory === undefined ? undefined : await findCommits(first.directory, [ref]);
  const commit = found?.commits.get(ref);
  if (!found || commit === undefined) return [];
  const root = realDirectory(toNativePath(found.root, ""));
  const placed = sources.flatMap((source) => {
    const folder =
      source.directory === undefined ? undefined : toInnerPath(root, realDirectory(source.directory));
    return folder === undefined ? [] : [{ source, folder }];
  });
  const files = await filesAt(
    root,
    commit,
    placed.map(({ folder }) => folder),
  );
  if (!files || placed.length === 0) return [];
  const opened: SkillSource[] = [];
  for (const { source, folder } of placed) {
    const own = filesIn(files, folder);
    const size = own.filter(isReadable).reduce((sum, each) => sum + each.size, 0);
    if (own.length === 0 || size > mostBytes) continue;
    const committed = openCommitted(source.name, own, await readContents(root, own), source.label);
    opened.push({ ...source, list: committed.list, read: committed.read, readHead: committed.readHead });
  }
  return opened;
}
