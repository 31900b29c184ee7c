import { Buffer } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { isObject } from "../../core/is-object.ts";
import { isDirectoryName } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { limits } from "../../model/limits.ts";
import { type MemoryFile, openMemory } from "../../model/memory-source.ts";
import type { PipedFile, PipedSkill } from "../../model/pipe.ts";
import type { FileEntry, SkillSource, SymbolicLink } from "../../model/source.ts";

/** A skill that a line describes. */
export interface ReadSkill {
  readonly id: string;
  readonly source: SkillSource;
}

/** Reads a line of input. Throws a SkillsError ("bad-usage") that says what is wrong with it. */
export function readSkillLine(line: Uint8Array): ReadSkill {
  const { id, name, files } = requireSkill(parseLine(line));
  return { id: id ?? name, source: sourceOf(name, files) };
}

/** The id on a line that cannot be answered; undefined if there is none. */
export function idOnLine(line: Uint8Array): string | undefined {
  try {
    const value = parseLine(line);
    const id = isObject(value) ? (value["id"] ?? value["name"]) : undefined;
    return typeof id === "string" ? id : undefined;
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return undefined;
  }
}

function parseLine(line: Uint8Array): unknown {
  const text = decodeUtf8(line);
  if (text === undefined) throw refusal("the line is not valid UTF-8");
  try {
    return JSON.parse(text);
  } catch {
    throw refusal("the line is not JSON; write one object on a line");
  }
}

const skillMembers = ["id", "name", "files"];
const fileMembers = ["path", "text", "base64", "size", "executable", "link", "kind"];

function requireSkill(value: unknown): PipedSkill {
  if (!isObject(value)) throw refusal("the line is not an object with `name` and `files`");
  requireMembers(value, skillMembers, "the skill");
  const { id, name, files } = value;
  if (id !== undefined && typeof id !== "string") throw refusal("`id` is not a string");
  if (typeof name !== "string") throw refusal("`name` is missing or is not a string");
  if (!isDirectoryName(name)) throw refusal(`\`name\` ${quote(name, 60)} is not a directory name`);
  if (!Array.isArray(files)) throw refusal("`files` is missing or is not a list");
  if (files.length > limits.files) throw refusal(`the skill has more than ${limits.files} files`);
  return { ...(id !== undefined && { id }), name, files: files.map(requireFile) };
}

function requireFile(value: unknown, at: number): PipedFile {
  if (!isObject(value)) throw refusal(`file ${at + 1} is not an object with \`path\``);
  const { path, text, base64, size, executable, link, kind } = value;
  if (typeof path !== "string") throw refusal(`\`path\` of file ${at + 1} is missing or is not a string`);
  const shown = quote(path, 60);
  requireMembers(value, fileMembers, shown);
  if (path.endsWith("/")) throw refusal(`${shown} ends in "/"; write "kind": "directory" for a directory`);
  const contents = [text, base64, link, kind].filter((each) => each !== undefined);
  if (contents.length > 1)
    throw refusal(`${shown} has several of \`text\`, \`base64\`, \`link\` and \`kind\`; write one of them`);
  if (size !== undefined && contents.length > 0)
    throw refusal(`${shown} has a \`size\` besides its content; remove one`);
  return {
    path,
    ...(text !== undefined && { text: wellFormedText(text, shown) }),
    ...(base64 !== undefined && { base64: requireText(base64, "base64", shown) }),
    ...(size !== undefined && { size: requireSize(size, shown) }),
    ...(executable !== undefined && { executable: requireFlag(executable, shown) }),
    ...(link !== undefined && { link: requireText(link, "link", shown) }),
    ...(kind !== undefined && { kind: requireKind(kind, shown) }),
  };
}

/** A name that we do not know may be a content that would be left out. */
function requireMembers(
  value: Readonly<Record<string, unknown>>,
  known: readonly string[],
  shown: string,
): void {
  const other = Object.keys(value).find((key) => !known.includes(key));
  if (other !== undefined) throw refusal(`${shown} has the unknown member ${quote(other, 60)}`);
}

function requireText(value: unknown, member: string, shown: string): string {
  if (typeof value !== "string") throw refusal(`\`${member}\` of ${shown} is not a string`);
  return value;
}

