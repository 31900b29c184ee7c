import path, { type PlatformPath } from "node:path";
import { limits } from "../model/limits.ts";
import { compareText } from "../core/order.ts";

/** A pattern, split at the directory of its first wildcard: "../skills" and "*" for "../skills/*". */
export interface Pattern {
  /** As written, but with "/" and without a trailing one; "." if the pattern starts with a wildcard. */
  readonly base: string;
  readonly rest: string;
}

/** Whether a path that does not exist can be a pattern. */
export function isPattern(written: string): boolean {
  return /[*?[\]{}]|[@!+]\(/.test(written);
}

/** On Windows a backslash separates directories; elsewhere it escapes a wildcard. */
export function parsePattern(written: string, platform: PlatformPath = path): Pattern {
  const forward = platform.sep === "\\" ? written.replaceAll("\\", "/") : written;
  const wildcard = forward.search(/[*?[\]{}\\]|[@!+]\(/);
  const slash = forward.lastIndexOf("/", wildcard);
  if (slash === -1) return { base: ".", rest: forward };
  return { base: slash === 0 ? "/" : forward.slice(0, slash), rest: forward.slice(slash + 1) };
}

/**
 * The files and directories that match, relative to `directory`, with "/", shallow ones first. Follows no symlinks.
 */
export async function expandPattern(rest: string, directory: string): Promise<readonly string[]> {
  const { globSync } = await import("tinyglobby");
  const matches = globSync(rest, {
    cwd: directory,
    deep: limits.searchDepth,
    dot: true,
    expandDirectories: false,
    followSymbolicLinks: false,
    ignore: ["**/.git/**", "**/node_modules/**"],
    onlyFiles: false,
  });
  return matches
    .map((match) => (match.endsWith("/") ? match.slice(0, -1) : match))
    .sort((a, b) => depthOf(a) - depthOf(b) || compareText(a, b));
}

function depthOf(match: string): number {
  return match.split("/").length;
}
