import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { decodeUtf8Loosely } from "../core/utf8.ts";
import { readFileHead } from "../read/open-file.ts";
import { leadsToDirectory } from "../read/there.ts";

/** In bytes: the longest path that Linux takes. */
const longestPath = 4096;

/**
 * Why a file is no directory, if it is a symlink to one that Git has checked out as text, as on Windows by default:
 * its only content is a relative path at which there is a directory.
 */
export function whyLinkAsText(absolute: string, label: string): string | undefined {
  const target = contentOf(absolute, label);
  if (target === undefined || !/^[^\s\0\\/][^\s\0]*$/.test(target)) return undefined;
  return leadsToDirectory(path.resolve(path.dirname(absolute), target))
    ? `it is a Git symlink to ${quote(target)} that is checked out as text; use \`git config core.symlinks true\` and check it out again`
    : undefined;
}

/** Whether a name may be that of a directory that is a symlink: most files have an extension. */
export function mayBeDirectory(name: string): boolean {
  return name.lastIndexOf(".") <= 0;
}

function contentOf(absolute: string, label: string): string | undefined {
  try {
    const head = readFileHead(absolute, label, longestPath);
    return head.length < longestPath ? decodeUtf8Loosely(head) : undefined;
  } catch (error) {
    if (error instanceof SkillsError) return undefined;
    throw error;
  }
}
