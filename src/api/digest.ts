import { findSkills } from "../archive/find-skills.ts";
import { openArchive } from "../archive/open-archive.ts";
import { ArchiveRefused, type FileBytes } from "../model/archive.ts";
import type { LeftOut } from "../model/left-out.ts";
import type { DigestData, PathDigest } from "../model/reports/digest.ts";
import type { Diagnostic, Report, Subject } from "../model/report.ts";
import type { SkillSource, Unread } from "../model/source.ts";
import { sha256 } from "../manifest/digest.ts";
import { lookUpOperand, readArchiveFile, type Operand } from "../find/archive-file.ts";
import { discover } from "../find/discover.ts";
import { archiveFinding } from "./archives/archive-findings.ts";
import { timedReport } from "./timed-report.ts";
import { now } from "./clock.ts";
import { collectFiles } from "./archives/collect-files.ts";
import { labelOf } from "./archives/open-verified.ts";
import { digestContent } from "./archives/packed-content.ts";
import { readFilesToPack } from "./archives/files-to-pack.ts";

export interface DigestOptions {
  /** Archives, skill directories, or directories that contain skills; as the user wrote them. */
  readonly paths: readonly string[];
  /** Base of relative paths. */
  readonly cwd: string;
  /** Include every file of a directory, not only those that `skills pack` packs: for unpacked archives. */
  readonly all?: boolean;
}

export interface DigestResult {
  /** Its `data` contains `digests`. */
  readonly report: Report<DigestData, "digest">;
  /** In the order of the paths. */
  readonly digests: readonly PathDigest[];
}

interface Digested {
  readonly digest: PathDigest;
  readonly subject: Subject;
}

/**
 * Computes the digest of a skill's content, which is the same for its directory and all its archives, and the digest
 * of an archive's bytes. Throws a SkillsError if something cannot be read, or if there is no skill.
 */
export async function digest({ paths, cwd, all = false }: DigestOptions): Promise<DigestResult> {
  const started = now();
  const digested: Digested[] = [];
  const unread: Unread[] = [];
  for (const { written, operand } of paths.map((path) => ({
    written: path,
    operand: lookUpOperand(path, cwd),
  }))) {
    if (isArchive(operand)) digested.push(...(await digestArchive(operand)));
    else {
      const found = await discover([written], { cwd });
      unread.push(...found.unread);
      for (const source of found.sources) digested.push(await digestDirectory(source, all));
    }
  }
  const report = timedReport({
    command: "digest",
    targets: [],
    subjects: digested.map(({ subject }) => subject),
    unread,
    started,
    maxWarnings: Infinity,
  });
  const digests = digested.map((each) => each.digest);
  return { report: { ...report, data: { digests } }, digests };
}

/** The path of a SKILL.md means its directory, as in all commands. */
function isArchive({ kind, absolute }: Operand): boolean {
  return kind === "archive" && !/\.md$/i.test(absolute);
}

async function digestArchive(operand: Operand): Promise<readonly Digested[]> {
  const path = operand.label;
  let known: Pick<PathDigest, "path" | "archiveDigest"> = { path };
  try {
    const bytes = readArchiveFile(operand);
    known = { path, archiveDigest: `sha256:${sha256(bytes)}` };
    const skills = findSkills(await openArchive(bytes));
    const alone = skills.length === 1;
    return skills.map((skill) => {
      const label = labelOf({ alone, skill }, path);
      return {
        digest: {
          ...known,
          path: label,
          ...(!alone && { archive: path }),
          content: digestContent(skill.files),
          leftOut: [],
        },
        subject: describeSubject("archive", label, []),
      };
    });
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return [
      {
        digest: { ...known, leftOut: [] },
        subject: describeSubject("archive", path, [archiveFinding(error.code, error.message, error.entry)]),
      },
    ];
  }
}

async function digestDirectory(source: SkillSource, all: boolean): Promise<Digested> {
  const path = source.label;
  const { files, findings, leftOut } = all ? everyFile(source) : await filesToPack(source);
  const content = findings.length > 0 ? {} : { content: digestContent(files) };
  return { digest: { path, ...content, leftOut }, subject: describeSubject("skill", path, findings) };
}

interface Content {
  readonly files: readonly FileBytes[];
  readonly findings: readonly Diagnostic[];
  readonly leftOut: readonly LeftOut[];
}

async function filesToPack(source: SkillSource): Promise<Content> {
  const { files, leftOut, refused } = await readFilesToPack(source, { wrappedIn: source.name });
  return {
    files,
    leftOut,
    findings: refused.map(({ code, message, path }) => archiveFinding(code, message, path)),
  };
}

/** Unreadable files are findings, not omissions. Discovered skills are always directories. */
function everyFile({ directory, label, list }: SkillSource): Content {
  try {
    const { files, problems } = collectFiles(list(), { absolute: directory!, label });
    return { files, findings: problems, leftOut: [] };
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return { files: [], findings: [archiveFinding(error.code, error.message, error.entry)], leftOut: [] };
  }
}

/** Has no verdicts, as digests do not depend on targets. */
function describeSubject(kind: Subject["kind"], path: string, findings: readonly Diagnostic[]): Subject {
  return { kind, path, verdicts: {}, findings, partial: [] };
}
