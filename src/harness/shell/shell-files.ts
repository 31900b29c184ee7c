import { SkillsError } from "../../core/errors.ts";
import { parentOf } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { encodeUtf8 } from "../../core/utf8.ts";
import { shownAt } from "../../model/agent.ts";
import { openMemory } from "../../model/memory-source.ts";
import type { Stage, StageChange } from "../../model/stage.ts";
import type { ReachableDirectory, ReachableSkill } from "../tools/resolve-path.ts";
import { deepestChange } from "../stage.ts";
import { type FileLog, openFileLog } from "./file-log.ts";
import { openTree, type Tree, type TreeNode } from "./tree.ts";
import type { FileContent, FsStat } from "./just-bash.ts";
import type { ShellHost } from "./run-command.ts";
import { outOfTime, type ShellClock } from "./shell-thread.ts";

/** The file system of a played shell, with a record of what was done in it. */
export interface ShellFiles {
  /** For a shell, which smoke tests rarely need. */
  openFs(clock: ShellClock): HostFiles;
  readonly tree: Tree;
  readonly log: FileLog;
}

type HostFiles = Omit<ShellHost, "refuse" | "runScript">;

/** Maximum number of bytes that the commands of a session write. */
const mostWritten = 16 * 1_048_576;

/** Maximum number of files and directories that they create, change and remove. */
const mostChanges = 5_000;

/** Maximum number of characters of a name, as in Linux. */
const longestName = 255;

/**
 * Skills, the user's project, /tmp and the home directory. Everything else is outside the stage: a request for it
 * fails and is recorded, as a real shell would have looked there.
 */
export function openShellFiles(skills: () => readonly ReachableSkill[], stage: Stage): ShellFiles {
  const scratch = [shownAt.home, "/tmp"].map(
    (path): ReachableDirectory => ({ path, source: stage.cover(openMemory("scratch", {}, path), path) }),
  );
  const tree = openTree(() => [...skills(), { path: shownAt.project, source: stage.project }, ...scratch]);
  const log = openFileLog(tree.about);
  return {
    openFs: (clock) => {
      const scene: Scene = { tree, log, stage, clock, written: 0, changes: 0 };
      return { ...reading(scene), ...changing(scene) };
    },
    tree,
    log,
  };
}

interface Scene {
  readonly tree: Tree;
  readonly log: FileLog;
  readonly stage: Stage;
  readonly clock: ShellClock;
  written: number;
  changes: number;
}

type Reading =
  | "readFile"
  | "readFileBuffer"
  | "exists"
  | "stat"
  | "lstat"
  | "readdir"
  | "readdirWithFileTypes"
  | "readlink"
  | "realpath";

function reading(scene: Scene): Pick<HostFiles, Reading> {
  const { tree, log } = scene;
  const stat = async (path: string): Promise<FsStat> => toStat(look(path, scene, "stat"));
  return {
    readFile: async (path, options) => decode(read(path, scene), encodingOf(options)),
    readFileBuffer: async (path) => read(path, scene),
    exists: async (path) => {
      if (!tree.isOn(path) && !isOfSystem(path)) log.outside(path);
      return path === nothing || tree.find(path) !== undefined;
    },
    stat,
    lstat: async (path) => {
      const link = tree.linkAt(path);
      return link === undefined ? stat(path) : { ...toStat({ kind: "file", size: link.length }), ...ofLink };
    },
    readdir: async (path) => names(path, scene),
    readdirWithFileTypes: async (path) =>
      names(path, scene).map((name) => toEntry(name, joined(path, name), tree)),
    readlink: async (path) => tree.linkAt(path) ?? fail("EINVAL", path),
    realpath: async (path) => (look(path, scene, "stat"), path),
  };
}

const ofLink = { isFile: false, isDirectory: false, isSymbolicLink: true } as const;

function toEntry(
  name: string,
  path: string,
  tree: Tree,
): { name: string } & Omit<FsStat, "mode" | "size" | "mtime"> {
  if (tree.linkAt(path) !== undefined) return { name, ...ofLink };
  const kind = tree.find(path)?.kind;
  return { name, isFile: kind === "file", isDirectory: kind === "directory", isSymbolicLink: false };
}

