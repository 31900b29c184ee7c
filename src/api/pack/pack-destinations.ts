import { SkillsError } from "../../core/errors.ts";
import { quote } from "../../core/show.ts";
import { toShellWord } from "../../core/shell-word.ts";
import type { SkillSource } from "../../model/source.ts";
import type { ArchiveExtension } from "../../model/upload.ts";
import { toLabel } from "../../read/label.ts";
import { joinLabel } from "../../core/paths.ts";
import { requirePlain } from "../../write/create-file.ts";
import { enclosing, findOutput, realFolder, type Destination } from "../../write/destination.ts";
import { isFolder } from "../../write/make-folder.ts";
import type { PackOptions } from "./pack-options.ts";

/** The output file of one skill's archive. */
export interface ArchivePlace extends Destination {
  /** As the user would write it. */
  readonly label: string;
}

type Where = Pick<PackOptions, "output" | "outDir" | "cwd">;

/** The output file of every skill, in their order. Throws a SkillsError ("bad-usage") for an unusable --output. */
export function placeArchives(
  sources: readonly SkillSource[],
  extension: ArchiveExtension,
  where: Where,
): readonly ArchivePlace[] {
  const { output, outDir = ".", cwd } = where;
  if (output !== undefined && where.outDir !== undefined)
    throw new SkillsError("bad-usage", "--output and --out-dir cannot be combined; use only one");
  if (output === "" || output === "-")
    throw new SkillsError("bad-usage", `--output ${quote(output)} is not a file name`);
  if (where.outDir === "") throw new SkillsError("bad-usage", "--out-dir is empty; give it a directory");
  if (output?.endsWith("/"))
    throw new SkillsError("bad-usage", `--output ${quote(output)} is a directory; give it a file name`, {
      hint: "use --out-dir for a directory",
    });
  if (output !== undefined && sources.length > 1)
    throw new SkillsError("bad-usage", `--output is one file, but ${sources.length} skills are in scope`, {
      hint: "use --out-dir DIR for several archives",
    });
  return sources.map(({ name }) => {
    const label = output === undefined ? joinLabel(toLabel(outDir), `${name}.${extension}`) : toLabel(output);
    return { label, ...findOutput(label, cwd) };
  });
}

/** The output file of an archive of several skills. Throws a SkillsError ("bad-usage") for an unusable name. */
export function placeBundle(
  bundle: string,
  { output, outDir, check, cwd }: Where & { readonly check?: string },
): ArchivePlace {
  if ((output ?? outDir ?? check) !== undefined)
    throw new SkillsError("bad-usage", "--bundle cannot be combined with --output, --out-dir or --check");
  if (bundle === "" || bundle === "-" || bundle.endsWith("/"))
    throw new SkillsError("bad-usage", `--bundle ${quote(bundle)} is not a file name`);
  const label = toLabel(bundle);
  return { label, ...findOutput(label, cwd) };
}

/** Names that differ only in case are the same file on some systems. */
function requireDistinct(places: readonly ArchivePlace[], sources: readonly SkillSource[]): void {
  const taken = new Map<string, SkillSource>();
  for (const [index, source] of sources.entries()) {
    const { label, folder } = places[index]!;
    const key = JSON.stringify([folder, source.name.normalize("NFC").toLowerCase()]);
    const other = taken.get(key);
    if (other)
      throw new SkillsError(
        "bad-usage",
        `${quote(other.label)} and ${quote(source.label)} would both be written to ${quote(label)}`,
        { hint: "pack them one at a time, each with --output" },
      );
    taken.set(key, source);
  }
}

/**
 * Throws a SkillsError before anything is written if two archives have the same path, if an archive would be inside a
 * skill, or if it would replace something other than a regular file.
 */
export function requireFree(
  places: readonly ArchivePlace[],
  sources: readonly SkillSource[],
  { output, outDir, plugin = false }: Where & Pick<PackOptions, "plugin">,
): void {
  requireDistinct(places, sources);
  const what = plugin ? "plugin" : "skill";
  const skills = new Map(
    sources.flatMap(({ directory, label }) =>
      directory === undefined ? [] : [[realFolder(directory), label] as const],
    ),
  );
  for (const place of places) {
    const skill = enclosing(place, skills);
    const hint =
      output === undefined && outDir === undefined
        ? `use --out-dir .. to write it next to the ${what}`
        : `choose a path outside the ${what}`;
    if (skill !== undefined)
      throw new SkillsError("bad-usage", `${quote(place.label)} is inside the ${what} ${quote(skill)}`, {
        hint,
      });
    if (output !== undefined && isFolder(place.absolute))
      throw new SkillsError("bad-usage", `--output ${quote(output)} is a directory; give it a file name`, {
        hint: `use --out-dir ${toShellWord(output)} to write into it`,
      });
    requirePlain(place.absolute, place.label);
  }
}
