import { Buffer } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { sha256 } from "../../manifest/digest.ts";
import { isTracked } from "../../read/git-index.ts";
import { enclosingSkill } from "../../read/enclosing-skill.ts";
import { toLabel } from "../../read/label.ts";
import { readOwnFile } from "../../read/open-file.ts";
import { createFile } from "../../write/create-file.ts";
import { findDestination } from "../../write/destination.ts";

// Hand-written: `file-entry-cache` and `flat-cache` compare single files, while a result here depends on the set of
// files, on links and on the skill's surroundings; they neither verify what they read back nor replace it atomically.

/** Maximum size in bytes; about 100,000 skills. */
const mostBytes = 512 * 1_048_576;

/** The first characters of every cache. */
const begin = '{"skillwright-cache":1,';

export interface CacheFile {
  /** Every line after the first; empty if the file is absent, damaged or from another build of the program. */
  readonly lines: readonly string[];
  /** Why the file is neither read nor written. */
  readonly refused?: string;
  write(lines: readonly string[]): Promise<void>;
}

/**
 * Reads a cache. It has a first line with a digest of the others, so that no damage goes unnoticed. Throws a
 * SkillsError if the path cannot be a cache.
 */
export function openCacheFile(written: string, cwd: string, program: string): CacheFile {
  if (written === "") throw new SkillsError("bad-usage", "the path of the cache is empty");
  const { absolute } = findDestination(written, cwd);
  const label = toLabel(written);
  const skill = enclosingSkill(absolute, label);
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
  // Anyone who may change the repository could write results into it.
  if (isTracked(absolute, false)) return refuse("git tracks it");
  const found = readOwnFile(absolute, label, mostBytes);
  if ("reason" in found) return refuse(found.reason);
  const text = Buffer.from(found.bytes).toString("utf8");
  if (text !== "" && !text.startsWith(begin)) return refuse("it is another file");
  return {
    lines: linesOf(text, program),
    write: (lines) => writeLines(absolute, label, lines, program),
  };
}

function linesOf(text: string, program: string): readonly string[] {
  const end = text.indexOf("\n");
  const rest = text.slice(end + 1);
  if (end === -1 || text.slice(0, end) !== headerOf(rest, program)) return [];
  return rest === "" ? [] : rest.split("\n");
}

function headerOf(rest: string, program: string): string {
  return `${begin}"program":${JSON.stringify(program)},"digest":"${sha256(Buffer.from(rest))}"}`;
}

async function writeLines(
  absolute: string,
  label: string,
  lines: readonly string[],
  program: string,
): Promise<void> {
  const rest = lines.join("\n");
  await createFile(absolute, Buffer.from(`${headerOf(rest, program)}\n${rest}`), label, async () => {});
}
