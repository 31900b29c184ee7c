import { Buffer } from "node:buffer";
import { lstatSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { quote } from "../core/show.ts";
import { sha256 } from "../manifest/digest.ts";
import { isTracked } from "../git/index-file.ts";
import { enclosingSkill } from "../find/enclosing-skill.ts";
import { toLabel, toNativePath } from "../read/label.ts";
import { findOwnFolder } from "../read/ownership.ts";
import { cacheDirectory } from "../read/user-directories.ts";
import { readOwnFile } from "../read/open-file.ts";
import { createOwnFile } from "../write/create-file.ts";
import { findDestination } from "../write/destination.ts";

// Hand-written: `file-entry-cache` and `flat-cache` compare single files, while a result here depends on the set of
// files, on links and on the skill's surroundings; they neither verify what they read back nor replace it atomically.

/** Maximum size in bytes; about 100,000 skills. */
const mostBytes = 512 * 1_048_576;

/** The first characters of every cache. */
const begin = '{"skillwright-cache":1,';

export interface CacheFile {
  /**
   * Every line after the first, as bytes: most of their text is never needed. Empty if the file is absent, damaged or
   * from another build of the program.
   */
  readonly lines: readonly Buffer[];
  /** Why the file is neither read nor written. */
  readonly refused?: string;
  write(lines: readonly Buffer[]): Promise<void>;
}

/**
 * Reads a cache. It has a first line with a digest of the others, so that no damage goes unnoticed. Throws a
 * SkillsError if the path cannot be a cache.
 */
export function openCacheFile(written: string, cwd: string, program: string): CacheFile {
  if (written === "") throw new SkillsError("bad-usage", "the path of the cache is empty");
  const { absolute: named, folder } = findDestination(written, cwd);
  const absolute = path.join(folder, path.basename(named));
  const label = toLabel(written);
  const skill = enclosingSkill(named, label) ?? enclosingSkill(absolute, toLabel(absolute));
  if (skill)
    throw new SkillsError(
      "bad-usage",
      `the cache ${quote(label)} would be a file of the skill ${quote(skill.label)}`,
      { hint: "use a path outside any skill" },
    );
  const refuse = (reason: string): CacheFile => ({
    lines: [],
    refused: `the cache ${quote(label)} is not used: ${reason}`,
    write: async () => {},
  });
  const own = findOwnFolder(path.dirname(named));
  if ("problem" in own) return refuse(`${quote(own.at)} ${own.problem}`);
  // Anyone who may change the repository could write results into it, or a symlink to them.
  const link = linkInProject(named);
  if (link !== undefined) return refuse(`${quote(link)} is a symlink in the project`);
  if (isTracked(absolute, false)) return refuse("git tracks it");
  const found = readOwnFile(absolute, label, mostBytes);
  if ("reason" in found) return refuse(found.reason);
  const bytes = Buffer.from(found.bytes.buffer, found.bytes.byteOffset, found.bytes.length);
  if (bytes.length > 0 && bytes.toString("latin1", 0, begin.length) !== begin)
    return refuse("it is another file");
  return {
    lines: linesOf(bytes, program),
    write: (lines) => writeLines(absolute, label, lines, program),
  };
}

/** A symlink among the directories of a file, below the root of the repository that the path leads through. */
function linkInProject(file: string): string | undefined {
  let link: string | undefined;
  for (let at = path.dirname(file), above = ""; at !== above; above = at, at = path.dirname(at)) {
    const isRoot = lstatSync(path.join(at, ".git"), { throwIfNoEntry: false }) !== undefined;
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) link = at;
    else if (isRoot) return link;
  }
  return undefined;
}

const lineFeed = 0x0a;

function linesOf(bytes: Buffer, program: string): readonly Buffer[] {
  const end = bytes.indexOf(lineFeed);
  const rest = bytes.subarray(end + 1);
  if (end === -1 || bytes.toString("utf8", 0, end) !== headerOf(rest, program)) return [];
  const lines: Buffer[] = [];
  for (let at = 0; at < rest.length; at += lines.at(-1)!.length + 1) {
    const next = rest.indexOf(lineFeed, at);
    lines.push(rest.subarray(at, next === -1 ? rest.length : next));
  }
  return lines;
}

function headerOf(rest: Buffer, program: string): string {
  return `${begin}"program":${JSON.stringify(program)},"digest":"${sha256(rest)}"}`;
}

async function writeLines(
  absolute: string,
  label: string,
  lines: readonly Buffer[],
  program: string,
): Promise<void> {
  const between = Buffer.of(lineFeed);
  const rest = Buffer.concat(lines.flatMap((line, at) => (at === 0 ? [line] : [between, line])));
  const header = Buffer.from(`${headerOf(rest, program)}\n`);
  await createOwnFile(absolute, Buffer.concat([header, rest]), label);
}

/**
 * The file in which the results for a working directory are saved: in a directory of the user, as a skill or a
 * repository could contain a file with results of its own. Undefined if no such directory is known.
 */
export function defaultLocation(
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const folder = cacheDirectory(env);
  return folder && toNativePath(folder, `skillwright/results/${sha256(Buffer.from(cwd)).slice(0, 16)}.cache`);
}
