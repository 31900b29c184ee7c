import { findSkill } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { SkillsError } from "../../core/errors.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Examined } from "../../lint/examine-skill.ts";
import { withFindings } from "../../lint/run-rules.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import { sha256 } from "../../manifest/digest.ts";
import {
  type ArchiveContents,
  type ArchivedSkill,
  ArchiveRefused,
  type FileBytes,
} from "../../model/archive.ts";
import { type FileDifference, manifestName } from "../../model/manifest.ts";
import type { Diagnostic } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import { lookUpOperand, readArchiveFile } from "../../find/archive-file.ts";
import type { PackedArchive } from "../../model/reports/pack.ts";
import { archiveFinding } from "../archives/archive-findings.ts";
import type { PackOptions } from "./pack-options.ts";
import { type PackPlan, planPack } from "./pack-plan.ts";
import { type ArchiveBytes, packSkill } from "./pack-skill.ts";

/** A skill that was packed in memory, with a finding if the archive differs from it. */
export interface ComparedSkill {
  readonly plan: PackPlan;
  readonly examined: Examined;
  readonly archive: PackedArchive;
}

/** Packs the one skill in scope in memory, and compares an archive with it. */
export async function packAndCompare(
  sources: readonly SkillSource[],
  typedPath: string,
  options: PackOptions,
): Promise<ComparedSkill> {
  const [source, second] = sources;
  if (!source || second)
    throw new SkillsError("bad-usage", `--check is one archive, but ${sources.length} skills are in scope`);
  const earlier = await readEarlier(typedPath, options.cwd);
  const plan = planPack(asEarlier(options, earlier));
  const { examined, archive, contents } = await packSkill(
    source,
    earlier,
    plan,
    options.followInternal === true,
  );
  const difference = contents && firstDifference(source.name, earlier, contents);
  return { plan, examined: withFindings(examined, difference ? [difference] : []), archive };
}

/** An archive to compare with the newly packed skill. */
interface EarlierArchive {
  readonly label: string;
  readonly bytes: Uint8Array;
  /** Absent if the archive is refused. */
  readonly opened?: { readonly contents: ArchiveContents; readonly skill: ArchivedSkill };
  /** Why the archive is refused. */
  readonly refused?: Diagnostic;
}

/** Throws a SkillsError if the path cannot be read or is a directory. */
async function readEarlier(typedPath: string, cwd: string): Promise<EarlierArchive> {
  const operand = lookUpOperand(typedPath, cwd);
  if (operand.kind === "directory")
    throw new SkillsError("bad-usage", `--check ${quote(typedPath)} is a directory, not an archive`);
  let bytes: Uint8Array = new Uint8Array();
  try {
    bytes = readArchiveFile(operand);
    const contents = await openArchive(bytes);
    return { label: operand.label, bytes, opened: { contents, skill: findSkill(contents) } };
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return {
      label: operand.label,
      bytes,
      refused: archiveFinding(error.code, `${quote(operand.label)} is refused: ${error.message}`),
    };
  }
}

/** The options; unset ones for layout and format are taken from the given archive. */
function asEarlier(options: PackOptions, { opened, label }: EarlierArchive): PackOptions {
  if (!opened) return options;
  const { contents, skill } = opened;
  const extension = contents.format === "zip" ? (label.endsWith(".skill") ? "skill" : "zip") : "tar.gz";
  return {
    extension,
    layout: skill.layout,
    manifest: skill.files.some(({ path }) => path === manifestName),
    ...options,
  };
}

/** The first difference between an archive and the newly packed one; undefined if they are identical. */
function firstDifference(
  directory: string,
  { label, bytes, opened, refused }: EarlierArchive,
  packed: ArchiveBytes,
): Diagnostic | undefined {
  if (packed.bytes.equals(bytes)) return undefined;
  if (!opened) return refused;
  const differences = compareFiles(packed.files.map(expectedFile), opened.skill.files);
  // If a file differs, the manifest does too.
  const first = differences.find(({ path }) => path !== manifestName) ?? differences[0];
  if (first) return archiveFinding(`file-${first.kind}`, sentenceFor(first, label), first.path);
  const { layout, directory: holder } = opened.skill;
  if (layout === "wrapped" && holder !== directory)
    return archiveFinding(
      "canonical",
      `the files in ${quote(label)} are in ${quote(holder ?? "")}, not in ${quote(directory)}`,
    );
  const offset = packed.bytes.findIndex((byte, at) => byte !== bytes[at]);
  return archiveFinding(
    "canonical",
    `${quote(label)} contains the same files, but differs from byte ${grouped(offset === -1 ? packed.bytes.length : offset)} on`,
  );
}

function sentenceFor({ kind, path, got }: FileDifference, label: string): string {
  const [file, archive] = [quote(path), quote(label)];
  const sentences = {
    modified: `${file} in ${archive} differs from the directory`,
    "line-endings": `${file} in ${archive} differs from the directory only by its line endings`,
    mode: `${file} is ${got?.executable ? "" : "not "}executable in ${archive}, but ${got?.executable ? "not " : ""}in the directory`,
    missing: `${file} would be packed, but is not in ${archive}`,
    extra: `${file} is in ${archive}, but would not be packed`,
  } as const satisfies Record<FileDifference["kind"], string>;
  return sentences[kind];
}

/** A file with the bytes and mode that an archive should contain, including the manifest and its signature. */
export function expectedFile({ path, bytes, executable }: FileBytes): {
  readonly name: string;
  readonly digest: string;
  readonly size: number;
  readonly executable: boolean;
} {
  return { name: path, digest: sha256(bytes), size: bytes.length, executable };
}
