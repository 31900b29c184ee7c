import { sourceOfFiles } from "../../model/memory-source.ts";
import { ArchiveRefused } from "../../model/archive.ts";
import type { CheckedArchive } from "../../model/reports/verify.ts";
import { SkillsError } from "../../core/errors.ts";
import type { Subject } from "../../model/report.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { sha256 } from "../../manifest/digest.ts";
import type { SkillSource } from "../../model/source.ts";
import type { Uploader } from "../../model/upload.ts";
import { readArchiveFile, type Operand } from "../../find/archive-file.ts";
import { refusalOf, refusedSubject } from "../archives/archive-findings.ts";
import { archivedUpload } from "../archives/archived-upload.ts";
import { uploadObjections } from "../pack/upload-findings.ts";
import { chooseDirectoryName } from "../archives/archived-name.ts";
import { checkContent } from "../archives/check-content.ts";
import { examineSkill, type Examination, type Examined } from "../../lint/examine-skill.ts";
import { labelOf, openVerified, type OpenedSkill } from "../archives/open-verified.ts";
import type { ExpectedDigests, VerifyOptions } from "./verify-options.ts";

export interface Verification {
  readonly expected: ExpectedDigests;
  readonly profile: NonNullable<VerifyOptions["profile"]>;
  readonly examination: Examination;
  /** Those that were chosen. */
  readonly uploaders: readonly Uploader[];
}

/** A skill of an archive, or a refused archive. */
export interface VerifiedArchive {
  readonly checked: CheckedArchive;
  readonly subject: Subject;
  /** Absent if the archive was refused. */
  readonly examined?: Examined;
  /** The files of the skill; absent as well. */
  readonly source?: SkillSource;
}

/**
 * Opens an archive and checks its digest, and each skill in it against its manifest and the targets. Returns one
 * result per skill, or one for a refused archive. Throws a SkillsError if the archive cannot be read, or if a content
 * digest is required but there are several skills.
 */
export async function verifyArchive(
  operand: Operand,
  verification: Verification,
): Promise<readonly VerifiedArchive[]> {
  return verifyOpened(operand.label, () => readArchiveFile(operand), verification);
}

/** As `verifyArchive`, of an archive whose bytes the function returns; it may throw an ArchiveRefused. */
export async function verifyOpened(
  path: string,
  readBytes: () => Uint8Array,
  verification: Verification,
): Promise<readonly VerifiedArchive[]> {
  let known: CheckedArchive = { path };
  try {
    const bytes = readBytes();
    const read = { ...known, archiveDigest: `sha256:${sha256(bytes)}`, archiveBytes: bytes.length };
    known = read;
    refuseOtherDigest(known, verification.expected.archive);
    const skills = await openVerified(bytes);
    if (skills.length > 1 && verification.expected.content.length > 0)
      throw digestOfOne(known, skills.length);
    return skills.map((opened) => {
      if (verification.profile === "own") refuseForeign(opened);
      return describe(opened, read, verification);
    });
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return [
      {
        checked: { ...known, refused: refusalOf(error) },
        subject: refusedSubject("archive", known.path, error),
      },
    ];
  }
}

/** Refuses an archive without the required digest before it is opened. */
function refuseOtherDigest({ archiveDigest }: CheckedArchive, expected: readonly string[]): void {
  const other = expected.find((digest) => digest !== archiveDigest);
  if (other !== undefined)
    throw new ArchiveRefused("digest", `the archive's digest is ${archiveDigest}, not ${other}`);
}

function digestOfOne({ path }: CheckedArchive, skills: number): SkillsError {
  return new SkillsError(
    "bad-usage",
    `${quote(path)} contains ${count(skills, "skill")}, but an h1: digest is of a single skill`,
    { hint: "use the sha256: digest of the archive" },
  );
}

function refuseForeign({ contents }: OpenedSkill): void {
  if (contents.profile === "own") return;
  throw new ArchiveRefused(
    "canonical",
    `the archive differs from the one that "skills pack" builds from its ${count(contents.files.length, "file")}`,
  );
}

function describe(
  opened: OpenedSkill,
  known: CheckedArchive & { readonly archiveBytes: number },
  { expected, examination, uploaders: asked }: Verification,
): VerifiedArchive {
  const { contents, skill, alone } = opened;
  const path = labelOf(opened, known.path);
  const { name, notes } = chooseDirectoryName(opened, known.path);
  const upload = archivedUpload(opened, { name, path: known.path, bytes: known.archiveBytes });
  const objecting = {
    objections: asked.flatMap((uploader) => uploadObjections(uploader, upload)),
    asked: asked.map(({ id }) => id),
  };
  const source = sourceOfFiles(name, skill.files, path);
  const examined = examineSkill(source, { ...examination, objecting });
  const content = checkContent({
    files: skill.files,
    checked: opened,
    name: examined.subject.name,
    expected: expected.content,
    notes: [...contents.notes, ...notes],
  });
  const { format, profile } = contents;
  const placed = {
    format,
    profile,
    layout: skill.layout,
    ...(skill.directory !== undefined && { directory: skill.directory }),
  };
  return {
    checked: {
      ...known,
      path,
      ...(!alone && { archive: known.path }),
      opened: {
        ...placed,
        ...content.checked,
        asExpected: [...expected.archive, ...content.checked.asExpected],
      },
    },
    subject: {
      ...examined.subject,
      kind: "archive",
      findings: [...content.findings, ...examined.subject.findings],
    },
    examined,
    source,
  };
}
