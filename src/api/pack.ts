import { SkillsError } from "../core/errors.ts";
import type { PackedArchive } from "../results/pack.ts";
import type { Subject } from "../model/report.ts";
import { count } from "../core/sentence.ts";
import type { SkillSource } from "../model/source.ts";
import { assembleReport } from "./assemble-report.ts";
import { asEarlier, firstDifference, readEarlier } from "./pack/check-packed.ts";
import { now } from "./clock.ts";
import type { Examined } from "./skill/examine-skill.ts";
import { findSources } from "./scope/find-sources.ts";
import { placeArchives, requireFree } from "./pack/pack-destinations.ts";
import type { PackOptions, PackResult } from "./pack/pack-options.ts";
import { planPack, type PackPlan } from "./pack/pack-plan.ts";
import { packSkill, withFindings } from "./pack/pack-skill.ts";
import { writeArchive } from "./pack/write-archive.ts";

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
  const report = assembleReport({
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
