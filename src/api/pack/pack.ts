import { findSkill } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { SkillsError } from "../../core/errors.ts";
import { count, grouped } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import { sha256 } from "../../manifest/digest.ts";
import {
  type ArchiveContents,
  type ArchivedSkill,
  ArchiveRefused,
  type PackedFile,
} from "../../model/archive.ts";
import { type FileDifference, manifestName } from "../../model/manifest.ts";
import type { Diagnostic, Subject } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import { lookUpOperand, readArchiveFile } from "../../read/archive-file.ts";
import type { PackedArchive } from "../../results/pack.ts";
import { createFile } from "../../write/create-file.ts";
import { archiveFinding } from "../archives/archive-findings.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { findSources } from "../scope/find-sources.ts";
import type { Examined } from "../../lint/examine-skill.ts";
import { type ArchivePlace, placeArchives, requireFree } from "./pack-destinations.ts";
import type { PackOptions, PackResult } from "./pack-options.ts";
import { type PackPlan, planPack } from "./pack-plan.ts";
import { type MadeBytes, packSkill, withFindings } from "./pack-skill.ts";

/**
 * Makes an archive of each skill that its targets take: the same files give the same bytes everywhere. A skill that is refused gets none, and its findings say why.
 * Throws a SkillsError where something cannot be read or written, no skill is in scope, or an archive may not go where it would.
 */
export async function pack(options: PackOptions): Promise<PackResult> {
  const started = now();
  const { sources, unread } = await findSources(options);
  const { plan, packed } =
    options.check === undefined
      ? await packAll(sources, options)
      : await packAgain(sources, options.check, options);
  const archives = packed.map(({ archive }) => archive);
  const report = timedReport({
    command: "pack",
    targets: plan.targets,
    subjects: packed.map(({ subject }) => subject),
    unread,
    started,
    maxWarnings: Infinity,
  });
  const uploads = plan.uploaders.map(({ id }) => id);
  return {
    report: { ...report, data: { uploads, archives } },
    archives,
  };
}

interface Done {
  readonly plan: PackPlan;
  readonly packed: readonly Packed[];
}

/** What stays of a skill when its bytes are let go. */
interface Packed {
  readonly subject: Subject;
  readonly archive: PackedArchive;
}

async function packAll(sources: readonly SkillSource[], options: PackOptions): Promise<Done> {
  const { dryRun = false, followInternal = false, onSkill } = options;
  const plan = planPack(options);
  const places = placeArchives(sources, plan.extension, options);
  if (!dryRun) requireFree(places, sources, options);
  const packed: Packed[] = [];
  for (const [index, source] of sources.entries()) {
    onSkill?.(index, sources.length);
    const place = places[index]!;
    try {
      const { examined, archive, made } = await packSkill(source, place, plan, followInternal);
      if (made && !dryRun) await writeArchive(place, made);
      packed.push(keep(examined, { ...archive, written: made !== undefined && !dryRun }));
    } catch (error) {
      throw withWritten(error, packed.filter(({ archive }) => archive.written).length);
    }
  }
  return { plan, packed };
}

/** Packs the one skill in scope in memory, and holds an archive against it. */
async function packAgain(
  sources: readonly SkillSource[],
  written: string,
  options: PackOptions,
): Promise<Done> {
  const [source, second] = sources;
  if (!source || second)
    throw new SkillsError(
      "bad-usage",
      `--check names one archive, and there are ${sources.length} skills in scope`,
    );
  const earlier = await readEarlier(written, options.cwd);
  const plan = planPack(asEarlier(options, earlier));
  const { examined, archive, made } = await packSkill(source, earlier, plan, options.followInternal === true);
  const difference = made && firstDifference(source.name, earlier, made);
  return { plan, packed: [keep(withFindings(examined, difference ? [difference] : []), archive)] };
}

function keep(examined: Examined, archive: PackedArchive): Packed {
  return { subject: examined.subject, archive };
}

/** What was done before it could not go on is no secret. */
function withWritten(error: unknown, written: number): unknown {
  if (!(error instanceof SkillsError) || written === 0) return error;
  const done = `${count(written, "archive")} before it ${written === 1 ? "was" : "were"} written`;
  return new SkillsError(error.code, error.message, {
    hint: error.hint === undefined ? done : `${done}; ${error.hint}`,
    cause: error,
  });
}

/** An archive that a skill is to be packed into again, to see whether the same comes of it. */
interface EarlierArchive {
  readonly label: string;
  readonly bytes: Uint8Array;
  /** Absent where it is refused. */
  readonly opened?: { readonly contents: ArchiveContents; readonly skill: ArchivedSkill };
  /** Why it is. */
  readonly refused?: Diagnostic;
}

/** Throws a SkillsError where it cannot be read, or is a directory. */
async function readEarlier(written: string, cwd: string): Promise<EarlierArchive> {
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

/** The first way in which an archive is not what packing the directory gives; undefined where it is, byte for byte. */
function firstDifference(
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

/** Writes an archive under its name once what the disk holds has been opened as a stranger's would be, and holds these very files. Throws a SkillsError ("unwritable"). */
async function writeArchive({ absolute, label }: ArchivePlace, { bytes, files }: MadeBytes): Promise<void> {
  await createFile(absolute, bytes, label, async (written) => {
    const contents = await openArchive(written);
    const [difference] = compareFiles(files.map(describe), findSkill(contents).files);
    if (difference || contents.profile !== "own")
      throw new Error(
        `what was packed does not read back: ${difference?.kind ?? contents.profile} ${JSON.stringify(difference?.path ?? "")}`,
      );
  });
}

/** A file as it is expected, the manifest and its signature too. */
function describe({ path, bytes, executable }: PackedFile): {
  readonly name: string;
  readonly digest: string;
  readonly size: number;
  readonly executable: boolean;
} {
  return { name: path, digest: sha256(bytes), size: bytes.length, executable };
}
