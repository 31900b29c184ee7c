import type { Command } from "commander";
import type { ScopeFilter } from "../../api/scope/select-sources.ts";
import type { Shard } from "../../model/shard.ts";
import type { ScopeSummary } from "../../model/reports/validate.ts";
import { parseFileList, readFileList } from "../../api/scope/file-list.ts";
import { SkillsError } from "../../core/errors.ts";
import { count, grouped, series, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { clean } from "../../report/drawing/width.ts";
import type { Io } from "../io.ts";

/** The options that select some of the skills in scope. */
export interface ScopeFlags {
  readonly changed?: string | true;
  readonly filesFrom?: string;
  /** Whether the operands are files instead of skills. */
  readonly files?: boolean;
  /** Only for `lint` and `check`. */
  readonly watch?: boolean;
  /** Only for the commands whose reports can be merged. */
  readonly shard?: Shard;
}

export const scopeNotes = `Scope:
  --changed      skills with uncommitted changes, staged or not, or with new
                 files that git does not ignore
  --changed REF  also skills changed by commits since this branch left REF, as
                 shown by git diff REF...
  --files-from   skills that contain one of the listed files; one path per line
                 or NUL-separated, relative to the working directory
  --files        skills that contain one of the PATHs, for hooks that pass file
                 names; searched below the working directory
  If the config or the baseline is among the files, all skills are checked.
  Other skills are not reported. Their directory names still count for name
  conflicts, but descriptions are compared only among the selected skills. In a
  shallow clone without REF all skills are checked; in actions/checkout set
  "fetch-depth: 2" for HEAD^ or "fetch-depth: 0" for a branch.
`;

export function addScopeOptions(command: Command): Command {
  return command
    .option(
      "--changed [ref]",
      "check only skills changed since the last commit, or since this branch left REF",
      (word) => parseCommit("--changed", word),
    )
    .option(
      "--files-from <file>",
      'check only skills that contain a file listed in this file; "-" reads standard input',
    )
    .option("--files", "treat the PATHs as files and check only skills that contain them");
}

/** The flags as options for the library. Reads the list of files, which may be standard input. */
export function scopeOptions(
  operands: readonly string[],
  { shard, ...selecting }: ScopeFlags,
  io: Io,
): ScopeFilter {
  return { ...selected(operands, selecting, io), ...(shard && { shard }) };
}

function selected(
  operands: readonly string[],
  { changed, filesFrom, files }: Omit<ScopeFlags, "shard">,
  io: Io,
): ScopeFilter {
  const given = Object.entries({ "--changed": changed, "--files-from": filesFrom, "--files": files }).flatMap(
    ([name, value]) => (value === undefined ? [] : [name]),
  );
  if (given.length > 1)
    throw new SkillsError("bad-usage", `${series(given)} cannot be combined; use only one`);
  if (files) return { files: operands };
  if (changed !== undefined) return { changed: changed === true ? {} : { since: changed } };
  if (filesFrom === undefined) return {};
  if (filesFrom === "-" && operands.includes("-"))
    throw new SkillsError("bad-usage", "standard input cannot be both a list of files and a SKILL.md");
  return { files: filesFrom === "-" ? parseFileList(io.readStdin()) : readFileList(filesFrom, io.cwd) };
}

/** Prints on standard error which skills were selected; with --quiet, only why all are checked. */
export function explainScope(scope: ScopeSummary, quiet: boolean, io: Io): void {
  const { missing, governing = [] } = scope;
  for (const { reason } of missing) io.stderr.write(`skills: ${clean(reason)}; checking all skills\n`);
  if (missing.some(({ shallow }) => shallow))
    io.stderr.write(
      'skills: this is a shallow clone; set "fetch-depth: 2" for the previous commit or "fetch-depth: 0" for all commits\n',
    );
  if (governing.length > 0)
    io.stderr.write(
      `skills: ${clean(
        seriesAtMost(
          governing.map((file) => quote(file)),
          3,
        ),
      )} changed; checking all ${count(scope.skills, "skill")}\n`,
    );
  else if (!quiet && missing.length === 0) io.stderr.write(`skills: ${clean(describe(scope))}\n`);
}

/** Prints on standard error which rules ran nowhere: a misspelled path turns one off. */
export function explainUnplaced(unplaced: readonly string[], quiet: boolean, io: Io): void {
  if (unplaced.length > 0 && !quiet)
    io.stderr.write(`skills: no checked skill is in the paths of ${seriesAtMost(unplaced, 3)}\n`);
}

function describe({ skills, selected, since, files, shard }: ScopeSummary): string {
  const share = `${grouped(selected)} of ${count(skills, "skill")}`;
  if (shard) return `shard ${shard.index}/${shard.of}: ${share}`;
  if (!files) return `${share} changed since ${since === undefined ? "the last commit" : quote(since)}`;
  const outside =
    files.outside > 0 ? `; ${count(files.outside, "file")} of ${grouped(files.named)} outside any skill` : "";
  return files.named === 0
    ? `no file is listed; checking no skill`
    : `${share} ${selected === 1 ? "contains" : "contain"} listed files${outside}`;
}

/** Rejects a word that git would read as an option. */
export function parseCommit(option: string, word: string): string {
  if (word === "" || word.startsWith("-"))
    throw new SkillsError("bad-usage", `${option} ${quote(word)} is not a commit`);
  return word;
}
