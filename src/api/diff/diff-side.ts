import { sourceOfFiles } from "../../model/memory-source.ts";
import { ArchiveRefused, type FileBytes } from "../../model/archive.ts";
import { manifestName, signatureName } from "../../model/manifest.ts";
import type { Subject } from "../../model/report.ts";
import type { DiffSide } from "../../model/reports/diff.ts";
import type { SkillSource } from "../../model/source.ts";
import { contentDigest, describeFiles, sha256 } from "../../manifest/digest.ts";
import { readArchiveFile, type Operand } from "../../find/archive-file.ts";
import { archiveFinding, refusedSubject } from "../archives/archive-findings.ts";
import { chooseDirectoryName } from "../archives/archived-name.ts";
import { examineSkill, type Examination, type Examined } from "../../lint/examine-skill.ts";
import { findOperand } from "../scope/find-operand.ts";
import { findSources } from "../scope/find-sources.ts";
import { labelOf, openVerified } from "../archives/open-verified.ts";
import { type FilesToPack, readFilesToPack } from "../archives/files-to-pack.ts";
import type { RootsChoice } from "../roots/skill-roots.ts";

/** One of the compared skills; each of its files has been read once. */
export interface OpenedSide {
  readonly side: DiffSide;
  /** Without the manifest and the signature, which are derived from the other files. */
  readonly files: readonly FileBytes[];
  readonly examined: Examined;
}

/** A refused archive, or a directory that cannot be packed: it cannot be compared. */
export interface RefusedSide {
  readonly refused: Subject;
}

/** Opens the skills of a path or name, at least one. Throws a SkillsError if they cannot be read. */
export async function openSides(
  written: string,
  choice: RootsChoice,
  examination: Examination,
): Promise<readonly (OpenedSide | RefusedSide)[]> {
  const operand = findOperand(written, choice);
  if ("archive" in operand) return openArchived(operand.archive, examination);
  const sources =
    "source" in operand
      ? [operand.source]
      : (await findSources({ paths: [operand.path], cwd: choice.cwd })).sources;
  const sides: (OpenedSide | RefusedSide)[] = [];
  for (const source of sources) sides.push(await openPlaced(source, examination));
  return sides;
}

async function openArchived(
  operand: Operand,
  examination: Examination,
): Promise<readonly (OpenedSide | RefusedSide)[]> {
  const { label } = operand;
  try {
    const bytes = readArchiveFile(operand);
    const known = { kind: "archive", archiveDigest: `sha256:${sha256(bytes)}`, leftOut: [] } as const;
    return (await openVerified(bytes)).map((opened) =>
      describe(
        { ...known, path: labelOf(opened, label) },
        chooseDirectoryName(opened, label).name,
        opened.skill.files,
        examination,
      ),
    );
  } catch (error) {
    if (!(error instanceof ArchiveRefused)) throw error;
    return [{ refused: refusedSubject("archive", label, error) }];
  }
}

async function openPlaced(source: SkillSource, examination: Examination): Promise<OpenedSide | RefusedSide> {
  return sideOf(source, await readFilesToPack(source, { wrappedIn: source.name }), examination);
}

/** One side, of the files that `skills pack` would pack. */
export function sideOf(
  { name, label }: SkillSource,
  { files, leftOut, refused }: FilesToPack,
  examination: Examination,
): OpenedSide | RefusedSide {
  if (refused.length === 0)
    return describe({ path: label, kind: "directory", leftOut }, name, files, examination);
  const findings = refused.map(({ code, message, path }) => archiveFinding(code, message, path));
  return { refused: { kind: "skill", path: label, verdicts: {}, findings, partial: [] } };
}

function describe(
  known: Omit<DiffSide, "name" | "contentDigest" | "files" | "bytes">,
  name: string,
  all: readonly FileBytes[],
  examination: Examination,
): OpenedSide {
  const files = all.filter(({ path }) => path !== manifestName && path !== signatureName);
  const examined = examineSkill(sourceOfFiles(name, files, known.path), examination);
  const declared = examined.subject.name;
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0);
  return {
    side: {
      ...known,
      ...(declared !== undefined && { name: declared }),
      contentDigest: contentDigest(describeFiles(files)),
      files: files.length,
      bytes,
    },
    files,
    examined,
  };
}