function changing(scene: Scene): Omit<HostFiles, Reading> {
  const { tree } = scene;
  return {
    writeFile: async (path, content, options) => write(path, toBytes(content, encodingOf(options)), scene),
    appendFile: async (path, content, options) => {
      const before = tree.find(path)?.kind === "file" ? tree.read(path) : new Uint8Array();
      write(path, concat(before, toBytes(content, encodingOf(options))), scene);
    },
    mkdir: async (path, options) => makeDirectory(path, options?.recursive ?? false, scene),
    rm: async (path, options) => remove(path, options ?? {}, scene),
    cp: async (from, to, options) => copy(from, to, options?.recursive ?? false, scene),
    mv: async (from, to) => {
      copy(from, to, true, scene);
      remove(from, { recursive: true }, scene);
    },
    chmod: async (path, mode) => {
      if (look(path, scene, "stat").kind === "directory") return;
      const executable = (mode & 0o111) !== 0;
      change(path, { kind: "file", bytes: tree.read(path), executable }, scene);
    },
    symlink: async (_target, path) =>
      refuse("symbolic links cannot be made in the simulated shell", path, scene),
    link: async (from, to) => copy(from, to, false, scene),
    utimes: async (path) => void look(path, scene, "stat"),
  };
}

function encodingOf(
  options: string | { readonly encoding?: string | null } | undefined,
): string | null | undefined {
  return typeof options === "string" ? options : options?.encoding;
}

const nothing = "/dev/null";

/** Where a shell searches for programs; it does so before each command, which says nothing about the skill. */
export function isOfSystem(path: string): boolean {
  return path === nothing || /^\/(?:usr\/(?:local\/)?)?bin(?:\/[^/]+)?$/.test(path);
}

function look(path: string, { tree, log }: Scene, use: "read" | "stat"): TreeNode {
  if (path === nothing) return { kind: "file", size: 0 };
  const node = tree.find(path);
  if (node) return node;
  if (tree.isOn(path)) log.absent(path, use);
  else if (!isOfSystem(path)) log.outside(path);
  return fail("ENOENT", path);
}

function read(path: string, scene: Scene): Uint8Array {
  if (path === nothing) return new Uint8Array();
  const node = look(path, scene, "read");
  if (node.kind === "directory") return fail("EISDIR", path);
  try {
    const bytes = scene.tree.read(path);
    scene.log.read(path, bytes.length);
    return bytes;
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    scene.log.refuse(error.message);
    return fail("EACCES", path);
  }
}

function names(path: string, scene: Scene): string[] {
  if (look(path, scene, "read").kind !== "directory") return fail("ENOTDIR", path);
  scene.log.list(path);
  return [...scene.tree.names(path)];
}

function write(path: string, bytes: Uint8Array, scene: Scene): void {
  if (path === nothing) return;
  requireSimple(path, scene);
  const { tree, log } = scene;
  const node = tree.find(path);
  if (node?.kind === "directory") return fail("EISDIR", path);
  requireParent(path, scene);
  scene.written += bytes.length;
  if (scene.written > mostWritten)
    return refuse(`the session wrote more than ${mostWritten / 1_048_576} MiB`, path, scene);
  change(path, { kind: "file", bytes, executable: node?.executable ?? false }, scene);
  log.write(path, bytes);
}

/** After each change, the next command lists all files again. */
function change(path: string, to: StageChange, scene: Scene): void {
  const { tree, stage, clock } = scene;
  if (clock.left() <= 0) throw outOfTime();
  if (++scene.changes > mostChanges)
    return refuse(`the session changed more than ${mostChanges} files and directories`, path, scene);
  stage.change(tree.real(path), to);
}

function requireSimple(path: string, scene: Scene): void {
  const names = path.slice(1).split("/");
  if (names.length >= deepestChange)
    return refuse(`paths with more than ${deepestChange} directories are not simulated`, path, scene);
  if (names.some((name) => name.length > longestName)) fail("ENAMETOOLONG", path);
}

