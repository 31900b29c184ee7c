import type { ArchiveLayout } from "../../model/archive.ts";
import { validatorIds, type ValidatorId } from "../../model/validator.ts";
import type { PackData, PackedArchive } from "../../model/reports/pack.ts";
import type { ArchiveExtension, UploadId } from "../../model/upload.ts";
import { uploaders } from "../../generated/uploaders.ts";
import type { Scope } from "../scope/find-sources.ts";
import type { Report } from "../../model/report.ts";

/**
 * A target that a skill is checked for before it is packed: one of the targets of `skills validate`, or an uploader.
 */
export type PackTarget = ValidatorId | UploadId;

/** In the order they are shown. */
export const packTargets: readonly PackTarget[] = [
  ...validatorIds,
  ...uploaders.flatMap(({ id }) => (isTarget(id) ? [] : [id])),
];

export interface PackOptions extends Omit<Scope, "stdin"> {
  /** Default: only "spec". For an uploader, its limits apply, and the archive has the layout that it requires. */
  readonly targets?: readonly PackTarget[];
  /** The agent clients that messages may name, as in `LintOptions.clients`; by default the common ones. */
  readonly clients?: readonly string[];
  /** The output file, if one skill is in scope. */
  readonly output?: string;
  /** One archive for all skills in scope, each in its own directory. */
  readonly bundle?: string;
  /** Pack the one path as a plugin: one zip of its manifests, skills and other parts. */
  readonly plugin?: boolean;
  /** The output directory; by default the working directory. */
  readonly outDir?: string;
  readonly extension?: ArchiveExtension;
  readonly layout?: ArchiveLayout;
  /** Whether to add a manifest; true by default. */
  readonly manifest?: boolean;
  /** Pack the targets of symlinks inside the skill instead of refusing them. */
  readonly followInternal?: boolean;
  /** Write nothing. */
  readonly dryRun?: boolean;
  /**
   * An archive to compare the one skill in scope with; nothing is written. Unset options for layout and format are
   * taken from this archive.
   */
  readonly check?: string;
  /** The file with a policy, what the skills may do; if it denies something, nothing is written. */
  readonly policy?: string;
  /** Called before each skill. */
  readonly onSkill?: (index: number, of: number) => void;
}

export interface PackResult {
  readonly report: Report<PackData, "pack">;
  /** In the order of the report's subjects; also in its `data`. */
  readonly archives: readonly PackedArchive[];
}

export function isTarget(id: PackTarget): id is ValidatorId {
  return validatorIds.some((target) => target === id);
}

/** A table for `skills pack --help`: target, layout, archive formats with the default first, limits. */
export const uploadNotes: string = tableOf([
  ["target", "layout", "archive", "limits"],
  ...uploaders.map(({ id, layout, extensions, limits }) => [id, layout, extensions.join(", "), limits]),
]);

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}
