import { SkillsError } from "../core/errors.ts";
import { parsePath, pathName, pathParent, pathText, type PurePath } from "../dialects/python/path.ts";
import { lower } from "../dialects/python/text.ts";
import {
  examinePath,
  findReferenceFile,
  isReadable,
  readReferenceFile,
  type ReferenceFileName,
  resolvePath,
} from "../read/reference-file.ts";
import { type CommandLine, readCommandLine } from "../targets/reference/command-line.ts";
import { parseSkill } from "../targets/reference/parse-frontmatter.ts";
import {
  availableSkills,
  propertiesJson,
  readProperties,
  type SkillProperties,
} from "../targets/reference/properties.ts";
import {
  complaint,
  type Complaint,
  failure,
  type ParsedSkill,
  type Result,
} from "../targets/reference/result.ts";
import { validateMetadata } from "../targets/reference/validate-metadata.ts";

export { referenceCommands, type CommandName } from "../targets/reference/command-line.ts";

export interface ReferencePath {
  /** The path to open. */
  readonly absolute: string;
  /** As the reference prints it. */
  readonly text: string;
  /** The directory's name as it appears in the path: empty for ".". */
  readonly name: string;
}

/** The parsed arguments of `skills-ref`; its paths exist and are readable. */
export function understand(args: readonly string[], cwd: string): CommandLine {
  return readCommandLine(args, (written) => {
    const absolute = toAbsolute(written, cwd);
    if (written === "" || examinePath(absolute) === undefined) return "absent";
    return isReadable(absolute) ? "usable" : "unreadable";
  });
}

/** For the command line: a path to a SKILL.md means its directory. */
export function findSkill(written: string, cwd: string): ReferencePath {
  const path = toPath(written);
  const isDocument = lower(pathName(path)) === "skill.md" && examinePath(toAbsolute(written, cwd)) === "file";
  return at(isDocument ? pathParent(path) : path, cwd);
}

/** For callers of the reference's library: the path is used as given. */
export function skillAt(written: string, cwd: string): ReferencePath {
  return at(toPath(written), cwd);
}

/** Every message of the reference's `validate`, in its order; empty if the skill is valid. */
export function validateSkill(skill: ReferencePath): readonly Complaint[] {
  const refused = refusePath(skill);
  if (refused) return [refused];
  const parsed = parseFile(readFileOf(skill, "Missing required file: SKILL.md"));
  return parsed.outcome === "value"
    ? validateMetadata(parsed.value.metadata, skill.name)
    : [parsed.complaint];
}

/** The frontmatter and body that the reference's `parse_frontmatter` finds. */
export function parseSkillAt(skill: ReferencePath): Result<ParsedSkill> {
  return parseFile(readFileOf(skill, `SKILL.md not found in ${skill.text}`));
}

/** The reference's `read_properties`. */
function readSkillProperties(skill: ReferencePath): Result<SkillProperties> {
  return propertiesOf(parseSkillAt(skill));
}

/** The output of `skills-ref read-properties`, without the final newline. */
export function propertiesText(skill: ReferencePath): Result<string> {
  const properties = readSkillProperties(skill);
  return properties.outcome === "value" ? propertiesJson(properties.value) : properties;
}

/** The reference's `to_prompt`; fails at the first unreadable skill. */
export function promptForSkills(skills: readonly ReferencePath[]): Result<string> {
  const rows = [];
  for (const { absolute } of skills) {
    const resolved = resolvePath(absolute);
    const file = readFileOf(at(toPath(resolved), ""), `SKILL.md not found in ${resolved}`);
    const properties = propertiesOf(parseFile(file));
    if (file.outcome !== "value") return file;
    if (properties.outcome !== "value") return properties;
    rows.push({ properties: properties.value, location: pathText(toPath(`${resolved}/${file.value.name}`)) });
  }
  const text = availableSkills(rows);
  // Neither Python nor this program can encode lone surrogates.
  if (/\p{Cs}/u.test(text))
    return {
      outcome: "crash",
      complaint: complaint(
        "the name or description contains a lone surrogate, which cannot be encoded",
        "crash",
      ),
    };
  return { outcome: "value", value: text };
}

interface ReferenceFile {
  readonly name: ReferenceFileName;
  readonly bytes: Uint8Array;
}

function refusePath({ absolute, text }: ReferencePath): Complaint | undefined {
  const kind = examinePath(absolute);
  if (kind === undefined) return complaint(`Path does not exist: ${text}`, "file-missing");
  return kind === "directory" ? undefined : complaint(`Not a directory: ${text}`, "file-missing");
}

function readFileOf({ absolute }: ReferencePath, absent: string): Result<ReferenceFile> {
  try {
    const name = findReferenceFile(absolute);
    return name
      ? { outcome: "value", value: { name, bytes: readReferenceFile(absolute, name) } }
      : failure(absent, "file-missing");
  } catch (error) {
    if (!(error instanceof SkillsError)) throw error;
    return {
      outcome: "crash",
      complaint: complaint(error.message, error.code === "too-large" ? "too-large" : "unreadable"),
    };
  }
}

function parseFile(file: Result<ReferenceFile>): Result<ParsedSkill> {
  return file.outcome === "value" ? parseSkill(file.value.bytes) : file;
}

function propertiesOf(parsed: Result<ParsedSkill>): Result<SkillProperties> {
  return parsed.outcome === "value" ? readProperties(parsed.value.metadata) : parsed;
}

function toPath(written: string): PurePath {
  return parsePath(written, process.platform === "win32");
}

function at(path: PurePath, cwd: string): ReferencePath {
  const text = pathText(path);
  return { absolute: toAbsolute(text, cwd), text, name: pathName(path) };
}

/** Joins the paths as text: a path module would simplify "link/..", but the symlink may point elsewhere. */
function toAbsolute(written: string, cwd: string): string {
  return toPath(written).anchor === "" ? `${cwd}/${written}` : written;
}

export interface ReferenceOptions {
  /** Base of relative paths; by default the process's working directory. */
  readonly cwd?: string;
}

/** The messages of the reference's `validate`, in its order; empty if the skill is valid. */
export function referenceValidate(
  path: string,
  { cwd = process.cwd() }: ReferenceOptions = {},
): readonly string[] {
  return validateSkill(findSkill(path, cwd)).map(({ message }) => message);
}

/**
 * The output of the reference's `read-properties`, as a value. Throws a SkillsError ("unreadable") with the reference's
 * message if it fails.
 */
export function referenceProperties(
  path: string,
  { cwd = process.cwd() }: ReferenceOptions = {},
): Readonly<Record<string, unknown>> {
  return JSON.parse(valueOf(propertiesText(findSkill(path, cwd))));
}

/**
 * The `<available_skills>` block of the reference's `to-prompt`. Throws as `referenceProperties` does, for the first
 * skill that cannot be read.
 */
export function referencePrompt(
  paths: readonly string[],
  { cwd = process.cwd() }: ReferenceOptions = {},
): string {
  return valueOf(promptForSkills(paths.map((path) => findSkill(path, cwd))));
}

function valueOf(result: Result<string>): string {
  if (result.outcome === "value") return result.value;
  throw new SkillsError("unreadable", result.complaint.message);
}
