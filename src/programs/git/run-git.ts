import path from "node:path";
import { SkillsError } from "../../core/errors.ts";
import { show } from "../../core/show.ts";
import { run, type Ran } from "../run.ts";

/** The names of a million files. */
const limits = { milliseconds: 60_000, outputBytes: 128 * 1024 * 1024 };

/**
 * No hook, no program that is said to be faster at finding changed files, and names as they are, from the root. A rename is the loss of
 * one file and the gain of another, so that both are told; git need not look into files for it. What is laid out as a repository among
 * the files of another answers for nothing: anybody may commit such files (git 2.38 and later).
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

/** Runs git so that no program is run which its settings name, but the filters of `git status` (see `withoutFilters`), and nothing is fetched. */
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
  /** For its standard input. */
  readonly input?: string;
  /** Of its output: as "latin1" it is kept byte for byte. */
  readonly encoding?: "utf8" | "latin1";
}

/** From where git is asked. */
export interface GitPlace {
  readonly from: string;
  /** Where, and above which, git is not to look for a repository. */
  readonly ceiling?: string;
}

/** What it says. Throws a SkillsError where it ends with another code. */
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
 * The options under which git runs no filter on a file of which it has to find out whether it changed: a repository may name any program
 * for one. Such a file is held against the commit as it stands, and so counts as changed where a filter would have made it the same again.
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

/** Where git finds its configuration, without which it may refuse a repository that belongs to another user. */
const passed =
  /^(?:HOME|HOMEDRIVE|HOMEPATH|USERPROFILE|XDG_CONFIG_HOME|GIT_CEILING_DIRECTORIES|GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+))$/;

/** Every other GIT_ variable could lead to another repository or index, as a hook's do; nothing may be fetched. */
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
