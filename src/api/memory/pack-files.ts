import type { PackData, PackedArchive } from "../../model/reports/pack.ts";
import type { Report } from "../../model/report.ts";
import { filesInMemory } from "../archives/files-to-pack.ts";
import { now } from "../clock.ts";
import type { PackOptions } from "../pack/pack-options.ts";
import { planPack } from "../pack/pack-plan.ts";
import { packRead, wrapping } from "../pack/pack-skill.ts";
import { timedReport } from "../timed-report.ts";
import { type GivenSkill, openGiven } from "./given-skill.ts";

/** A skill in memory, and how it is packed. */
export interface PackFilesOptions
  extends GivenSkill,
    Pick<PackOptions, "targets" | "clients" | "extension" | "layout" | "manifest"> {}

/** What became of a skill in memory. */
export interface PackedFiles {
  /** As of `pack`; its findings say why a skill was refused. */
  readonly report: Report<PackData, "pack">;
  readonly archive: PackedArchive;
  /** The archive, which is the same as `pack` writes of the same files and modes; absent if the skill is refused. */
  readonly bytes?: Uint8Array;
}

/**
 * Packs a skill in memory, as `pack` does of a directory, and writes nothing. Throws a SkillsError for files that no
 * directory could have, and for options that contradict each other.
 */
export async function packFiles(options: PackFilesOptions): Promise<PackedFiles> {
  const started = now();
  const plan = planPack({ ...options, paths: [], cwd: "." });
  const source = openGiven(options);
  const toPack = await filesInMemory(source, { wrappedIn: wrapping(plan, source) });
  const label = `${source.name}.${plan.extension}`;
  const { examined, archive, contents } = await packRead(source, label, plan, toPack);
  const report = timedReport({
    command: "pack",
    targets: plan.validators,
    subjects: [examined.subject],
    unread: [],
    started,
    maxWarnings: Infinity,
  });
  const uploads = plan.uploaders.map(({ id }) => id);
  return {
    report: { ...report, data: { uploads, archives: [archive] } },
    archive,
    ...(contents && { bytes: contents.bytes }),
  };
}
