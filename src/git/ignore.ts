import path from "node:path";
import type { Ignore } from "ignore";
import { once } from "../core/once.ts";
import type { Unread } from "../model/source.ts";
import { toInnerPath } from "../read/label.ts";
import { joinLabel } from "../core/paths.ts";
import { readFile } from "../read/open-file.ts";
import { isDirectory, isThere } from "../read/there.ts";
import { cannotRead, reasonOf } from "../core/unreadable.ts";

/** Maximum number of lines of a file that is used, as every name is compared with every pattern. */
const mostLines = 2_000;
/**
 * Maximum length of a line in a file that is used: `ignore` compiles each line into a regular expression and throws
 * if that is too large.
 */
const longestLine = 1_000;

/** The ignore files that apply to the entries of one directory; later ones take precedence. */
export type IgnoreScope = readonly IgnoreFile[];

interface IgnoreFile {
  /** The directory that the patterns are relative to, without symlinks. */
  readonly directory: string;
  readonly rules: Ignore;
  /** The lines of the file, last first; parsed on first use. */
  readonly lines: () => readonly IgnoreLine[];
  /**
   * Cached results by name, for files whose patterns depend only on the name; the name of a directory ends in "/".
   */
  readonly ofNames?: Map<string, Tested>;
}

/** One pattern. */
interface IgnoreLine {
  readonly pattern: string;
  readonly negated: boolean;
  readonly rule: Ignore;
}

type Tested = Pick<ReturnType<Ignore["test"]>, "ignored" | "unignored">;

/**
 * The ignore files above a directory that the user passed: the repository's info/exclude and every .gitignore from
 * its root to the directory's parent. Patterns that match the directory itself are not applied, as they would hide
 * everything in it. Empty outside a repository.
 */
export async function scopeAbove(real: string, unread: Unread[]): Promise<IgnoreScope> {
  const above = directoriesInRepository(real);
  const [root] = above;
  if (root === undefined) return [];
  const excluded = { directory: root, path: path.join(root, ".git", "info", "exclude") };
  let scope = await withCompiled([], [readPatternFile(excluded, unread)]);
  for (const [index, directory] of above.slice(0, -1).entries()) {
    scope = await enter(scope, directory, unread);
    if (isIgnored(scope, above[index + 1]!, true)) scope = [];
  }
  return scope;
}

/**
 * The scope inside a directory, including its .gitignore if there is one. `label` is the directory's name for errors.
 */
export async function enter(
  scope: IgnoreScope,
  directory: string,
  unread: Unread[],
  label = directory,
): Promise<IgnoreScope> {
  return withCompiled(scope, [readIgnoreFile(directory, unread, label)]);
}

/** A file with patterns that was read; compiles them on the first call. Undefined if they cannot be compiled. */
export type ReadIgnoreFile = () => Promise<IgnoreFile | undefined>;

/** Reads a directory's .gitignore, which needs no compiler. Undefined if there is none, or it has no patterns. */
export function readIgnoreFile(
  directory: string,
  unread: Unread[],
  label = directory,
): ReadIgnoreFile | undefined {
  const file = { directory, path: path.join(directory, ".gitignore"), label: joinLabel(label, ".gitignore") };
  return readPatternFile(file, unread);
}

/** The scope with the patterns of these files, which take precedence. */
export async function withCompiled(
  scope: IgnoreScope,
  files: readonly (ReadIgnoreFile | undefined)[],
): Promise<IgnoreScope> {
  const compiled = await Promise.all(files.map((file) => file?.()));
  const added = compiled.filter((file) => file !== undefined);
  return added.length > 0 ? [...scope, ...added] : scope;
}

/**
 * Whether something below a directory is ignored, or a directory on the way to it. `inner` is its path relative to
 * the directory, with "/".
 */
export async function isHiddenBelow(
  scope: IgnoreScope,
  directory: string,
  inner: string,
  unread: Unread[],
): Promise<boolean> {
  let [within, real] = [scope, directory];
  const parts = inner.split("/");
  for (const [index, part] of parts.entries()) {
    within = await enter(within, real, unread);
    real = path.join(real, part);
    if (isIgnored(within, real, index < parts.length - 1 || isDirectory(real))) return true;
  }
  return false;
}

/** Whether git would ignore a path, provided that its directory is not ignored. */
export function isIgnored(scope: IgnoreScope, absolute: string, isDirectory: boolean): boolean {
  for (let at = scope.length - 1; at >= 0; at--) {
    const { directory, rules, lines, ofNames } = scope[at]!;
    const inner = ofNames ? path.basename(absolute) : below(directory, absolute);
    if (!inner) continue;
    const { ignored, unignored } = test(rules, isDirectory ? `${inner}/` : inner, ofNames);
    if (unignored) return false;
    // `ignore` hides everything below a hidden directory; if a deeper file has re-included that directory,
    // only patterns that match the path itself count.
    if (ignored && (!hidesParent(rules, inner) || hidesItself(lines(), inner, isDirectory))) return true;
  }
  return false;
}