function requireParent(path: string, scene: Scene): void {
  const { tree, log } = scene;
  if (!tree.mayChange(path)) {
    log.outside(path);
    fail("EACCES", path);
  }
  if (tree.find(parentOf(path) || "/")?.kind !== "directory") fail("ENOENT", path);
}

function makeDirectory(path: string, recursive: boolean, scene: Scene): void {
  requireSimple(path, scene);
  if (scene.tree.find(path)) {
    if (recursive) return;
    fail("EEXIST", path);
  }
  if (recursive && parentOf(path) !== "") makeDirectory(parentOf(path), true, scene);
  requireParent(path, scene);
  change(path, { kind: "directory" }, scene);
}

function remove(
  path: string,
  { recursive = false, force = false }: { readonly recursive?: boolean; readonly force?: boolean },
  scene: Scene,
): void {
  const { tree, log } = scene;
  const node = tree.find(path);
  if (!node) {
    if (!tree.isOn(path)) log.outside(path);
    if (force && tree.isOn(path)) return;
    fail("ENOENT", path);
  }
  if (!tree.mayChange(path)) {
    log.outside(path);
    fail("EACCES", path);
  }
  if (node?.kind === "directory") {
    const inside = tree.names(path);
    if (inside.length > 0 && !recursive) fail("ENOTEMPTY", path);
    for (const name of inside) remove(joined(path, name), { recursive: true }, scene);
  } else log.write(path, undefined);
  change(path, { kind: "removed" }, scene);
}

function copy(from: string, to: string, recursive: boolean, scene: Scene): void {
  if (look(from, scene, "read").kind === "file") return write(to, read(from, scene), scene);
  if (!recursive) return fail("EISDIR", from);
  if (to === from || to.startsWith(`${from}/`)) return fail("EINVAL", to);
  makeDirectory(to, true, scene);
  for (const name of names(from, scene)) copy(joined(from, name), joined(to, name), true, scene);
}

function refuse(reason: string, path: string, { log }: Scene): never {
  log.refuse(reason);
  return fail("EPERM", path);
}

const meanings = {
  EACCES: "permission denied",
  EEXIST: "file already exists",
  EINVAL: "invalid argument",
  EISDIR: "illegal operation on a directory",
  ENAMETOOLONG: "file name too long",
  ENOENT: "no such file or directory",
  ENOTDIR: "not a directory",
  ENOTEMPTY: "directory not empty",
  EPERM: "operation not permitted",
} as const;

/** Commands recognize the code at the start of the message. */
function fail(code: keyof typeof meanings, path: string): never {
  throw Object.assign(new Error(`${code}: ${meanings[code]}, ${quote(path, 200)}`), { code });
}

/** The earliest time that a zip can store, as in our archives: runs are the same at any time. */
const time = new Date(Date.UTC(1980, 0, 1));

function toStat({ kind, size, executable = false }: TreeNode): FsStat {
  const isDirectory = kind === "directory";
  return {
    isFile: !isDirectory,
    isDirectory,
    isSymbolicLink: false,
    mode: isDirectory || executable ? 0o755 : 0o644,
    size,
    mtime: time,
  };
}

function joined(directory: string, name: string): string {
  return directory === "/" ? `/${name}` : `${directory}/${name}`;
}

function isLatin(encoding: string | null | undefined): boolean {
  return encoding === "binary" || encoding === "latin1";
}

function decode(bytes: Uint8Array, encoding: string | null | undefined): string {
  return isLatin(encoding)
    ? Buffer.from(bytes).toString("latin1")
    : new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function toBytes(content: FileContent, encoding: string | null | undefined): Uint8Array {
  if (typeof content !== "string") return Uint8Array.from(content);
  return isLatin(encoding) ? Uint8Array.from(Buffer.from(content, "latin1")) : encodeUtf8(content);
}

function concat(some: Uint8Array, others: Uint8Array): Uint8Array {
  const all = new Uint8Array(some.length + others.length);
  all.set(some);
  all.set(others, some.length);
  return all;
}
