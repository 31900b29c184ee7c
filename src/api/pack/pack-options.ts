import type { ArchiveLayout } from "../../model/archive.ts";
import { validatorIds, type ValidatorId } from "../../model/client.ts";
import type { PackData, PackedArchive } from "../../results/pack.ts";
import type { ArchiveExtension, UploadId } from "../../model/upload.ts";
import { uploaders } from "../../clients/uploads/index.ts";
import type { Scope } from "../scope/find-sources.ts";
import type { Report } from "../../model/report.ts";

export { uploadNotes } from "../../clients/uploads/index.ts";

/** Whoever a skill is held against before it is packed: a target of `validate`, an uploader, or both. */
export type PackTarget = ValidatorId | UploadId;

/** In the order they are shown. */
export const packTargets: readonly PackTarget[] = [
  ...validatorIds,
  ...uploaders.flatMap(({ id }) => (isTarget(id) ? [] : [id])),
];

export interface PackOptions extends Omit<Scope, "stdin"> {
  /** "spec" alone where none is given. An uploader's limits apply, and the archive is laid out as it wants it. */
  readonly targets?: readonly PackTarget[];
  /** The archive of the one skill in scope. */
  readonly output?: string;
  /** Where the archives go; the working directory where it is not given. */
  readonly outDir?: string;
  readonly extension?: ArchiveExtension;
  readonly layout?: ArchiveLayout;
  /** Put a manifest in; true where it is not given. */
  readonly manifest?: boolean;
  /** Pack what a link within the skill leads to in its place, rather than refuse it. */
  readonly followInternal?: boolean;
  /** Write nothing. */
  readonly dryRun?: boolean;
  /** An archive to hold the one skill in scope against; nothing is written. What is not said of its form is taken from it. */
  readonly check?: string;
  /** Called before each skill. */
  readonly onSkill?: (index: number, of: number) => void;
}

export interface PackResult {
  readonly report: Report<PackData>;
  /** In the order of the report's subjects; its `data` holds them too. */
  readonly archives: readonly PackedArchive[];
}

export function isTarget(id: PackTarget): id is ValidatorId {
  return validatorIds.some((target) => target === id);
}
