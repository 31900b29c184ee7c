import { lstatSync, realpathSync } from "node:fs";
import path from "node:path";
import type { SkillSource } from "../core/source.ts";
import { joinLabel, toInnerPath, toNativePath } from "./label.ts";
import { listDirectory } from "./listing.ts";
import { readFile, readFileHead } from "./open-file.ts";
import { cannotRead, systemReason } from "./unreadable.ts";

/** A skill in a directory of the disk. Nothing is read until it is asked for. */
export function openDirectory(absolute: string, label: string): SkillSource {
  let realRoot: string | undefined;
  const root = { absolute, real: () => (realRoot ??= realpathSync.native(absolute)) };
  return {
    name: path.basename(absolute),
    label,
    list: () => listDirectory(absolute),
    read: (file) => readFile(locate(root, file, joinLabel(label, file)), joinLabel(label, file)),
    readHead: (file, limit) => readFileHead(locate(root, file, joinLabel(label, file)), joinLabel(label, file), limit),
  };
}

interface Root {
  readonly absolute: string;
  /** With every link in it resolved; throws the file system's own errors. */
  real(): string;
}

/** The file's path with every link resolved, once it is known to lie inside the skill. */
function locate(root: Root, file: string, shown: string): string {
  const absolute = toNativePath(root.absolute, file);
  try {
    if (isPlainFile(file, absolute)) return absolute;
    const real = realpathSync.native(absolute);
    if (toInnerPath(root.real(), real) !== undefined) return real;
  } catch (cause) {
    throw cannotRead(shown, systemReason(cause), { cause });
  }
  throw cannotRead(shown, "a link that leads out of the skill");
}

/** A name at the root that is no link needs no resolving, which is what most of the time would go to. */
function isPlainFile(file: string, absolute: string): boolean {
  return !/[/\\]/.test(file) && lstatSync(absolute).isFile();
}
