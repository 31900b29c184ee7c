import { findSkill } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { ArchiveRefused, type ArchiveContents, type ArchivedSkill } from "../../model/archive.ts";
import { SkillsError } from "../../core/errors.ts";
import { manifestName, type FileDifference } from "../../model/manifest.ts";
import type { Diagnostic } from "../../model/report.ts";
import { grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import { lookUpOperand, readArchiveFile } from "../../read/archive-file.ts";
import { archiveFinding } from "../verify/archive-findings.ts";
import type { PackOptions } from "./pack-options.ts";
import type { MadeBytes } from "./pack-skill.ts";
import { describe } from "./write-archive.ts";

/** An archive that a skill is to be packed into again, to see whether the same comes of it. */
export interface EarlierArchive {
  readonly label: string;
  readonly bytes: Uint8Array;
  /** Absent where it is refused. */
  readonly opened?: { readonly contents: ArchiveContents; readonly skill: ArchivedSkill };
  /** Why it is. */
  readonly refused?: Diagnostic;
}

/** Throws a SkillsError where it cannot be read, or is a directory. */
export async function readEarlier(written: string, cwd: string): Promise<EarlierArchive> {
  const operand = lookUpOperand(written, cwd);
  if (operand.kind === "directory")
    throw new SkillsError("bad-usage", `--check ${quote(written)} is a directory, expected an archive`);
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

/** The options, with what they leave open of the archive's form as the earlier one has it. */
export function asEarlier(options: PackOptions, { opened, label }: EarlierArchive): PackOptions {
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

/** The first way in which an archive is not what packing the directory gives; undefined where it is, byte for byte. */
export function firstDifference(
  directory: string,
  { label, bytes, opened, refused }: EarlierArchive,
  made: MadeBytes,
): Diagnostic | undefined {
  if (made.bytes.equals(bytes)) return undefined;
  if (!opened) return refused;
  const differences = compareFiles(made.files.map(describe), opened.skill.files);
  // Where a file differs so does the manifest.
  const first = differences.find(({ path }) => path !== manifestName) ?? differences[0];
  if (first) return archiveFinding(`file-${first.kind}`, sentenceFor(first, label), first.path);
  const { layout, directory: holder } = opened.skill;
  if (layout === "wrapped" && holder !== directory)
    return archiveFinding(
      "canonical",
      `in ${quote(label)} the files stand in ${quote(holder ?? "")}, expected ${quote(directory)}`,
    );
  const offset = made.bytes.findIndex((byte, at) => byte !== bytes[at]);
  return archiveFinding(
    "canonical",
    `${quote(label)} holds the same files and is packed another way: byte ${grouped(offset === -1 ? made.bytes.length : offset)} is the first that differs`,
  );
}

function sentenceFor({ kind, path, got }: FileDifference, label: string): string {
  const [file, archive] = [quote(path), quote(label)];
  const sentences = {
    modified: `${file} holds other bytes in ${archive} than in the directory`,
    "line-endings": `${file} has other line endings in ${archive} than in the directory, and is the same text`,
    mode: `${file} may ${got?.executable ? "" : "not "}be run as a program in ${archive}, other than in the directory`,
    missing: `${file} is not in ${archive}, and would be packed`,
    extra: `${file} is in ${archive}, and would not be packed`,
  } as const satisfies Record<FileDifference["kind"], string>;
  return sentences[kind];
}
