import path, { type PlatformPath } from "node:path";
import { limits } from "../model/limits.ts";
import { compareText } from "../core/order.ts";

/** A pattern cut where its first wildcard's directory begins: "../skills" and "*" for "../skills/*". */
export interface Pattern {
  /** As written, but with "/" throughout and none at the end; "." where the pattern has no such part. */
  readonly base: string;
  readonly rest: string;
}

/** Whether a path that does not exist can have been meant as a pattern. */
export function isPattern(written: string): boolean {
  return /[*?[\]{}]|[@!+]\(/.test(written);
}

/** On Windows a backslash parts directories; elsewhere it takes a wildcard's meaning away. */
export function parsePattern(written: string, platform: PlatformPath = path): Pattern {
  const forward = platform.sep === "\\" ? written.replaceAll("\\", "/") : written;
  const wildcard = forward.search(/[*?[\]{}\\]|[@!+]\(/);
  const slash = forward.lastIndexOf("/", wildcard);
  if (slash === -1) return { base: ".", rest: forward };
  return { base: slash === 0 ? "/" : forward.slice(0, slash), rest: forward.slice(slash + 1) };
}

/** The files and directories below `directory` that match, with "/" and from there; the shallow ones first. No link is followed. */
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
