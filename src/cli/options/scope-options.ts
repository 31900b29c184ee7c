import type { Command } from "commander";
import type { ScopeFilter } from "../../api/scope/select-sources.ts";
import type { ScopeSummary } from "../../results/validate.ts";
import { parseFileList, readFileList } from "../../api/scope/file-list.ts";
import { SkillsError } from "../../core/errors.ts";
import { count, grouped, series, seriesAtMost } from "../../core/sentence.ts";
import { quote } from "../../core/show.ts";
import { clean } from "../../report/drawing/width.ts";
import type { Io } from "../io.ts";

/** What the user may say of which skills in scope to look at. */
export interface ScopeFlags {
  readonly changed?: string | true;
  readonly filesFrom?: string;
  /** The operands are files, and not skills. */
  readonly files?: boolean;
  /** Of `lint` alone. */
  readonly watch?: boolean;
}

export const scopeNotes = `Scope:
  --changed      skills with a file that differs from the last commit, staged or
                 not, and new files that git does not ignore
  --changed REF  also what the commits changed since this branch left REF, as
                 git diff REF... shows it
  --files-from   skills that hold one of the files listed, a line or a NUL after
                 each; paths begin at the working directory
  --files        the same of the PATHs themselves, as a hook gives them, among
                 the skills below the working directory
  Where the config or the baseline is among them all skills are checked.
  Nothing is said of other skills: their directories are held against the names
  of these, but descriptions are compared among these alone. A run over all
  skills compares all. In a shallow clone that lacks REF all skills are checked;
  actions/checkout takes "fetch-depth: 2" for HEAD^, and "fetch-depth: 0" for a
  branch.
`;

export function addScopeOptions(command: Command): Command {
  return command
    .option(
      "--changed [ref]",
      "only skills that changed since the last commit, or since this branch left REF",
      parseRef,
    )
    .option(
      "--files-from <file>",
      'only skills that hold one of the files listed there; "-" for standard input',
    )
    .option("--files", "only skills that hold one of the PATHs, which are files");
}

/** What that means for the library; reads the list, which may come on standard input. */
export function scopeOptions(
  operands: readonly string[],
  { changed, filesFrom, files }: ScopeFlags,
  io: Io,
): ScopeFilter {
  const given = Object.entries({ "--changed": changed, "--files-from": filesFrom, "--files": files }).flatMap(
    ([name, value]) => (value === undefined ? [] : [name]),
  );
  if (given.length > 1) throw new SkillsError("bad-usage", `both ${series(given)} are given, expected one`);
  if (files) return { files: operands };
  if (changed !== undefined) return { changed: changed === true ? {} : { since: changed } };
  if (filesFrom === undefined) return {};
  if (filesFrom === "-" && operands.includes("-"))
    throw new SkillsError("bad-usage", "a list of files and a SKILL.md cannot both come on standard input");
  return { files: filesFrom === "-" ? parseFileList(io.readStdin()) : readFileList(filesFrom, io.cwd) };
}

/** Which skills were looked at, on standard error, as it is no part of any format; with --quiet only what somebody must know. */
export function explainScope(scope: ScopeSummary, quiet: boolean, io: Io): void {
  const { missing, governing = [] } = scope;
  for (const { reason } of missing)
    io.stderr.write(`skills: ${clean(reason)}, so that all skills are checked\n`);
  if (missing.some(({ shallow }) => shallow))
    io.stderr.write(
      'skills: this is a shallow clone: "fetch-depth: 2" brings the commit before the last one, "fetch-depth: 0" all of them\n',
    );
  if (governing.length > 0)
    io.stderr.write(
      `skills: ${clean(
        seriesAtMost(
          governing.map((file) => quote(file)),
          3,
        ),
      )} changed, so that all ${count(scope.skills, "skill")} are checked\n`,
    );
  else if (!quiet && missing.length === 0) io.stderr.write(`skills: ${clean(describe(scope))}\n`);
}

function describe({ skills, selected, since, files }: ScopeSummary): string {
  const share = `${grouped(selected)} of ${count(skills, "skill")}`;
  if (!files) return `${share} changed since ${since === undefined ? "the last commit" : quote(since)}`;
  const outside =
    files.outside > 0 ? `; ${count(files.outside, "file")} of ${grouped(files.named)} in no skill` : "";
  return files.named === 0
    ? `no file is listed, so that no skill is checked`
    : `${share} ${selected === 1 ? "holds" : "hold"} files that are listed${outside}`;
}

/** What stands for an option is none: git would take it for one of its own. */
function parseRef(word: string): string {
  if (word === "" || word.startsWith("-"))
    throw new SkillsError("bad-usage", `--changed ${quote(word)} names no commit`);
  return word;
}
