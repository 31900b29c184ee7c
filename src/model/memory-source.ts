import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import type { FileBytes } from "./archive.ts";
import { limits, tooLarge } from "./limits.ts";
import { encodeUtf8 } from "../core/utf8.ts";
import { compareText } from "../core/order.ts";
import type { FileEntry, SkillSource } from "./source.ts";
import { isObject } from "../core/is-object.ts";
import { joinLabel } from "../core/paths.ts";
import { cannotRead } from "../core/unreadable.ts";

/** A text, bytes, or an entry with its mode, which may be only listed. */
export type MemoryFile = string | Uint8Array | ListedFile;

/**
 * An entry with its mode. Without its content, what that would show is not reported, and if rules would read it, the
 * report names the file in `partial`. By default, the size is that of the content or 0, and the file is not executable.
 */
export interface ListedFile
  extends Pick<FileEntry, "kind" | "binary" | "link">,
    Partial<Pick<FileEntry, "size" | "executable">> {
  /** Only for the kind "file". */
  readonly content?: string | Uint8Array;
}

/**
 * A skill that exists only in memory: from standard input, an editor, another program or a test. Keys are paths
 * relative to its root, with "/"; their parent directories are listed too. A text is encoded as UTF-8; an entry has
 * no bytes to read. An empty entry whose key ends in "/" is a directory, as libraries list those of an archive. Throws
 * a SkillsError for any other key or content that no directory could have.
 */
export function openMemory(
  name: string,
  files: Readonly<Record<string, MemoryFile>>,
  label = name,
): SkillSource {
  const given = filesByPath(files);
  const read = (path: string): Uint8Array => bytesOf(path, given, joinLabel(label, path));
  return {
    name,
    label,
    list: () => ({ entries: listGiven(given), unread: [] }),
    read: (path) => {
      const bytes = read(path);
      if (bytes.length > limits.textBytes)
        throw cannotRead(joinLabel(label, path), tooLarge(bytes.length), { code: "too-large" });
      return bytes;
    },
    readHead: (path, limit) => read(path).subarray(0, limit),
  };
}

/** The files of an archive, or of an archive to be built, as a skill in memory, including executable bits. */
export function sourceOfFiles(name: string, files: readonly FileBytes[], label: string): SkillSource {
  const memory = openMemory(name, Object.fromEntries(files.map(({ path, bytes }) => [path, bytes])), label);
  const executable = new Set(files.filter((file) => file.executable).map(({ path }) => path));
  const list: SkillSource["list"] = () => {
    const { entries, unread } = memory.list();
    return {
      entries: entries.map((entry) => (executable.has(entry.path) ? { ...entry, executable: true } : entry)),
      unread,
    };
  };
  return { ...memory, list };
}

function filesByPath(files: Readonly<Record<string, MemoryFile>>): ReadonlyMap<string, MemoryFile> {
  if (typeOf(files) !== "Object") throw refusal("the files must be an object with a member for each path");
  const given = new Map<string, MemoryFile>();
  for (const [key, content] of Object.entries(files)) {
    requireContent(key, content);
    const isDirectory = key.endsWith("/") && describe(content).size === 0;
    const path = isDirectory ? key.slice(0, -1) : key;
    requirePath(path, key);
    if (given.has(path)) throw refusal(`${quote(path)} is given twice`);
    given.set(path, isDirectory ? { kind: "directory" } : content);
  }
  for (const path of given.keys()) requireDirectories(path, given);
  return given;
}

function requireContent(path: string, content: unknown): void {
  if (typeof content === "string" || typeOf(content) === "Uint8Array") return;
  if (isObject(content) && kinds.some((kind) => kind === content["kind"])) {
    const inner = content["content"];
    if (inner === undefined) return;
    if (content["kind"] === "file" && (typeof inner === "string" || typeOf(inner) === "Uint8Array")) return;
  }
  throw refusal(
    `the content of ${quote(path)} must be a string, a Uint8Array, or an object with a known kind`,
  );
}

const kinds: readonly FileEntry["kind"][] = ["file", "directory", "symlink", "other"];

function requirePath(path: string, key: string): void {
  const segments = path.split("/");
  if (segments.some((segment) => /^\.{0,2}$|\0/.test(segment)))
    throw refusal(`${quote(key)} is not a path inside the skill; write names joined by "/"`);
  if (segments.length > limits.depth + 1)
    throw refusal(`${quote(key, 60)} is more than ${limits.depth} directories deep`);
}

/** Throws a SkillsError if a directory of the path is given as a file. */
function requireDirectories(path: string, given: ReadonlyMap<string, MemoryFile>): void {
  for (const above of directoriesAbove(path)) {
    const content = given.get(above);
    if (content !== undefined && describe(content).kind === "file")
      throw refusal(`${quote(above)} is a file, so ${quote(path)} cannot be in it`);
  }
}

function* directoriesAbove(path: string): Generator<string, void> {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1))
    yield path.slice(0, slash);
}

/** The type of a built-in object, also of one from another context, such as a frame of a page. */
function typeOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice("[object ".length, -1);
}

function refusal(message: string): SkillsError {
  return new SkillsError("bad-usage", message);
}

function listGiven(given: ReadonlyMap<string, MemoryFile>): FileEntry[] {
  const entries = new Map<string, FileEntry>();
  for (const [path, content] of given) {
    for (const above of directoriesAbove(path))
      entries.set(above, { path: above, kind: "directory", size: 0, executable: false });
    entries.set(path, { path, ...describe(content) });
  }
  return Array.from(entries.values()).sort((a, b) => compareText(a.path, b.path));
}

function describe(content: MemoryFile): Omit<FileEntry, "path"> {
  if (typeof content === "string" || ArrayBuffer.isView(content))
    return { kind: "file", size: toBytes(content).length, executable: false };
  const { content: inner, ...entry } = content;
  return {
    size: 0,
    executable: false,
    ...entry,
    ...(inner !== undefined && { size: toBytes(inner).length }),
  };
}

function toBytes(content: string | Uint8Array): Uint8Array {
  return typeof content === "string" ? encodeUtf8(content) : content;
}

function bytesOf(path: string, given: ReadonlyMap<string, MemoryFile>, shown: string): Uint8Array {
  const content = given.get(path);
  if (content === undefined) throw cannotRead(shown, "no such file or directory");
  if (typeof content === "string" || ArrayBuffer.isView(content)) return toBytes(content);
  if (content.content !== undefined) return toBytes(content.content);
  const { size = 0 } = content;
  if (size > limits.textBytes) throw cannotRead(shown, tooLarge(size), { code: "too-large" });
  // Follows one symlink only: if its target is a symlink too, the target of that is unknown.
  const linked =
    content.link?.leads === "file" ? given.get(resolveLink(path, content.link.target)) : undefined;
  if (typeof linked === "string" || ArrayBuffer.isView(linked)) return toBytes(linked);
  throw cannotRead(shown, whyNoBytes(content));
}

function whyNoBytes({ kind, link }: ListedFile): string {
  if (link?.leads === "outside") return "a symlink that points outside the skill";
  return {
    file: "its content was not provided",
    directory: "a directory",
    symlink: "no such file or directory",
    other: "a FIFO, socket or device",
  }[kind];
}

/** Resolves a link's target relative to the link's directory. */
function resolveLink(path: string, target: string): string {
  const parts = path.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== ".") parts.push(part);
  }
  return parts.join("/");
}