/** Most directories contain the same few names. */
function test(rules: Ignore, inner: string, known: Map<string, Tested> | undefined): Tested {
  const tested = known?.get(inner) ?? rules.test(inner);
  known?.set(inner, tested);
  return tested;
}

/**
 * The path relative to a directory. Most paths here start with their directory's path, so the rest is usually all
 * that is needed.
 */
function below(directory: string, absolute: string): string | undefined {
  return path.sep === "/" && absolute.startsWith(`${directory}/`)
    ? absolute.slice(directory.length + 1)
    : toInnerPath(directory, absolute);
}

function hidesParent(rules: Ignore, inner: string): boolean {
  const slash = inner.lastIndexOf("/");
  return slash !== -1 && rules.ignores(inner.slice(0, slash + 1));
}

/**
 * Whether the last line that matches the path itself ignores it; lines that match only a directory above it do not
 * count.
 */
function hidesItself(lines: readonly IgnoreLine[], inner: string, isDirectory: boolean): boolean {
  const end = isDirectory ? "/" : "";
  const slash = inner.lastIndexOf("/");
  const found = lines.find(({ pattern, rule }) => {
    if (!pattern.slice(0, -1).includes("/")) return rule.ignores(inner.slice(slash + 1) + end);
    return (
      rule.ignores(inner + end) &&
      (pattern.endsWith("/**") || slash === -1 || !rule.ignores(inner.slice(0, slash + 1)))
    );
  });
  return found !== undefined && !found.negated;
}

/** The directories from the repository's root down to this one; empty outside a repository. */
function directoriesInRepository(real: string): readonly string[] {
  const chain = [real];
  while (!isThere(path.join(chain[0]!, ".git"))) {
    const above = path.dirname(chain[0]!);
    if (above === chain[0]) return [];
    chain.unshift(above);
  }
  return chain;
}

interface PatternFile {
  /** The directory that the patterns are relative to. */
  readonly directory: string;
  readonly path: string;
  /** The file's name for errors; if absent, its path is used. */
  readonly label?: string;
}

function readPatternFile(
  { directory, path: file, label = file }: PatternFile,
  unread: Unread[],
): ReadIgnoreFile | undefined {
  if (!isThere(file)) return undefined;
  const record = (error: unknown): undefined => {
    unread.push({ path: label, reason: reasonOf(error, label) });
  };
  try {
    const patterns = readPatterns(file, label);
    // Skips files without patterns, such as an info/exclude with only comments.
    return /^(?!#).*\S/m.test(patterns)
      ? once(() => compilePatterns(directory, patterns).catch(record))
      : undefined;
  } catch (error) {
    return record(error);
  }
}

async function compilePatterns(directory: string, patterns: string): Promise<IgnoreFile> {
  const { default: ignore } = await import("ignore");
  return {
    directory,
    rules: ignore({ ignoreCase: false }).add(patterns),
    lines: once(() => linesOf(patterns, (pattern) => ignore({ ignoreCase: false }).add(pattern))),
    ...(!looksAtPaths.test(patterns) && { ofNames: new Map() }),
  };
}

/** The patterns of a file, last one first. */
function linesOf(patterns: string, compile: (pattern: string) => Ignore): readonly IgnoreLine[] {
  return patterns
    .split(/\r?\n/)
    .filter((line) => line.trim() !== "" && !line.startsWith("#"))
    .map((line) => {
      const negated = line.startsWith("!");
      const kept = (negated ? line.slice(1) : line).trimEnd();
      const pattern = kept.endsWith("\\") ? `${kept} ` : kept;
      return { pattern, negated, rule: compile(pattern) };
    })
    .toReversed();
}

/** Matches patterns that contain a slash before other characters. A match in a comment does no harm. */
const looksAtPaths = /\/(?=[^\r\n])(?![ \t]*$)/m;

function readPatterns(file: string, shown: string): string {
  const text = Buffer.from(readFile(file, shown)).toString();
  const lines = text.split("\n", mostLines + 1);
  if (lines.length > mostLines) throw cannotRead(shown, `more than ${mostLines} lines`);
  if (lines.some(({ length }) => length > longestLine))
    throw cannotRead(shown, `a line is longer than ${longestLine} characters`);
  return text;
}
