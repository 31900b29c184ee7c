import { once } from "../../core/once.ts";
import { sourceOfFiles } from "../../model/memory-source.ts";
import { contextReader } from "../../find/surroundings.ts";
import { withFindings } from "../../lint/run-rules.ts";
import type { FileBytes } from "../../model/archive.ts";
import type { Diagnostic } from "../../model/report.ts";
import type { MadeArchive, PackedArchive, PackedEntry } from "../../model/reports/pack.ts";
import type { SkillSource } from "../../model/source.ts";
import { contentDigest, describeFiles, sha256 } from "../../manifest/digest.ts";
import { skillRules } from "../../rules/lists/skill-rules.ts";
import secretLiteral from "../../rules/security/secret-literal.ts";
import { archiveFinding } from "../archives/archive-findings.ts";
import { examineSkill, type Examined } from "../../lint/examine-skill.ts";
import { vocabularyOf } from "../../lint/vocabulary-of.ts";
import { withLeftOutReferences } from "./left-out-references.ts";
import { asUpload, makeArchive, missingDocument, exceededLimits, withManifest } from "./make-archive.ts";
import type { ArchivePlace } from "./pack-destinations.ts";
import { formatOf, type PackPlan } from "./pack-plan.ts";
import { readFilesToPack, type FilesToPack } from "../archives/files-to-pack.ts";
import { uploadFindings } from "./upload-findings.ts";

/** A skill that was read and checked, and packed unless it was refused. */
export interface PackedSkill {
  /** Includes all reasons for a refusal. */
  readonly examined: Examined;
  readonly archive: PackedArchive;
  /** Absent if the skill is refused. */
  readonly contents?: ArchiveBytes;
}

export interface ArchiveBytes {
  readonly bytes: Buffer;
  /** The entries of the archive, including the manifest; paths are relative to the skill's root. */
  readonly files: readonly FileBytes[];
}

/** What refuses a skill, and the keys in its texts: an archive that was published cannot be taken back. */
const rules = [...skillRules, secretLiteral];
const vocabulary = once(() => vocabularyOf(rules));

/** Packs a skill without writing the archive. Throws a SkillsError if something cannot be read. */
export async function packSkill(
  source: SkillSource,
  { label }: Pick<ArchivePlace, "label">,
  plan: PackPlan,
  followInternal: boolean,
): Promise<PackedSkill> {
  const toPack = await readFilesToPack(source, { followInternal, wrappedIn: wrapping(plan, source) });
  return packRead(source, label, plan, toPack);
}

/** The directory in the archive that contains the files; undefined if they are at its root. */
export function wrapping({ layout }: PackPlan, { name }: SkillSource): string | undefined {
  return layout === "wrapped" ? name : undefined;
}

/** Packs files that have been read. */
export async function packRead(
  source: SkillSource,
  label: string,
  plan: PackPlan,
  toPack: FilesToPack,
): Promise<PackedSkill> {
  const wrappedIn = wrapping(plan, source);
  const read = toPack.refused.length > 0 ? source : sourceOfFiles(source.name, toPack.files, source.label);
  const examined = withLeftOutReferences(examineToPack(read, plan), source, toPack.leftOut);
  const refusals = [
    ...toPack.refused.map(({ code, message, path }) => archiveFinding(code, message, path)),
    ...missingDocument(toPack),
  ];
  const archive = describeArchive(source, label, plan, toPack);
  if (refusals.length > 0 || examined.subject.findings.some(isError))
    return { examined: withFindings(examined, refusals), archive };
  const files = plan.manifest
    ? withManifest(examined.subject.name ?? source.name, toPack.files)
    : toPack.files;
  const bytes = await makeArchive(plan, wrappedIn, files);
  const input = asUpload(wrappedIn ?? examined.subject.name ?? source.name, plan, bytes.length, files);
  const late = [
    ...exceededLimits(bytes.length, files),
    ...plan.uploaders.flatMap((uploader) => uploadFindings(uploader, input)),
  ];
  const described = { ...archive, files: sortEntries(files.map(toEntry)) };
  if (late.some(isError)) return { examined: withFindings(examined, late), archive: described };
  return {
    examined: withFindings(examined, late),
    archive: { ...described, made: describeMade({ bytes, files }) },
    contents: { bytes, files },
  };
}

/** Runs the checks of a skill that is to be packed. */
export function examineToPack(
  source: SkillSource,
  { validators, clients }: Pick<PackPlan, "validators" | "clients">,
): Examined {
  return examineSkill(source, {
    targets: validators,
    clients,
    rules,
    vocabulary: vocabulary(),
    contextOf: contextReader(),
  });
}

export function describeMade({ bytes, files }: ArchiveBytes): MadeArchive {
  return {
    bytes: bytes.length,
    archiveDigest: `sha256:${sha256(bytes)}`,
    contentDigest: contentDigest(describeFiles(files)),
  };
}

export function isError({ severity }: Diagnostic): boolean {
  return severity === "error";
}

export function describeArchive(
  { label: skill }: SkillSource,
  archive: string,
  { extension, layout }: PackPlan,
  { files, selected, leftOut }: FilesToPack,
): PackedArchive {
  const entries =
    files.length > 0
      ? files.map(toEntry)
      : selected.map(({ path, size, executable }) => ({ path, size, executable }));
  return {
    skill,
    path: archive,
    format: formatOf(extension),
    extension,
    layout,
    written: false,
    files: sortEntries(entries),
    leftOut,
    modesFrom: process.platform === "win32" ? "first-line" : "disk",
  };
}

function toEntry({ path, bytes, executable }: FileBytes): PackedEntry {
  return { path, size: bytes.length, executable };
}

/** Sorted by the UTF-8 bytes of their names, as in the archive. */
function sortEntries(entries: readonly PackedEntry[]): readonly PackedEntry[] {
  const keyed = entries.map((entry) => ({ key: Buffer.from(entry.path), entry }));
  return keyed.sort((a, b) => Buffer.compare(a.key, b.key)).map(({ entry }) => entry);
}
