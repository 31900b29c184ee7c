import { existsSync, realpathSync, rmdirSync, statSync } from "node:fs";
import path from "node:path";
import { SkillsError } from "../core/errors.ts";
import { leadsIntoGit } from "../core/paths.ts";
import { quote } from "../core/show.ts";
import { toInnerPath, toLabel } from "../read/label.ts";
import { stateDirectory } from "../read/user-directories.ts";
import { attempt, cannotWrite, systemCode } from "../write/cannot-write.ts";
import { realFolder } from "../write/destination.ts";
import { makeFolder } from "../write/make-folder.ts";
import type { Root } from "./root.ts";

/**
 * Codex, Gemini CLI, VS Code, Copilot, Cursor and others look for skills in the same directory below the working
 * directory ("project") and the home directory ("user").
 */
export type RootName = "project" | "user";

/** The directory of skills below the working directory, and that below the home directory, which begins with "~/". */
export interface UsualRoots {
  readonly project?: string;
  readonly user?: string;
}

export interface RootChoice {
  /** The directory as the user wrote it; overrides `source`. */
  readonly root?: string;
  readonly source?: RootName;
  /** The directories of a client; by default those that many clients share. */
  readonly usual?: UsualRoots;
  readonly cwd: string;
  /** Called before anything is written, if a symlink of the project leads to the directory, with a sentence. */
  readonly onLink?: (sentence: string) => void;
  /** Provides the home directory and the directory for persistent program state. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A root that may not exist yet. */
export interface ChosenRoot {
  /** Absolute path, with symlinks not resolved yet. */
  readonly written: string;
  readonly label: string;
  /**
   * The working directory or the project, if the root is written as a part of it. It may come from an untrusted
   * repository, so no symlink in it may lead to a root elsewhere.
   */
  readonly within?: string;
  readonly state?: string | undefined;
}

const shared = { project: ".agents/skills", user: "~/.agents/skills" } as const satisfies UsualRoots;

/** Throws a SkillsError ("bad-usage") if the options are invalid. */
export function chooseRoot({ root, source = "project", usual = shared, cwd, env }: RootChoice): ChosenRoot {
  if (root === "") throw new SkillsError("bad-usage", "--root is empty; pass a directory");
  const state = stateDirectory(env);
  if (root !== undefined) {
    const written = path.resolve(cwd, root);
    const isBelow = toInnerPath(cwd, written) !== undefined;
    return { written, label: toLabel(root), ...(isBelow && { within: cwd }), state };
  }
  const label = usual[source];
  if (label === undefined)
    throw new SkillsError("bad-usage", `the client has no ${source} directory of skills`, {
      hint: "set the skills directory with --root",
    });
  if (source === "project") return { written: path.join(cwd, label), label, within: cwd, state };
  const variable = process.platform === "win32" ? "USERPROFILE" : "HOME";
  const home = env[variable];
  if (!home || !path.isAbsolute(home))
    throw new SkillsError("bad-usage", `${variable} is not the absolute path of a home directory`, {
      hint: "set the skills directory with --root",
    });
  return { written: path.join(home, label.slice(2)), label, state };
}

/**
 * The root; undefined if it does not exist. Throws a SkillsError if it is not a directory, or if a symlink leads to it
 * out of the project.
 */
export function openRoot({ written, label, within, state }: ChosenRoot): Root | undefined {
  const real = realFolder(written);
  if (leadsIntoGit(real))
    throw new SkillsError("unwritable", `${quote(label)} is inside ".git"; choose another directory`);
  if (within !== undefined) requireInside({ within, written, label }, real);
  const stats = attempt(label, () => statSync(written, { throwIfNoEntry: false }));
  if (stats && !stats.isDirectory())
    throw new SkillsError(
      "unwritable",
      `${quote(label)} is ${stats.isFile() ? "a file" : "a FIFO, a socket or a device"}, not a directory`,
    );
  if (!stats) return undefined;
  return { directory: attempt(label, () => realpathSync.native(written)), label, state };
}

/** A sentence about a root inside the project that is written with a symlink; undefined if there is none. */
export function describeLink({ written, label, within }: ChosenRoot): string | undefined {
  if (within === undefined) return undefined;
  const [project, directory] = [realFolder(within), realFolder(written)];
  const inner = toInnerPath(project, directory) ?? directory;
  return path.relative(within, written) === path.relative(project, directory)
    ? undefined
    : `${quote(label)} leads through a symlink to ${quote(inner)}`;
}

/** Also for a root that does not exist yet, as it would be created where a symlink above it leads. */
function requireInside(
  { within, written, label }: Required<Pick<ChosenRoot, "within" | "written" | "label">>,
  directory: string,
): void {
  const real = attempt(label, () => realpathSync.native(within));
  if (toInnerPath(real, directory) === undefined)
    throw new SkillsError(
      "unwritable",
      `${quote(label)} is a symlink to ${quote(directory)}, outside the working directory`,
      { hint: "if you mean that directory, pass its real path" },
    );
  if (directory === real && path.resolve(written) !== path.resolve(within))
    throw new SkillsError("unwritable", `${quote(label)} is a symlink to the project directory`, {
      hint: "if you mean that directory, pass its real path",
    });
}

/**
 * The root, which is created if it does not exist. `takeBack` removes the created directories that are still empty.
 */
export function makeRoot(chosen: ChosenRoot): { readonly root: Root; takeBack(): void } {
  const known = openRoot(chosen);
  if (known) return { root: known, takeBack: () => {} };
  const made = attempt(chosen.label, () => makeOrExplain(chosen));
  const root = openRoot(chosen);
  if (!root)
    throw new SkillsError("unwritable", `${quote(chosen.label)} was removed right after it was created`);
  return { root, takeBack: () => removeEmpty(chosen.written, made) };
}

/** Explains ENOENT, which /proc and similar file systems report if they do not allow new directories. */
function makeOrExplain({ written, label }: ChosenRoot): string | undefined {
  try {
    return makeFolder(written);
  } catch (error) {
    if (systemCode(error) === "ENOENT")
      throw cannotWrite(label, "a directory cannot be created there", error);
    throw error;
  }
}

/** Removes empty directories up to the first that was created. */
function removeEmpty(written: string, made: string | undefined): void {
  try {
    for (let directory = written; made !== undefined && existsSync(made); directory = path.dirname(directory))
      rmdirSync(directory);
  } catch {
    // Another process has created files there in the meantime.
  }
}
