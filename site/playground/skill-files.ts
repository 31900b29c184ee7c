import type { Files } from "./messages.ts";

/** A skill among files that were dropped or opened. */
export interface FoundSkill {
  /** The name of its directory. */
  readonly name: string;
  readonly files: Files;
}

/** What is read of a directory or an archive: no skill is near it, and a hostile one must not take all memory. */
export const most = { files: 2000, bytes: 20_000_000 };

/** The skills among files: each directory with a SKILL.md; if there is none, all files as one skill. */
export function skillsIn(files: Files): readonly FoundSkill[] {
  const roots = Object.keys(files)
    .filter((file) => /(?:^|\/)skill\.md$/i.test(file))
    .map((file) => file.slice(0, Math.max(0, file.lastIndexOf("/") + 1)))
    .filter(
      (root, at, all) =>
        all.indexOf(root) === at && !all.some((other) => other !== root && root.startsWith(other)),
    );
  return (roots.length === 0 ? [""] : roots).map((root) => ({
    name: root.split("/").at(-2) ?? "skill",
    files: Object.fromEntries(
      Object.entries(files)
        .filter(([file]) => file.startsWith(root))
        .map(([file, content]) => [file.slice(root.length), content]),
    ),
  }));
}

/** Reads files of an input with their paths. Throws an Error if there are more than a page should open. */
export async function readFiles(list: Iterable<readonly [path: string, file: File]>): Promise<Files> {
  const files: [string, Uint8Array][] = [];
  let size = 0;
  for (const [path, file] of list) {
    size += file.size;
    if (files.length === most.files || size > most.bytes)
      throw new Error("there are more files than this page opens; drop the directory of one skill");
    files.push([path, new Uint8Array(await file.arrayBuffer())]);
  }
  return Object.fromEntries(files);
}

/** The files of what was dropped, with those of its directories, by path. */
export async function droppedFiles(transfer: DataTransfer): Promise<readonly (readonly [string, File])[]> {
  const entries = Array.from(transfer.items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  );
  const found: (readonly [string, File])[] = [];
  while (entries.length > 0) {
    const entry = entries.shift()!;
    if (isDirectory(entry)) {
      if (entry.name !== ".git" && entry.name !== "node_modules") entries.push(...(await listed(entry)));
    } else if (isFile(entry)) {
      const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
      found.push([entry.fullPath.replace(/^\//, ""), file]);
    }
  }
  return found;
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile;
}

/** A reader returns a hundred at a time. */
async function listed(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return all;
    all.push(...some);
  }
}
