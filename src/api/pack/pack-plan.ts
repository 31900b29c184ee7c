import type { ArchiveFormat, ArchiveLayout } from "../../model/archive.ts";
import type { ValidatorId } from "../../model/validator.ts";
import { chosenClients, type Target } from "../../model/target.ts";
import { SkillsError } from "../../core/errors.ts";
import { series } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import type { ArchiveExtension, Uploader } from "../../model/upload.ts";
import { uploaders } from "../../generated/uploaders.ts";
import { isTarget, type PackOptions } from "./pack-options.ts";

/** How every skill of a run is packed. */
export interface PackPlan {
  /** The targets whose refusal is an error when the skill is checked. */
  readonly validators: readonly ValidatorId[];
  /** The clients that messages may name, if they were chosen. */
  readonly clients: readonly Target[] | undefined;
  readonly uploaders: readonly Uploader[];
  readonly extension: ArchiveExtension;
  readonly layout: ArchiveLayout;
  readonly manifest: boolean;
}

/**
 * Completes the options with the requirements of the chosen uploaders. Throws a SkillsError ("bad-usage") if the
 * requirements conflict.
 */
export function planPack({
  targets = ["spec"],
  extension,
  layout,
  manifest = true,
  clients: words,
  output,
}: PackOptions): PackPlan {
  const chosen = uploaders.filter(({ id }) => targets.includes(id));
  const validators = targets.filter(isTarget);
  return {
    validators: validators.length > 0 ? validators : ["spec"],
    clients: chosenClients(words),
    uploaders: chosen,
    extension: extensionFor(output, extension) ?? commonExtension(chosen),
    layout: layout ?? commonLayout(chosen),
    manifest,
  };
}

export function formatOf(extension: ArchiveExtension): ArchiveFormat {
  return extension === "tar.gz" ? "tar.gz" : "zip";
}

/** Refuses an output name whose ending contradicts the format. */
function extensionFor(
  output: string | undefined,
  asked: ArchiveExtension | undefined,
): ArchiveExtension | undefined {
  const ending =
    output === undefined ? undefined : /\.(?:zip|skill|tar\.gz|tgz)$/i.exec(output)?.[0].toLowerCase();
  const other =
    ending === undefined
      ? /\.(?:tar|gz|bz2|xz|zst|7z|rar|jar|tbz2?|txz)$/i.exec(output ?? "")?.[0]
      : undefined;
  if (other !== undefined)
    throw new SkillsError(
      "bad-usage",
      `--output ${quote(output ?? "")} ends in ${quote(other)}; use .zip, .skill, .tar.gz or .tgz`,
    );
  if (ending === undefined) return asked;
  const named: ArchiveExtension = ending === ".zip" ? "zip" : ending === ".skill" ? "skill" : "tar.gz";
  if (asked === undefined || formatOf(asked) === formatOf(named)) return named;
  throw new SkillsError(
    "bad-usage",
    `--output ${quote(output ?? "")} ends in ${quote(ending)}, but --archive is ${asked}`,
  );
}

function commonExtension(chosen: readonly Uploader[]): ArchiveExtension {
  const [first, ...others] = chosen;
  const common = first
    ? first.extensions.find((each) => others.every(({ extensions }) => extensions.includes(each)))
    : "zip";
  if (common !== undefined) return common;
  throw new SkillsError(
    "bad-usage",
    `no archive format works for ${series(chosen.map(({ id, extensions }) => `${id} (${series(extensions, "or")})`))}`,
    { hint: "pack for one target at a time, or choose with --archive" },
  );
}

function commonLayout(chosen: readonly Uploader[]): ArchiveLayout {
  const [first, ...others] = chosen;
  if (others.every(({ layout }) => layout === first?.layout)) return first?.layout ?? "wrapped";
  throw new SkillsError(
    "bad-usage",
    `no layout works for ${series(chosen.map(({ id, layout }) => `${id} (${layout})`))}`,
    { hint: "pack for one target at a time, or choose with --layout" },
  );
}
