import { ArchiveRefused } from "../core/archive.ts";
import type { CheckedArchive } from "../core/checked-archive.ts";
import type { Subject } from "../core/report.ts";
import { count } from "../core/sentence.ts";
import { sha256 } from "../manifest/digest.ts";
import { readArchiveFile, type Operand } from "../read/archive-file.ts";
import { refusalOf, refusedSubject } from "./archive-findings.ts";
import { chooseDirectoryName } from "./archived-name.ts";
import { checkContent } from "./check-content.ts";
import { openPacked } from "./examine-packed.ts";
import { examineSkill, type Examination, type Examined } from "./examine-skill.ts";
import { openVerified, type OpenedSkill } from "./open-verified.ts";
import type { ExpectedDigests, VerifyOptions } from "./verify-options.ts";

export interface Verification {
  readonly expected: ExpectedDigests;
  readonly profile: NonNullable<VerifyOptions["profile"]>;
  readonly examination: Examination;
}

export interface VerifiedArchive {
  readonly checked: CheckedArchive;
  readonly subject: Subject;
  /** Absent where the archive was refused. */
  readonly examined?: Examined;
}

/** Opens an archive, holds it against what was expected and against its manifest, and the skill in it against the targets. Throws a SkillsError where it cannot be read. */
export async function verifyArchive(operand: Operand, verification: Verification): Promise<VerifiedArchive> {
  let known: CheckedArchive = { path: operand.label };
  try {
    const bytes = readArchiveFile(operand);
    known = { ...known, archiveDigest: `sha256:${sha256(bytes)}`, archiveBytes: bytes.length };
    refuseOtherDigest(known, verification.expected.archive);
    const opened = await openVerified(bytes);
    if (verification.profile === "own") refuseForeign(opened);
    return describe(opened, known, verification);
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return { checked: { ...known, refused: refusalOf(error) }, subject: refusedSubject("archive", known.path, error) };
  }
}

/** What is not the archive that was meant is not looked into. */
function refuseOtherDigest({ archiveDigest }: CheckedArchive, expected: readonly string[]): void {
  const other = expected.find((digest) => digest !== archiveDigest);
  if (other !== undefined) throw new ArchiveRefused("digest", `the archive has the digest ${archiveDigest}, expected ${other}`);
}

function refuseForeign({ contents }: OpenedSkill): void {
  if (contents.profile === "own") return;
  throw new ArchiveRefused("canonical", `the archive is not, byte for byte, what "skills pack" makes of the ${count(contents.files.length, "file")} in it`);
}

function describe(opened: OpenedSkill, known: CheckedArchive, { expected, examination }: Verification): VerifiedArchive {
  const { contents, skill } = opened;
  const { name, notes } = chooseDirectoryName(opened, known.path);
  const source = openPacked(name, skill.files, known.path);
  const examined = examineSkill(source, examination);
  const content = checkContent({ files: skill.files, held: opened, name: examined.subject.name, expected: expected.content, notes: [...contents.notes, ...notes] });
  const { format, profile } = contents;
  const placed = { format, profile, layout: skill.layout, ...(skill.directory !== undefined && { directory: skill.directory }) };
  return {
    checked: { ...known, opened: { ...placed, ...content.checked, asExpected: [...expected.archive, ...content.checked.asExpected] } },
    subject: { ...examined.subject, kind: "archive", findings: [...content.findings, ...examined.subject.findings] },
    examined,
  };
}
