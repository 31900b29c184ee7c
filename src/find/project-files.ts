import { readlinkSync } from "node:fs";
import { limits } from "../model/limits.ts";
import type { Unread } from "../model/source.ts";
import { enter, isIgnored, scopeAbove, type IgnoreScope } from "../git/ignore.ts";
import { joinNative } from "../read/label.ts";
import { skippedDirectories } from "./left-out.ts";
import { byName, readNamesOrRecord } from "../read/listing-names.ts";

/** The files of a project that git does not ignore, within limits of depth and number. */
export interface ProjectListing {
  /** Relative to the project's directory, with "/"; sorted. */
  readonly files: readonly string[];
  readonly links: readonly ProjectLink[];
  readonly unread: readonly Unread[];
}

export interface ProjectLink {
  readonly path: string;
  /** As written in the link. */
  readonly target: string;
}

/** More files than any hand-written project has. */
const mostFiles = 100_000;

interface Spot {
  readonly absolute: string;
  readonly inner: string;
  readonly depth: number;
  readonly scope: IgnoreScope;
}

/**
 * Lists all files below a directory whose path contains no symlinks; symlinks are listed and not followed.
 */
export async function listProject(directory: string): Promise<ProjectListing> {
  const [files, links, unread]: [string[], ProjectLink[], Unread[]] = [[], [], []];
  const spots: Spot[] = [
    { absolute: directory, inner: "", depth: 0, scope: await scopeAbove(directory, unread) },
  ];
  // The array is a queue: it grows during the loop.
  for (const spot of spots) {
    if (files.length > mostFiles || spot.depth > limits.depth) {
      unread.push({
        path: spot.inner,
        reason:
          files.length > mostFiles
            ? `more than ${mostFiles} files come before it`
            : `more than ${limits.depth} directories deep`,
      });
      continue;
    }
    const names = readNamesOrRecord(spot.absolute, spot.inner || ".", unread).sort(byName);
    const scope = names.some(({ text }) => text === ".gitignore")
      ? await enter(spot.scope, spot.absolute, unread, spot.inner)
      : spot.scope;
    for (const { text, kind, foreign } of names) {
      const [absolute, inner] = [
        joinNative(spot.absolute, text),
        spot.inner === "" ? text : `${spot.inner}/${text}`,
      ];
      if (skippedDirectories.has(text) || isIgnored(scope, absolute, kind === "directory")) continue;
      if (foreign !== undefined) unread.push({ path: inner, reason: foreign });
      else if (kind === "directory") spots.push({ absolute, inner, depth: spot.depth + 1, scope });
      else if (kind === "file") files.push(inner);
      else if (kind === "symlink") links.push({ path: inner, target: readlinkSync(absolute) });
    }
  }
  return { files: files.sort(), links, unread };
}
