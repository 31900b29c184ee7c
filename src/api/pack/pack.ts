import { findSkills } from "../../archive/find-skills.ts";
import { openArchive } from "../../archive/open-archive.ts";
import { SkillsError } from "../../core/errors.ts";
import { count } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { Examined } from "../../lint/examine-skill.ts";
import { compareFiles } from "../../manifest/compare-files.ts";
import { sha256 } from "../../manifest/digest.ts";
import { sourceOfFiles } from "../../model/memory-source.ts";
import type { Denial } from "../../model/policy.ts";
import type { Subject } from "../../model/report.ts";
import type { PackedArchive } from "../../model/reports/pack.ts";
import type { SkillSource } from "../../model/source.ts";
import { createFile } from "../../write/create-file.ts";
import { now } from "../clock.ts";
import type { SkillJudge } from "../policy/skill-judge.ts";
import { findSources } from "../scope/find-sources.ts";
import { timedReport } from "../timed-report.ts";
import { expectedFile, packAndCompare } from "./compare-archive.ts";
import { exceededLimits, makeArchive } from "./make-archive.ts";
import { type ArchivePlace, placeArchives, placeBundle, requireFree } from "./pack-destinations.ts";
import type { PackOptions, PackResult } from "./pack-options.ts";
import { type PackPlan, planPack } from "./pack-plan.ts";
import { judgeOf, noEarlierVersion } from "./pack-policy.ts";
import { type ArchiveBytes, type PackedSkill, packSkill } from "./pack-skill.ts";
import { writeArchive } from "./write-archive.ts";

/**
 * Builds a reproducible archive of each skill that its targets accept; the findings explain why others are refused.
 * Throws a SkillsError if something cannot be read or written, no skill is in scope, or an archive cannot have its
 * output path.
 */
