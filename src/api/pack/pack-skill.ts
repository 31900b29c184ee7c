import { contextReader } from "../../read/surroundings.ts";
import { compareDiagnostics } from "../../lint/run-rules.ts";
import type { PackedFile } from "../../model/archive.ts";
import type { Diagnostic } from "../../model/report.ts";
import type { PackedArchive, PackedEntry } from "../../results/pack.ts";
import type { SkillSource } from "../../model/source.ts";
import { contentDigest, describeFiles, sha256 } from "../../manifest/digest.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import { archiveFinding } from "../archives/archive-findings.ts";
import { openPacked } from "../archives/examine-packed.ts";
import { examineSkill, type Examined } from "../../lint/examine-skill.ts";
import { withLeftOutReferences } from "./left-out-references.ts";
import { asUpload, makeArchive, missingDocument, exceededLimits, withManifest } from "./make-archive.ts";
import type { ArchivePlace } from "./pack-destinations.ts";
import { formatOf, type PackPlan } from "./pack-plan.ts";
import { readFilesToPack, type PackedFiles } from "../archives/files-to-pack.ts";
import { uploadFindings } from "./upload-findings.ts";

/** A skill that was read and checked, and packed where nothing stood in the way. */
export interface PackedSkill {
  /** With all that stands in the way. */
  readonly examined: Examined;
  readonly archive: PackedArchive;
  /** Absent where the skill is refused. */
  readonly made?: MadeBytes;
}

export interface MadeBytes {
  readonly bytes: Buffer;
  /** What is in it, the manifest too; paths from the skill's root. */
  readonly files: readonly PackedFile[];
}

/** Does all that packing a skill takes, but for writing the archive. Throws a SkillsError for what cannot be read. */
export async function packSkill(
  source: SkillSource,
  { label }: Pick<ArchivePlace, "label">,
  plan: PackPlan,
  followInternal: boolean,
): Promise<PackedSkill> {
  const wrappedIn = plan.layout === "wrapped" ? source.name : undefined;
  const taken = await readFilesToPack(source, { followInternal, wrappedIn });
  const examined = withLeftOutReferences(
    examineSkill(taken.refused.length > 0 ? source : openPacked(source.name, taken.files, source.label), {
      targets: plan.targets,
      rules: skillRules,
      contextOf: contextReader(),
    }),
    source,
    taken.leftOut,
  );
  const refusals = [
    ...taken.refused.map(({ code, message, path }) => archiveFinding(code, message, path)),
    ...missingDocument(taken),
  ];
  const archive = describeArchive(source, label, plan, taken);
  if (refusals.length > 0 || examined.subject.findings.some(isError))
    return { examined: withFindings(examined, refusals), archive };
  const files = plan.manifest ? withManifest(examined.subject.name ?? source.name, taken.files) : taken.files;
  const bytes = await makeArchive(plan, wrappedIn, files);
  const input = asUpload(wrappedIn ?? examined.subject.name ?? source.name, plan, bytes, files);
  const late = [
    ...exceededLimits(bytes, files),
    ...plan.uploaders.flatMap((uploader) => uploadFindings(uploader, input)),
  ];
  const described = { ...archive, files: sortEntries(files.map(toEntry)) };
  if (late.some(isError)) return { examined: withFindings(examined, late), archive: described };
  const made = {
    bytes: bytes.length,
    archiveDigest: `sha256:${sha256(bytes)}`,
    contentDigest: contentDigest(describeFiles(files)),
  };
  return { examined: withFindings(examined, late), archive: { ...described, made }, made: { bytes, files } };
}

function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

function describeArchive(
  { label: skill }: SkillSource,
  path: string,
  { extension, layout }: PackPlan,
  { files, selected, leftOut }: PackedFiles,
): PackedArchive {
  const entries =
    files.length > 0
      ? files.map(toEntry)
      : selected.map(({ path, size, executable }) => ({ path, size, executable }));
  return {
    skill,
    path,
    format: formatOf(extension),
    extension,
    layout,
    written: false,
    files: sortEntries(entries),
    leftOut,
    modesFrom: process.platform === "win32" ? "first-line" : "disk",
  };
}

function toEntry({ path, bytes, executable }: PackedFile): PackedEntry {
  return { path, size: bytes.length, executable };
}

/** By the bytes of their names in UTF-8, as they stand in the archive. */
function sortEntries(entries: readonly PackedEntry[]): readonly PackedEntry[] {
  const keyed = entries.map((entry) => ({ key: Buffer.from(entry.path), entry }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ entry }) => entry);
}

/** The same with more to say of the skill. */
export function withFindings(examined: Examined, more: readonly Diagnostic[]): Examined {
  const { subject } = examined;
  return more.length === 0
    ? examined
    : {
        ...examined,
        subject: { ...subject, findings: [...more, ...subject.findings].sort(compareDiagnostics) },
      };
}
