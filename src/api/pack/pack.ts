import { findSkill } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { SkillsError } from "../../core/errors.ts";
import { count } from "../../core/sentence.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import type { Subject } from "../../model/report.ts";
import type { SkillSource } from "../../model/source.ts";
import type { PackedArchive } from "../../model/reports/pack.ts";
import { createFile } from "../../write/create-file.ts";
import { timedReport } from "../timed-report.ts";
import { now } from "../clock.ts";
import { findSources } from "../scope/find-sources.ts";
import type { Examined } from "../../lint/examine-skill.ts";
import { expectedFile, packAndCompare } from "./compare-archive.ts";
import { packBundle } from "./pack-bundle.ts";
import { type ArchivePlace, placeArchives, requireFree } from "./pack-destinations.ts";
import type { PackOptions, PackResult } from "./pack-options.ts";
import { type PackPlan, planPack } from "./pack-plan.ts";
import { type ArchiveBytes, packSkill } from "./pack-skill.ts";

/**
 * Builds a reproducible archive of each skill that its targets accept; the findings explain why others are refused.
 * Throws a SkillsError if something cannot be read or written, no skill is in scope, or an archive cannot have its
 * output path.
 */
export async function pack(options: PackOptions): Promise<PackResult> {
  const started = now();
  const { sources, unread } = await findSources(options);
  const { plan, packed } = await packAsAsked(sources, options);
  const archives = packed.map(({ archive }) => archive);
  const report = timedReport({
    command: "pack",
    targets: plan.validators,
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

interface PackedRun {
  readonly plan: PackPlan;
  readonly packed: readonly PackedSubject[];
}

/** The result for a skill, without its bytes, which have been released. */
interface PackedSubject {
  readonly subject: Subject;
  readonly archive: PackedArchive;
}

async function packAsAsked(sources: readonly SkillSource[], options: PackOptions): Promise<PackedRun> {
  if (options.bundle !== undefined) {
    const { plan, packed } = await packBundle(sources, options.bundle, options);
    return { plan, packed: packed.map(({ examined, archive }) => withoutBytes(examined, archive)) };
  }
  return options.check === undefined ? packAll(sources, options) : packOne(sources, options.check, options);
}

async function packAll(sources: readonly SkillSource[], options: PackOptions): Promise<PackedRun> {
  const { dryRun = false, followInternal = false, onSkill } = options;
  const plan = planPack(options);
  const places = placeArchives(sources, plan.extension, options);
  if (!dryRun) requireFree(places, sources, options);
  const packed: PackedSubject[] = [];
  for (const [index, source] of sources.entries()) {
    onSkill?.(index, sources.length);
    const place = places[index]!;
    try {
      const { examined, archive, contents } = await packSkill(source, place, plan, followInternal);
      if (contents && !dryRun) await writeArchive(place, contents);
      packed.push(withoutBytes(examined, { ...archive, written: contents !== undefined && !dryRun }));
    } catch (error) {
      throw withWrittenCount(error, packed.filter(({ archive }) => archive.written).length);
    }
  }
  return { plan, packed };
}

async function packOne(
  sources: readonly SkillSource[],
  archivePath: string,
  options: PackOptions,
): Promise<PackedRun> {
  const { plan, examined, archive } = await packAndCompare(sources, archivePath, options);
  return { plan, packed: [withoutBytes(examined, archive)] };
}

function withoutBytes(examined: Examined, archive: PackedArchive): PackedSubject {
  return { subject: examined.subject, archive };
}

/** Adds to an error how many archives had been written before it. */
function withWrittenCount(error: unknown, archives: number): unknown {
  if (!(error instanceof SkillsError) || archives === 0) return error;
  const done = `${count(archives, "archive")} before it ${archives === 1 ? "was" : "were"} written`;
  return new SkillsError(error.code, error.message, {
    hint: error.hint === undefined ? done : `${done}; ${error.hint}`,
    cause: error,
  });
}

/**
 * Writes an archive to a temporary file, opens it as untrusted, and renames it only if it contains exactly these
 * files. Throws a SkillsError ("unwritable").
 */
async function writeArchive(
  { absolute, label }: ArchivePlace,
  { bytes, files }: ArchiveBytes,
): Promise<void> {
  await createFile(absolute, bytes, label, async (readBack) => {
    const contents = await openArchive(readBack);
    const [difference] = compareFiles(files.map(expectedFile), findSkill(contents).files);
    if (difference || contents.profile !== "own")
      throw new Error(
        `the written archive does not match the skill: ${difference?.kind ?? contents.profile} ${JSON.stringify(difference?.path ?? "")}`,
      );
  });
}
