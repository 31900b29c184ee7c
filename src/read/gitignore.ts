import { lstatSync, type Stats } from "node:fs";
import path from "node:path";
import type { Ignore } from "ignore";
import { once } from "../core/once.ts";
import type { Unread } from "../model/source.ts";
import { toInnerPath } from "./label.ts";
import { joinLabel } from "../core/paths.ts";
import { readFile } from "./open-file.ts";
import { cannotRead, reasonOf } from "../core/unreadable.ts";

/** Every directory's name is held against every pattern, so a file with more lines is not heeded. */
const mostLines = 2_000;
/** Nor is one with a longer line: `ignore` makes a regular expression of each, and throws where that grows too large. */
const longestLine = 1_000;

/** The ignore files that bear on what stands in one directory; a later one has the last word. */
export type IgnoreScope = readonly IgnoreFile[];

interface IgnoreFile {
  /** What its patterns are relative to; no link is in it. */
  readonly directory: string;
  readonly rules: Ignore;
  /** Each line of it alone, last first; made when it is first asked for. */
  readonly lines: () => readonly IgnoreLine[];
  /** What was found of a name, with "/" behind a directory's, where no pattern looks further than at that. */
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
 * The files above a directory that was named outright: the repository's info/exclude, and every .gitignore from its root down to the directory's parent.
 * Those that hide the directory itself are set aside, as otherwise nothing would be left in it. Outside a repository there are none.
 */
export async function scopeAbove(real: string, unread: Unread[]): Promise<IgnoreScope> {
  const above = directoriesInRepository(real);
  const [root] = above;
  if (root === undefined) return [];
  let scope = await withFile(
    [],
    { directory: root, path: path.join(root, ".git", "info", "exclude") },
    unread,
  );
  for (const [index, directory] of above.slice(0, -1).entries()) {
    scope = await enter(scope, directory, unread);
    if (isIgnored(scope, above[index + 1]!, true)) scope = [];
  }
  return scope;
}

/** The scope within a directory: its own .gitignore added, where it has one. `label` is what to call the directory when that cannot be read. */
export function enter(
  scope: IgnoreScope,
  directory: string,
  unread: Unread[],
  label = directory,
): Promise<IgnoreScope> {
  const file = { directory, path: path.join(directory, ".gitignore"), label: joinLabel(label, ".gitignore") };
  return withFile(scope, file, unread);
}

/** Whether something below a directory, or a directory on the way to it, is ignored. `inner` is its path from there, with "/". */
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

/** Whether Git would pass it over, given that it does not pass over the directory it stands in. */
export function isIgnored(scope: IgnoreScope, absolute: string, isDirectory: boolean): boolean {
  for (let at = scope.length - 1; at >= 0; at--) {
    const { directory, rules, lines, ofNames } = scope[at]!;
    const inner = ofNames ? path.basename(absolute) : below(directory, absolute);
    if (!inner) continue;
    const { ignored, unignored } = test(rules, isDirectory ? `${inner}/` : inner, ofNames);
    if (unignored) return false;
    // `ignore` hides all below a hidden directory; where a deeper file has brought that directory back, only what is said of the path itself counts.
    if (ignored && (!hidesParent(rules, inner) || hidesItself(lines(), inner, isDirectory))) return true;
  }
  return false;
}

/** The same few names stand in most directories. */
function test(rules: Ignore, inner: string, known: Map<string, Tested> | undefined): Tested {
  const tested = known?.get(inner) ?? rules.test(inner);
  known?.set(inner, tested);
  return tested;
}

/** As most paths here are put together from their directories', the way between two need not be looked for. */
function below(directory: string, absolute: string): string | undefined {
  return path.sep === "/" && absolute.startsWith(`${directory}/`)
    ? absolute.slice(directory.length + 1)
    : toInnerPath(directory, absolute);
}

function hidesParent(rules: Ignore, inner: string): boolean {
  const slash = inner.lastIndexOf("/");
  return slash !== -1 && rules.ignores(inner.slice(0, slash + 1));
}

/** Whether the last line that matches the path, and not only a directory above it, ignores it. */
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

/** From the root of the repository that a directory is in, down to itself; empty outside of one. */
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
  /** What its patterns are relative to. */
  readonly directory: string;
  readonly path: string;
  /** What to call it when it cannot be read; its path where this is absent. */
  readonly label?: string;
}

async function withFile(
  scope: IgnoreScope,
  { directory, path: file, label = file }: PatternFile,
  unread: Unread[],
): Promise<IgnoreScope> {
  if (!isThere(file)) return scope;
  try {
    const patterns = readPatterns(file, label);
    // Such as info/exclude is where nobody has written to it.
    if (!/^(?!#).*\S/m.test(patterns)) return scope;
    const { default: ignore } = await import("ignore");
    return [
      ...scope,
      {
        directory,
        rules: ignore({ ignoreCase: false }).add(patterns),
        lines: once(() => linesOf(patterns, (pattern) => ignore({ ignoreCase: false }).add(pattern))),
        ...(!looksAtPaths.test(patterns) && { ofNames: new Map() }),
      },
    ];
  } catch (error) {
    unread.push({ path: label, reason: reasonOf(error, label) });
    return scope;
  }
}

/** The patterns of a file, last first. */
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

/** A slash before another character; that of a comment does no harm. */
const looksAtPaths = /\/(?=[^\r\n])(?![ \t]*$)/m;

function readPatterns(file: string, shown: string): string {
  const text = Buffer.from(readFile(file, shown)).toString();
  const lines = text.split("\n", mostLines + 1);
  if (lines.length > mostLines) throw cannotRead(shown, `more than ${mostLines} lines`);
  if (lines.some(({ length }) => length > longestLine))
    throw cannotRead(shown, `a line is longer than ${longestLine} characters`);
  return text;
}

export function isThere(absolute: string): boolean {
  return look(absolute) !== undefined;
}

export function isDirectory(absolute: string): boolean {
  return look(absolute)?.isDirectory() ?? false;
}

/** Undefined for what may not be looked at, too: Git cannot read an ignore file there either. */
function look(absolute: string): Stats | undefined {
  try {
    return lstatSync(absolute, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
