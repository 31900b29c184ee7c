import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { show } from "../core/show.ts";
import { run, type Ran } from "../programs/run.ts";

/** The output limit is enough for the names of a million files. */
const limits = { milliseconds: 60_000, outputBytes: 128 * 1024 * 1024 };

/**
 * Settings with which git runs no hook and no fsmonitor program, and prints names unescaped and relative to the root.
 * A rename counts as a deletion and an addition, so that both paths are listed and git need not compare contents. A
 * directory inside another repository's files that looks like a repository itself is ignored, as untrusted commits
 * can contain one (git 2.38 and later).
 */
const settings = [
  "core.fsmonitor=false",
  "core.hooksPath=/dev/null",
  "core.quotePath=off",
  "diff.relative=false",
  "diff.renames=false",
  "safe.bareRepository=explicit",
  "status.renames=false",
].flatMap((setting) => ["-c", setting]);

/**
 * Runs git without network access, and without any program in its settings, except the filters of `git status` (see
 * `withoutFilters`).
 */
export function startGit(
  { from, ceiling }: GitPlace,
  words: readonly string[],
  { input = "", encoding = "utf8" }: GitStreams = {},
): Promise<Ran> {
  return run("git", ["--no-optional-locks", "--no-pager", ...settings, "-C", from, ...words], input, {
    limits,
    more: environment(ceiling),
    encoding,
  });
}

interface GitStreams {
  /** Its standard input. */
  readonly input?: string;
  /** Encoding of its output; "latin1" preserves each byte. */
  readonly encoding?: "utf8" | "latin1";
}

/** The directory in which git is run. */
export interface GitPlace {
  readonly from: string;
  /** Directory in which, and above which, git must not look for a repository. */
  readonly ceiling?: string;
}

/** The output of git. Throws a SkillsError for any exit code that is not expected. */
export async function askGit(
  place: GitPlace,
  words: readonly string[],
  expected: readonly number[] = [0],
): Promise<Ran> {
  const ran = await startGit(place, words);
  if (ran.cut || ran.code === undefined || !expected.includes(ran.code)) throw refusal(ran);
  return ran;
}

/**
 * Options that prevent git from running a filter to find out whether a file changed, as a repository can name any
 * program as a filter. Such a file is compared as it is, so it counts as changed even if a filter would restore it.
 */
export async function withoutFilters(place: GitPlace): Promise<readonly string[]> {
  const { stdout } = await askGit(
    place,
    ["config", "--null", "--name-only", "--get-regexp", "^filter\\..*\\.(clean|process)$"],
    [0, 1],
  );
  const names = new Set(
    stdout
      .split("\0")
      .slice(0, -1)
      .map((key) => key.slice(0, key.lastIndexOf("."))),
  );
  const strange = Array.from(names).find((name) => name.includes("="));
  if (strange !== undefined)
    throw new SkillsError(
      "unreadable",
      `git cannot determine what changed: its filter "${show(strange.slice("filter.".length))}" cannot be disabled`,
    );
  return Array.from(names).flatMap((name) =>
    ["clean=", "process=", "required=false"].flatMap((setting) => ["-c", `${name}.${setting}`]),
  );
}

/**
 * Variables with which git finds its configuration. Without it, git may refuse a repository that belongs to another
 * user.
 */
const passed =
  /^(?:HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|XDG_CONFIG_HOME|GIT_CEILING_DIRECTORIES|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/;

/**
 * The environment for git, which may not fetch anything. Other GIT_ variables are left out: they could select another
 * repository or index, as in a hook.
 */
function environment(ceiling: string | undefined): Readonly<Record<string, string | undefined>> {
  const kept = Object.entries(process.env).filter(([name]) => passed.test(name));
  const { GIT_CEILING_DIRECTORIES: ceilings } = process.env;
  return {
    ...Object.fromEntries(kept),
    ...(ceiling !== undefined && {
      GIT_CEILING_DIRECTORIES: ceilings ? `${ceiling}${path.delimiter}${ceilings}` : ceiling,
    }),
    GIT_ALLOW_PROTOCOL: "none",
    GIT_NO_LAZY_FETCH: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
}

export function refusal({ cut, stderr }: Ran): SkillsError {
  if (cut === "absent")
    return new SkillsError("not-found", "git is not installed, and only git can determine what changed");
  if (cut)
    return new SkillsError(
      "unreadable",
      cut === "time" ? `git timed out after ${limits.milliseconds / 1000} s` : "git listed too many files",
    );
  const [said = ""] = stderr.trim().split("\n");
  return new SkillsError(
    "unreadable",
    `git cannot determine what changed: ${show(said.replace(/^fatal: /, ""))}`,
  );
}