function wellFormedText(value: unknown, shown: string): string {
  const text = requireText(value, "text", shown);
  if (!text.isWellFormed())
    throw refusal(`\`text\` of ${shown} contains half of a surrogate pair; write \`base64\``);
  return text;
}

function requireSize(value: unknown, shown: string): number {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0)
    throw refusal(`\`size\` of ${shown} is not a whole number of 0 or more`);
  return value;
}

function requireFlag(value: unknown, shown: string): boolean {
  if (typeof value !== "boolean") throw refusal(`\`executable\` of ${shown} is not true or false`);
  return value;
}

function requireKind(value: unknown, shown: string): "directory" | "other" {
  if (value !== "directory" && value !== "other")
    throw refusal(`\`kind\` of ${shown} is not "directory" or "other"`);
  return value;
}

function sourceOf(name: string, files: readonly PipedFile[]): SkillSource {
  const byPath = new Map<string, PipedFile>();
  for (const file of files) {
    if (byPath.has(file.path)) throw refusal(`${quote(file.path, 60)} is given twice`);
    byPath.set(file.path, file);
  }
  requireNoneBelowLinks(byPath);
  const executable = new Set(files.flatMap((file) => (file.executable ? [file.path] : [])));
  const memory = openMemory(
    name,
    Object.fromEntries(files.map((file) => [file.path, contentOf(file, byPath)])),
  );
  const list: SkillSource["list"] = () => {
    const { entries, unread } = memory.list();
    const mode = (entry: FileEntry): FileEntry =>
      executable.has(entry.path) ? { ...entry, executable: true } : entry;
    return { entries: executable.size === 0 ? entries : entries.map(mode), unread };
  };
  return { ...memory, list };
}

/** A listing of a directory does not follow symlinks. */
function requireNoneBelowLinks(files: ReadonlyMap<string, PipedFile>): void {
  for (const path of files.keys())
    for (const above of directoriesAbove(path)) {
      const other = files.get(above);
      if (other && other.kind !== "directory")
        throw refusal(`${quote(above, 60)} is no directory, so ${quote(path, 60)} cannot be in it`);
    }
}

function* directoriesAbove(path: string): Generator<string> {
  for (let slash = path.indexOf("/"); slash !== -1; slash = path.indexOf("/", slash + 1))
    yield path.slice(0, slash);
}

function contentOf(file: PipedFile, files: ReadonlyMap<string, PipedFile>): MemoryFile {
  const { path, text, base64, size = 0, link, kind = "file" } = file;
  if (text !== undefined) return text;
  if (base64 !== undefined) return bytesOf(base64, path);
  if (link !== undefined)
    return { kind: "symlink", link: { target: link, leads: whereLeads(path, link, files) } };
  return { kind, size };
}

/** Base64 in its only form: what Node leaves out of a damaged text would be missing from the skill. */
function bytesOf(base64: string, path: string): Uint8Array {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.toString("base64") !== base64) throw refusal(`\`base64\` of ${quote(path, 60)} is damaged`);
  return bytes;
}

/** Maximum number of symlinks that are followed, as in Linux (MAXSYMLINKS). */
const mostLinks = 40;

function whereLeads(
  from: string,
  target: string,
  files: ReadonlyMap<string, PipedFile>,
): SymbolicLink["leads"] {
  let [link, at] = [target, from];
  for (let followed = 0; followed < mostLinks; followed++) {
    const path = resolveIn(at, link);
    if (path === undefined) return "outside";
    const file = files.get(path);
    if (file?.link === undefined) return kindAt(path, file, files);
    [link, at] = [file.link, path];
  }
  return "nowhere";
}

function kindAt(
  path: string,
  file: PipedFile | undefined,
  files: ReadonlyMap<string, PipedFile>,
): SymbolicLink["leads"] {
  if (file) return file.kind ?? "file";
  const isDirectory = path === "" || Array.from(files.keys()).some((other) => other.startsWith(`${path}/`));
  return isDirectory ? "directory" : "nowhere";
}

/** The path inside the skill; undefined if it leaves the skill. */
function resolveIn(from: string, target: string): string | undefined {
  if (target.startsWith("/")) return undefined;
  const parts = from.split("/").slice(0, -1);
  for (const part of target.split("/")) {
    if (part === "..") {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== "." && part !== "") parts.push(part);
  }
  return parts.join("/");
}

function refusal(message: string): SkillsError {
  return new SkillsError("bad-usage", message);
}
