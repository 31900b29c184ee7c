import { Buffer } from "node:buffer";
import { SkillsError } from "../../core/errors.ts";
import { asciiOnly } from "../../core/ascii-only.ts";
import { parentOf } from "../../core/paths.ts";
import { quote } from "../../core/show.ts";
import { decodeUtf8 } from "../../core/utf8.ts";
import { limits } from "../../model/limits.ts";
import { type PipedFile, pipeLimits, type PipedSkill } from "../../model/pipe.ts";
import type { FileEntry, SkillSource } from "../../model/source.ts";
import type { Scope } from "../scope/find-sources.ts";
import { type ScopeFilter, selectSources } from "../scope/select-sources.ts";

export interface Export {
  /** The lines, each read when it is asked for. */
  readonly lines: Iterable<string>;
  /** What could not be exported, as sentences; complete after the last line. */
  readonly problems: readonly string[];
}

/**
 * Writes the skills in scope as lines for `--stdin-ndjson`, with their path as id. Throws a SkillsError if no skill is
 * in scope.
 */
export async function exportSkills(options: Scope & ScopeFilter): Promise<Export> {
  const { sources, unread, loose = [] } = await selectSources(options);
  const problems = [
    ...unread.map(({ path, reason }) => `${quote(path)} was not read: ${reason}`),
    ...loose
      .filter(({ isOther }) => !isOther)
      .map(({ label }) => `${quote(label)} is a single file and not a skill's directory, so it has no line`),
  ];
  return { lines: linesOf(sources, problems), problems };
}

function* linesOf(sources: readonly SkillSource[], problems: string[]): Generator<string> {
  for (const source of sources) {
    try {
      yield lineOf(source);
    } catch (error) {
      if (!(error instanceof SkillsError)) throw error;
      problems.push(error.message);
    }
  }
}

/** Throws a SkillsError if the line would not be the whole skill. */
function lineOf(source: SkillSource): string {
  const { name, label } = source;
  const { entries, unread } = source.list();
  const [missing] = unread;
  if (missing)
    throw new SkillsError(
      "unreadable",
      `${quote(label)}: ${quote(missing.path)} not read: ${missing.reason}`,
    );
  const directories = new Set(entries.map(({ path }) => parentOf(path)));
  const files = entries.flatMap((entry) =>
    entry.kind === "directory" && directories.has(entry.path) ? [] : [fileOf(entry, source)],
  );
  const skill: PipedSkill = { id: label, name, files };
  const line = `${asciiOnly(JSON.stringify(skill))}\n`;
  if (line.length > pipeLimits.lineBytes)
    throw new SkillsError(
      "too-large",
      `${quote(label)} is too large for a line: ${line.length} bytes of ${pipeLimits.lineBytes}`,
    );
  return line;
}

function fileOf(entry: FileEntry, source: SkillSource): PipedFile {
  const { path, kind, size, executable, link } = entry;
  const mode = executable ? { executable } : {};
  if (kind === "symlink") return { path, link: link?.target ?? "" };
  if (kind !== "file") return { path, kind };
  // No command reads such a file.
  if (size > limits.textBytes) return { path, size, ...mode };
  const bytes = source.read(path);
  const text = decodeUtf8(bytes);
  if (text !== undefined) return { path, text, ...mode };
  return { path, base64: Buffer.from(bytes).toString("base64"), ...mode };
}
