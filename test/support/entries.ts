import type { FileEntry } from "../../src/model/source.ts";

export function file(path: string, size: number, executable = false): FileEntry {
  return { path, kind: "file", size, executable };
}

export function entry(path: string, kind: FileEntry["kind"]): FileEntry {
  return { path, kind, size: 0, executable: false };
}

export function link(
  path: string,
  target: string,
  leads: NonNullable<FileEntry["link"]>["leads"],
): FileEntry {
  return { ...entry(path, "symlink"), link: { target, leads } };
}