export async function pack(options: PackOptions): Promise<PackResult> {
  if (options.plugin === true) return (await import("./pack-plugin.ts")).packPlugin(options);
  const started = now();
  const judge = await judgeOf(options);
  const { sources, unread } = await findSources(options);
  const { plan, packed } = await packAsAsked(sources, options, judge);
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
  const found = { ...report, data: { uploads, archives } };
  const denials = new Map(
    packed.flatMap((each) => (each.denials ? [[each.subject.path, each.denials] as const] : [])),
  );
  return {
    report: judge ? judge.conclude(found, denials, noEarlierVersion) : found,
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
  /** What the policy denies; absent without a policy, or if the skill is refused anyway. */
  readonly denials?: readonly Denial[];
}

async function packAsAsked(
  sources: readonly SkillSource[],
  options: PackOptions,
  judge: SkillJudge | undefined,
): Promise<PackedRun> {
  if (options.bundle !== undefined) return packBundle(sources, options.bundle, options, judge);
  if (options.check !== undefined) return packOne(sources, options.check, options);
  if (judge && !options.dryRun) {
    const { onSkill: _, ...tried } = options;
    const run = await packAll(sources, { ...tried, dryRun: true }, judge);
    if (run.packed.some(isDenied)) return run;
  }
  return packAll(sources, options, judge);
}

function isDenied({ denials = [] }: PackedSubject): boolean {
  return denials.length > 0;
}

/** What the policy denies in the files that are packed. */
function deniedIn(
  { name, label }: SkillSource,
  contents: ArchiveBytes | undefined,
  judge: SkillJudge | undefined,
): Pick<PackedSubject, "denials"> {
  return contents && judge ? { denials: judge.judge(sourceOfFiles(name, contents.files, label)) } : {};
}

async function packAll(
  sources: readonly SkillSource[],
  options: PackOptions,
  judge: SkillJudge | undefined,
): Promise<PackedRun> {
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
      const denied = deniedIn(source, contents, judge);
      const { subject } = examined;
      const writes = contents !== undefined && !dryRun && !denied.denials?.length;
      if (writes) await writeArchive(place, contents);
      packed.push({ subject, archive: { ...archive, written: writes }, ...denied });
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
 * Packs all skills into one archive, each in its own directory with its own manifest, or none if one is refused.
 * Throws a SkillsError.
 */
async function packBundle(
  sources: readonly SkillSource[],
  bundle: string,
  options: PackOptions,
  judge: SkillJudge | undefined,
): Promise<PackedRun> {
  const plan = planPack({ ...options, output: bundle });
  if (plan.uploaders.length > 0 || plan.layout !== "wrapped")
    throw new SkillsError(
      "bad-usage",
      plan.layout === "wrapped"
        ? "an uploader takes one skill per archive; pack for it without --bundle"
        : "--bundle puts each skill in its own directory; leave out --layout",
    );
  const place = placeBundle(bundle, options);
  requireFree(
    sources.map(() => place),
    sources,
    { ...options, output: bundle },
  );
  const packed: PackedSkill[] = [];
  for (const [index, source] of sources.entries()) {
    options.onSkill?.(index, sources.length);
    packed.push(await packSkill(source, place, plan, options.followInternal ?? false));
  }
  const bundled = packed.flatMap(({ contents }, index) =>
    contents ? [{ name: sources[index]!.name, contents }] : [],
  );
  const denied = packed.map(({ contents }, index) => deniedIn(sources[index]!, contents, judge));
  const describe = (each: PackedSkill, index: number): PackedSubject => ({
    ...withoutBytes(each.examined, each.archive),
    ...denied[index],
  });
  if (bundled.length < packed.length || denied.some(({ denials = [] }) => denials.length > 0))
    return { plan, packed: packed.map(unmade).map(describe) };
  const bytes = await joinSkills(bundled, plan, place);
  if (!options.dryRun) await writeBundle(place, bytes, bundled);
  return { plan, packed: packed.map((each) => inBundle(each, bytes, !options.dryRun)).map(describe) };
}

interface BundledSkill {
  readonly name: string;
  readonly contents: ArchiveBytes;
}

async function joinSkills(
  skills: readonly BundledSkill[],
  plan: PackPlan,
  { label }: ArchivePlace,
): Promise<Buffer> {
  const files = skills.flatMap(({ name, contents }) =>
    contents.files.map((file) => ({ ...file, path: `${name}/${file.path}` })),
  );
  const bytes = await makeArchive(plan, undefined, files);
  const [problem] = exceededLimits(bytes.length, files);
  if (problem) throw new SkillsError("too-large", `${quote(label)}: ${problem.message}`);
  return bytes;
}

/** As for one skill: the archive is opened as untrusted before it gets its name. */
async function writeBundle(
  { absolute, label }: ArchivePlace,
  bytes: Buffer,
  skills: readonly BundledSkill[],
): Promise<void> {
  await createFile(absolute, bytes, label, async (readBack) => {
    const contents = await openArchive(readBack);
    const found = new Map(findSkills(contents).map(({ directory = "", files }) => [directory, files]));
    for (const { name, contents: made } of skills) {
      const [difference] = compareFiles(
        made.files.map(expectedFile),
        found.get(skills.length === 1 ? Array.from(found.keys())[0]! : name) ?? [],
      );
      if (difference || contents.profile !== "own")
        throw new Error(
          `the written archive does not match the skill: ${difference?.kind ?? contents.profile} ${JSON.stringify(difference?.path ?? "")}`,
        );
    }
  });
}

/** The bytes and the digest are those of the whole archive; the content is that of the skill. */
function inBundle({ examined, archive }: PackedSkill, bytes: Buffer, written: boolean): PackedSkill {
  const { made } = archive;
  return {
    examined,
    archive: {
      ...archive,
      bundled: true,
      written,
      ...(made && {
        made: { ...made, bytes: bytes.length, archiveDigest: `sha256:${sha256(bytes)}` },
      }),
    },
  };
}

/** Not made, as another skill of the archive is refused. */
function unmade({ examined, archive }: PackedSkill): PackedSkill {
  const { made: _made, ...others } = archive;
  return { examined, archive: { ...others, bundled: true } };
}
