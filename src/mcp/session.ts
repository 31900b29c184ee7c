import { SkillsError } from "../core/errors.ts";
import type { CheckOptions } from "../api/check/check.ts";
import { selectInside, selectUnsaved } from "../api/scope/asked-skills.ts";
import type { SelectedSources } from "../api/scope/select-sources.ts";
import { choose } from "../model/choose.ts";
import { checkTargets } from "../model/target.ts";

/** What the server was started with. */
export interface Session {
  /** The directories that may be read, and with `apply` written, as absolute paths; the first is the working directory. */
  readonly roots: readonly [string, ...string[]];
  /** The options with the settings of the project's config, which is read again for each call. */
  configure(given: CheckOptions): Promise<CheckOptions>;
}

/** What a tool is asked about. */
export interface Asked {
  readonly paths?: readonly string[] | undefined;
  readonly files?: Readonly<Record<string, string>> | undefined;
  readonly targets?: readonly string[] | undefined;
  readonly clients?: readonly string[] | undefined;
}

/** The options and the skills of a call. Throws a SkillsError for paths outside the roots, and if there is no skill. */
export async function open(
  { paths, files, targets, clients }: Asked,
  { roots, configure }: Session,
): Promise<{ readonly options: CheckOptions; readonly selected: SelectedSources }> {
  if (paths && files)
    throw new SkillsError("bad-usage", "`paths` and `files` cannot be combined; use only one");
  const options = await configure({
    paths: paths ?? ["."],
    cwd: roots[0],
    partOnly: true,
    ...(targets && { targets: targets.map((word) => choose("target", word, checkTargets)) }),
    ...(clients && { clients }),
  });
  return { options, selected: files ? selectUnsaved(files) : await selectInside(options, roots) };
}
